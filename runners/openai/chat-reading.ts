import {
	type Finish,
	type GenerationEvent,
	type GenerationRecord,
	isJsonObject,
	type JsonObject,
	type Usage,
} from '../../src/index.ts';
import { CallAssembly } from './call-assembly.ts';
import { finishWord, textOf } from './stream-completer.ts';
import { firstChoice, readUsage } from './text-completion.ts';

/** How an answer ends that is a refusal of the server's, as the API's `delta.refusal` tells it. */
const REFUSAL = 'refusal';

/** One streamed answer of a chat server, read into events on our own clock. */
export class ChatReading {
	readonly #started = performance.now();
	readonly #assembly: CallAssembly;
	readonly #shortestPrompt: number;
	readonly #events: GenerationEvent[] = [];
	readonly #pieces: { readonly text: string; readonly atMs: number }[] = [];
	#finish: Finish = { unified: 'unknown', raw: 'end of stream' };
	#usage: Usage = {};
	#refused = false;

	/** `firstCall` numbers the calls within their conversation; no whole prompt has fewer tokens than `shortestPrompt`. */
	constructor(firstCall: number, shortestPrompt = 0) {
		this.#assembly = new CallAssembly(firstCall);
		this.#shortestPrompt = shortestPrompt;
	}

	*read(event: JsonObject): Iterable<GenerationEvent> {
		if (isJsonObject(event.usage)) this.#usage = readUsage(event.usage);
		const choice = firstChoice(event);
		const word = textOf(choice?.finish_reason);
		if (word !== undefined) this.#finish = finishWord(word);
		const delta = isJsonObject(choice?.delta) ? choice.delta : {};
		const atMs = this.#clock();
		const thinking = textOf(delta.reasoning_content) ?? textOf(delta.reasoning) ?? '';
		if (thinking !== '') yield this.#keep({ type: 'thinking', text: thinking, atMs });
		const text = textOf(delta.content) ?? '';
		if (text !== '') {
			this.#pieces.push({ text, atMs });
			yield this.#keep({ type: 'text', text, atMs });
		}
		this.#assembly.add(delta.tool_calls, atMs);
		// What came before `tool_calls`, deprecated since November 2023 and still streamed by older servers.
		if (isJsonObject(delta.function_call)) this.#assembly.add([{ function: delta.function_call }], atMs);
		const refusal = textOf(delta.refusal) ?? '';
		if (refusal === '') return;
		this.#refused = true;
		this.#pieces.push({ text: refusal, atMs });
		yield this.#keep({ type: 'text', text: refusal, atMs });
	}

	/** The calls, once the stream has ended. */
	readCalls(): readonly GenerationEvent[] {
		const calls = this.#assembly.finish();
		this.#events.push(...calls);
		return calls;
	}

	text(): string {
		return this.#pieces.map((piece) => piece.text).join('');
	}

	/** The last event. `stopped` is how operator or deadline ended the stream, if they did. */
	end(stopped: Finish | undefined): GenerationEvent {
		const called = this.#events.some((event) => event.type === 'call');
		if (stopped !== undefined) this.#finish = stopped;
		else if (this.#sawPartOfPrompt()) {
			const raw = `context: prompt cut (${this.#usage.promptTokens} tokens, fewer than one letter has)`;
			this.#finish = { unified: 'length', raw };
		} else if (this.#refused) this.#finish = { unified: 'unknown', raw: REFUSAL };
		else if (called && this.#finish.unified === 'stop') this.#finish = { unified: 'tool-call', raw: this.#finish.raw };
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
		};
	}

	/** A count of 0 is none, and some servers leave out what they had cached. */
	#sawPartOfPrompt(): boolean {
		const { promptTokens = 0, cachedPromptTokens = 0 } = this.#usage;
		return promptTokens > 0 && promptTokens + cachedPromptTokens < this.#shortestPrompt;
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

	#keep<E extends GenerationEvent>(event: E): E {
		this.#events.push(event);
		return event;
	}

	#clock(): number {
		return performance.now() - this.#started;
	}
}
