import {
	eventsLimit,
	FINISH_WORDS,
	type Finish,
	type GenerationEvent,
	type GenerationRecord,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	maxEvents,
	possibleUsage,
	promptCut,
	type ToolDeclaration,
	type Usage,
	wasCutOff,
} from '../../../src/index.ts';
import { finishOfChoice } from '../choice-finish.ts';
import { limitedFinish, moreCautious } from '../finish.ts';
import { possibleServerTimings, readTimings, type ServerTimings } from '../raw/server-timings.ts';
import { textOf } from '../raw/stream-completer.ts';
import { onlyChoice, readUsage } from '../raw/text-completion.ts';
import { StreamedText } from '../told-again.ts';
import type { TimeLimit } from '../wire/time-limit.ts';
import { CallAssembly } from './call-assembly.ts';
import { readDelta } from './delta.ts';
import { requireRead } from './unread-fields.ts';
import { readMessage, requireSameCalls } from './whole-message.ts';

interface Said {
	readonly text: string;
	readonly atMs: number;
}

type Heard = Extract<GenerationEvent, { type: 'text' | 'thinking' }>;

/** What a conversation knows of the answer that it asks for. */
export interface Asked {
	/** Numbers its first call within the conversation. */
	readonly firstCall: number;
	readonly tools: readonly ToolDeclaration[];
	readonly maxTokens: number;
	/** Where it comes from. */
	readonly source: string;
	/** Its clock. */
	readonly limit: TimeLimit;
}

/** One streamed answer of a chat server, read into events on our own clock. */
export class ChatReading {
	readonly #limit: TimeLimit;
	readonly #source: string;
	readonly #assembly: CallAssembly;
	readonly #maxTokens: number;
	readonly #events: GenerationEvent[] = [];
	/** What came once a call had begun, in its order: the call itself is whole only when the stream ends. */
	readonly #held: (Heard | 'call')[] = [];
	readonly #refusal: Said[] = [];
	readonly #pieces: Said[] = [];
	readonly #streamed: StreamedText;
	#read = 0;
	#told: Finish | undefined;
	#finish: Finish = { unified: 'unknown', raw: 'end of stream' };
	#usage: Usage = {};
	#fingerprint: string | undefined;
	#timed: ServerTimings = {};
	#isUntold = false;
	#message: readonly JsonValue[] = [];

	constructor({ firstCall, tools, maxTokens, source, limit }: Asked) {
		this.#assembly = new CallAssembly(firstCall, tools);
		this.#maxTokens = maxTokens;
		this.#source = source;
		this.#streamed = new StreamedText(source);
		this.#limit = limit;
	}

	/** As the server tells it. */
	get usage(): Usage {
		return this.#usage;
	}

	/** Whether the server went on behind the tokens that it was allowed: nothing more is read. */
	get isBeyond(): boolean {
		return this.#read > maxEvents(this.#maxTokens);
	}

	/** Reads an event of the stream. Throws EngineError for an answer with several choices, or in a form that nobody knows. */
	*read(event: JsonObject): Iterable<GenerationEvent> {
		this.#read += 1;
		if (isJsonObject(event.usage)) this.#usage = readUsage(event.usage);
		if (isJsonObject(event.timings)) this.#timed = readTimings(event.timings);
		this.#fingerprint = textOf(event.system_fingerprint) || this.#fingerprint;
		const choice = onlyChoice(event, this.#source);
		requireRead(event, choice, this.#source);
		if (choice === undefined) return;
		const finish = finishOfChoice(choice);
		if (finish !== undefined) this.#told = moreCautious(this.#told, finish);
		const atMs = this.#limit.clock();
		const { thinking, text, refusal, calls } = readDelta(choice, this.#source);
		if (thinking !== '') yield* this.#hear({ type: 'thinking', text: thinking, atMs });
		if (text !== '') {
			this.#streamed.add(text);
			this.#pieces.push({ text, atMs });
			yield* this.#hear({ type: 'text', text, atMs });
		}
		for (let begun = this.#assembly.add(calls, atMs, this.#source); begun > 0; begun -= 1) this.#held.push('call');
		if (refusal !== '') this.#refusal.push({ text: refusal, atMs });
		if (choice.message !== undefined) {
			const said = { text: this.text(), calls: this.#assembly.count };
			this.#message = readMessage(choice, said, this.#source) ?? this.#message;
		}
	}

	/**
	 * Once the stream has ended: the calls where each began, what came behind them, and last the words of a refusal. `stopped`
	 * is how operator or deadline ended it, if they did.
	 */
	readRest(stopped: Finish | undefined): readonly GenerationEvent[] {
		const assembled = this.#assembly.finish(this.#source, this.#isCut(stopped));
		requireSameCalls(this.#message, assembled, this.#source);
		this.#isUntold = assembled.includes(undefined);
		const calls = assembled.values();
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
		else if (cutPrompt !== undefined) this.#finish = promptCut(cutPrompt);
		else if (this.isBeyond) {
			const raw = `${eventsLimit(this.#maxTokens)}, which the server passed`;
			this.#finish = { unified: 'length', raw, limit: 'gemmark' };
		} else if (this.#refusal.length > 0) this.#finish = { unified: 'unknown', raw: FINISH_WORDS.refusal };
		else if (this.#isUntold) this.#finish = { unified: 'unknown', raw: FINISH_WORDS.untoldArguments };
		else if (this.#told !== undefined) {
			this.#finish = this.#limited(this.#told);
		}
		const called = this.#events.some((event) => event.type === 'call');
		if (called && this.#finish.unified === 'stop') this.#finish = { unified: 'tool-call', raw: this.#finish.raw };
		return this.#keep({ type: 'end', finish: this.#finish, ...this.#measures() });
	}

	/** Whether more was to come. */
	#isCut(stopped: Finish | undefined): boolean {
		if (stopped !== undefined || this.isBeyond) return true;
		return this.#told !== undefined && wasCutOff(this.#limited(this.#told));
	}

	#limited(told: Finish): Finish {
		return limitedFinish(told, this.#usage, { maxTokens: this.#maxTokens });
	}

	record(): GenerationRecord {
		return {
			pieces: this.#pieces.map((piece) => piece.text),
			pieceAtMs: this.#pieces.map((piece) => piece.atMs),
			events: this.#events,
			finish: this.#finish,
			...this.#measures(),
			...(this.#fingerprint !== undefined && { systemFingerprint: this.#fingerprint }),
		};
	}

	/** Counts as far as they can be beside all that was heard (a gateway may fill in zeros), and times beside them. */
	#measures(): Pick<GenerationRecord, 'usage' | 'timings'> {
		const said = this.#events.map((event) =>
			event.type === 'call' ? JSON.stringify(event.call.arguments) : 'text' in event ? event.text : '',
		);
		const usage = possibleUsage(this.#usage, said.join(''), this.#maxTokens).measures;
		return { usage, timings: this.#timings(usage) };
	}

	#timings(usage: Usage): GenerationRecord['timings'] {
		const { openMs, completeMs } = this.#assembly;
		const firstText = this.#pieces[0]?.atMs;
		const first = Math.min(firstText ?? Number.POSITIVE_INFINITY, openMs ?? Number.POSITIVE_INFINITY);
		const last = Math.max(this.#pieces.at(-1)?.atMs ?? 0, openMs === undefined ? 0 : completeMs);
		const totalMs = this.#limit.clock();
		return {
			source: 'wall-clock',
			...(Number.isFinite(first) ? { firstTokenMs: first, lastTokenMs: last } : {}),
			...(openMs === undefined ? {} : { callOpenMs: openMs, callCompleteMs: completeMs }),
			...possibleServerTimings(this.#timed, { firstMs: Math.min(first, last), lastMs: last, totalMs }, usage),
			totalMs,
			...(this.#limit.before !== undefined && { refused: this.#limit.before }),
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
}
