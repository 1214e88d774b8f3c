import type { JsonObject } from '../../src/base/json.ts';
import type { ToolDeclaration } from '../../src/model/conversation.ts';
import {
	cutAt,
	eventsLimit,
	FINISH_WORDS,
	type Finish,
	type GenerationEvent,
	type GenerationRecord,
	maxEvents,
	type Usage,
	wasCutOff,
} from '../../src/model/generation.ts';
import { CallAssembly, type LostCall } from './call-assembly.ts';
import { choiceFinish, limitedFinish, type TimeLimit } from './finish.ts';
import { answerUsage, chatChunk, readChunk, type ServerTimings, type ThoughtField } from './schema.ts';

interface Said {
	readonly text: string;
	readonly atMs: number;
}

type Heard = Extract<GenerationEvent, { type: 'text' | 'thinking' }>;

/** What a conversation knows of the answer that it asks for. */
interface ReadingOptions {
	/** Numbers its first call within the conversation. */
	readonly firstCall: number;
	readonly tools: readonly ToolDeclaration[];
	readonly maxTokens: number;
	/** Where it comes from. */
	readonly source: string;
	/** Its clock. */
	readonly limit: Pick<TimeLimit, 'clock' | 'before'>;
}

/** One streamed answer of a chat server, read into events on our own clock. */
export class ChatReading {
	readonly #options: ReadingOptions;
	readonly #assembly: CallAssembly;
	readonly #events: GenerationEvent[] = [];
	/** What came once a call had begun, in its order: the call itself is whole only when the stream ends. */
	readonly #waiting: (Heard | 'call')[] = [];
	readonly #refusal: Said[] = [];
	readonly #pieces: Said[] = [];
	#read = 0;
	#reported: Finish | undefined;
	#finish: Finish = { unified: 'unknown', raw: 'end of stream' };
	#usage: Usage = {};
	#serverTimings: ServerTimings = {};
	#fingerprint: string | undefined;
	#lost: LostCall | undefined;
	#thoughtField: ThoughtField | undefined;

	constructor(asked: ReadingOptions) {
		this.#options = asked;
		this.#assembly = new CallAssembly(asked.firstCall, asked.tools);
	}

	/** Whether the server went on after the tokens that it was allowed: nothing more is read. */
	get isBeyond(): boolean {
		return this.#read > maxEvents(this.#options.maxTokens);
	}

	/** Reads an event of the stream. Throws EngineError for an unsupported response. */
	*read(event: JsonObject): Iterable<GenerationEvent> {
		this.#read += 1;
		const chunk = readChunk(chatChunk, event, this.#options.source);
		this.#usage = chunk.usage ?? this.#usage;
		this.#serverTimings = chunk.timings ?? this.#serverTimings;
		this.#fingerprint = chunk.systemFingerprint ?? this.#fingerprint;
		this.#reported = choiceFinish(this.#reported, chunk.choice);
		this.#thoughtField = chunk.thoughtField ?? this.#thoughtField;
		const atMs = this.#options.limit.clock();
		const { thinking, text, refusal, calls } = chunk;
		if (thinking !== '') yield* this.#hear({ type: 'thinking', text: thinking, atMs });
		if (text !== '') {
			this.#pieces.push({ text, atMs });
			yield* this.#hear({ type: 'text', text, atMs });
		}
		for (let begun = this.#assembly.add(calls, atMs); begun > 0; begun -= 1) this.#waiting.push('call');
		if (refusal !== '') this.#refusal.push({ text: refusal, atMs });
	}

	/**
	 * Once the stream has ended: the calls where each began, what came after them, and last the words of a refusal. `stopped`
	 * is how operator or deadline ended it, if they did.
	 */
	readRest(stopped: Finish | undefined): readonly GenerationEvent[] {
		const finish = stopped ?? this.#ownFinish();
		const assembled = this.#assembly.finish(finish !== undefined && wasCutOff(finish));
		this.#lost = assembled.find((call) => typeof call === 'string');
		const calls = assembled.values();
		const rest: GenerationEvent[] = [];
		for (const waiting of this.#waiting) {
			const read = waiting === 'call' ? calls.next().value : waiting;
			// After a call that the engine lost, nothing is the model's first call or words before it (vllm-project/vllm#41967).
			if (read === undefined || typeof read === 'string') break;
			rest.push(read);
		}
		const refused = this.#refusal.map((said) => ({ type: 'text', ...said }) as const);
		this.#pieces.push(...this.#refusal);
		this.#events.push(...rest, ...refused);
		return [...rest, ...refused];
	}

	text(): string {
		return this.#pieces.map((piece) => piece.text).join('');
	}

	/** What the model thought, in the field in which the server sent it. */
	thought(): JsonObject {
		if (this.#thoughtField === undefined) return {};
		const thoughts = this.#events.map((event) => (event.type === 'thinking' ? event.text : ''));
		return { [this.#thoughtField]: thoughts.join('') };
	}

	/** The last event. `stopped` is how operator or deadline ended the stream, if they did. */
	end(stopped: Finish | undefined): GenerationEvent {
		this.#finish = stopped ?? this.#ownFinish() ?? this.#finish;
		const called = this.#events.some((event) => event.type === 'call');
		if (called && this.#finish.unified === 'stop') this.#finish = { unified: 'tool-call', raw: this.#finish.raw };
		return this.#keep({ type: 'end', finish: this.#finish, ...this.#measures() });
	}

	#ownFinish(): Finish | undefined {
		const { maxTokens } = this.#options;
		if (this.isBeyond) return cutAt(eventsLimit(maxTokens));
		if (this.#refusal.length > 0) return { unified: 'unknown', raw: FINISH_WORDS.refusal };
		if (this.#lost !== undefined) return { unified: 'unknown', raw: this.#lost };
		return this.#reported && limitedFinish(this.#reported, this.#usage, { maxTokens });
	}

	record(): GenerationRecord {
		return {
			pieces: this.#pieces.map((piece) => piece.text),
			pieceAtMs: this.#pieces.map((piece) => piece.atMs),
			events: this.#events,
			finish: this.#finish,
			...this.#measures(),
			systemFingerprint: this.#fingerprint,
		};
	}

	#measures(): Pick<GenerationRecord, 'usage' | 'timings'> {
		const hasAnswer = this.#events.some(({ type }) => type !== 'end');
		return { usage: answerUsage(this.#usage, hasAnswer), timings: this.#timings() };
	}

	#timings(): GenerationRecord['timings'] {
		const { openMs, completeMs } = this.#assembly;
		const { limit } = this.#options;
		const called = openMs === undefined ? [] : [openMs, completeMs];
		const arrivals = [...this.#pieces.map(({ atMs }) => atMs), ...called].sort((one, other) => one - other);
		const [firstTokenMs, lastTokenMs] = [arrivals[0], arrivals.at(-1)];
		return {
			source: 'wall-clock',
			...(firstTokenMs !== undefined && lastTokenMs !== undefined && { firstTokenMs, lastTokenMs }),
			...(openMs !== undefined && { callOpenMs: openMs, callCompleteMs: completeMs }),
			...this.#serverTimings,
			totalMs: limit.clock(),
			...(limit.before !== undefined && { refused: limit.before }),
		};
	}

	*#hear(event: Heard): Iterable<GenerationEvent> {
		if (this.#waiting.length > 0) this.#waiting.push(event);
		else yield this.#keep(event);
	}

	#keep<E extends GenerationEvent>(event: E): E {
		this.#events.push(event);
		return event;
	}
}
