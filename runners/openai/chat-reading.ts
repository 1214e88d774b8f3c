import {
	eventsLimit,
	type Finish,
	type GenerationEvent,
	type GenerationRecord,
	isJsonObject,
	type JsonObject,
	maxEvents,
	type Usage,
} from '../../src/index.ts';
import { CallAssembly } from './call-assembly.ts';
import { finishWord, limitedFinish, moreCautious } from './finish.ts';
import { textOf } from './stream-completer.ts';
import { onlyChoice, readUsage } from './text-completion.ts';

/** How an answer ends that is a refusal of the server's, as the API's `delta.refusal` tells it. */
const REFUSAL = 'refusal';

interface Said {
	readonly text: string;
	readonly atMs: number;
}

type Heard = Extract<GenerationEvent, { type: 'text' | 'thinking' }>;

/** One streamed answer of a chat server, read into events on our own clock. */
export class ChatReading {
	readonly #started = performance.now();
	readonly #assembly: CallAssembly;
	readonly #maxTokens: number;
	readonly #events: GenerationEvent[] = [];
	/** What came once a call had begun, in its order: the call itself is whole only when the stream ends. */
	readonly #held: (Heard | 'call')[] = [];
	readonly #refusal: Said[] = [];
	readonly #pieces: Said[] = [];
	#read = 0;
	#told: Finish | undefined;
	#finish: Finish = { unified: 'unknown', raw: 'end of stream' };
	#usage: Usage = {};
	#fingerprint: string | undefined;

	/** `firstCall` numbers the calls within their conversation. */
	constructor(firstCall: number, maxTokens: number) {
		this.#assembly = new CallAssembly(firstCall);
		this.#maxTokens = maxTokens;
	}

	get usage(): Usage {
		return this.#usage;
	}

	/** Whether the server went on behind the tokens that it was allowed: nothing more is read. */
	get isBeyond(): boolean {
		return this.#read > maxEvents(this.#maxTokens);
	}

	/** Reads an event of the stream, which came from `source`. Throws EngineError for an answer with several choices. */
	*read(event: JsonObject, source: string): Iterable<GenerationEvent> {
		this.#read += 1;
		if (isJsonObject(event.usage)) this.#usage = readUsage(event.usage);
		this.#fingerprint = textOf(event.system_fingerprint) || this.#fingerprint;
		const choice = onlyChoice(event, source);
		const word = textOf(choice?.finish_reason);
		if (word !== undefined) this.#told = moreCautious(this.#told, finishWord(word));
		const delta = isJsonObject(choice?.delta) ? choice.delta : {};
		const atMs = this.#clock();
		const thinking = textOf(delta.reasoning_content) ?? textOf(delta.reasoning) ?? '';
		if (thinking !== '') yield* this.#hear({ type: 'thinking', text: thinking, atMs });
		const text = textOf(delta.content) ?? '';
		if (text !== '') {
			this.#pieces.push({ text, atMs });
			yield* this.#hear({ type: 'text', text, atMs });
		}
		// `function_call` came before `tool_calls`, deprecated since November 2023 and still streamed by older servers.
		const fragments = isJsonObject(delta.function_call) ? [{ function: delta.function_call }] : delta.tool_calls;
		for (let begun = this.#assembly.add(fragments, atMs); begun > 0; begun -= 1) this.#held.push('call');
		const refusal = textOf(delta.refusal) ?? '';
		if (refusal !== '') this.#refusal.push({ text: refusal, atMs });
	}

	/** Once the stream has ended: the calls where each began, what came behind them, and last the words of a refusal. */
	readRest(): readonly GenerationEvent[] {
		const calls = this.#assembly.finish().values();
		const rest = this.#held.flatMap((held) => (held === 'call' ? (calls.next().value ?? []) : held));
		const refused = this.#refusal.map((said) => ({ type: 'text', ...said }) as const);
		this.#pieces.push(...this.#refusal);
		this.#events.push(...rest, ...refused);
		return [...rest, ...refused];
	}

	text(): string {
		return this.#pieces.map((piece) => piece.text).join('');
	}

	/** The last event. `stopped` is how operator or deadline ended the stream, `cutPrompt` how the server cut the prompt, if they did. */
	end(stopped: Finish | undefined, cutPrompt?: string): GenerationEvent {
		if (stopped !== undefined) this.#finish = stopped;
		else if (cutPrompt !== undefined) this.#finish = { unified: 'length', raw: `context: prompt cut (${cutPrompt})` };
		else if (this.isBeyond)
			this.#finish = { unified: 'length', raw: `${eventsLimit(this.#maxTokens)}, which the server passed` };
		else if (this.#refusal.length > 0) this.#finish = { unified: 'unknown', raw: REFUSAL };
		else if (this.#told !== undefined) {
			this.#finish = limitedFinish(this.#told, this.#usage, { maxTokens: this.#maxTokens });
		}
		const called = this.#events.some((event) => event.type === 'call');
		if (called && this.#finish.unified === 'stop') this.#finish = { unified: 'tool-call', raw: this.#finish.raw };
		return this.#keep({ type: 'end', finish: this.#finish, usage: this.#usage, timings: this.#timings() });
	}

	record(): GenerationRecord {
		return {
			pieces: this.#pieces.map((piece) => piece.text),
			pieceAtMs: this.#pieces.map((piece) => piece.atMs),
			events: this.#events,
			finish: this.#finish,
			usage: this.#usage,
			timings: this.#timings(),
			...(this.#fingerprint !== undefined && { systemFingerprint: this.#fingerprint }),
		};
	}

	#timings(): GenerationRecord['timings'] {
		const { openMs, completeMs } = this.#assembly;
		const firstText = this.#pieces[0]?.atMs;
		const first = Math.min(firstText ?? Number.POSITIVE_INFINITY, openMs ?? Number.POSITIVE_INFINITY);
		const last = Math.max(this.#pieces.at(-1)?.atMs ?? 0, openMs === undefined ? 0 : completeMs);
		return {
			source: 'wall-clock',
			...(Number.isFinite(first) ? { firstTokenMs: first, lastTokenMs: last } : {}),
			...(openMs === undefined ? {} : { callOpenMs: openMs, callCompleteMs: completeMs }),
			totalMs: this.#clock(),
		};
	}

	*#hear(event: Heard): Iterable<GenerationEvent> {
		if (this.#held.length > 0) this.#held.push(event);
		else yield this.#keep(event);
	}

	#keep<E extends GenerationEvent>(event: E): E {
		this.#events.push(event);
		return event;
	}

	#clock(): number {
		return performance.now() - this.#started;
	}
}
