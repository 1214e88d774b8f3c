import type { JsonObject } from '../base/json.ts';
import { type Message, message } from '../base/message.ts';

/** Deviations from the dialect's own grammar that the lenient reading forgives. Each is described in docs/metrics.md. */
export const REPAIRS = [
	// How the call opens and closes.
	'malformed-opener',
	'missing-opener',
	'missing-closer',
	'missing-braces',
	'doubled-name',
	'namespace',
	'in-thinking',
	'trailing-text',
	// In which language it is written.
	'code-fence',
	'json-arguments',
	'python-arguments',
	'tool-code',
	// How its keys and values are written.
	'raw-quotes',
	'unbalanced-quote',
	'unquoted-string',
	'empty-value',
	'equals-sign',
	'irregular-key',
	'loose-number',
	'trailing-comma',
	// What was lost in reading it.
	'repeated-key',
	'rounded-number',
] as const;

export type Repair = (typeof REPAIRS)[number];

/** Repairs that are the model's fault; a rounded number is not. */
export function faultsOf(repairs: readonly Repair[]): readonly Repair[] {
	return repairs.filter((repair) => repair !== 'rounded-number');
}

/** Whether a call with these repairs did not come to its end: half a name, or arguments that were still to come. */
export function isOpenEnded(repairs: readonly Repair[] = []): boolean {
	return repairs.includes('missing-closer') || repairs.includes('missing-braces');
}

/** A tool call as the model asked for it. */
export interface ToolCall {
	/** Unique within its conversation: `call-0`, `call-1`, ... */
	readonly id: string;
	readonly name: string;
	readonly arguments: JsonObject;
	/** Exactly what the model wrote, special tokens included; where the engine read it and tells no such text, name and arguments. */
	readonly raw: string;
	/** None but `rounded-number` where the strict reading accepts it; absent where the engine read the call, and mended what nobody was told. */
	readonly repairs?: readonly Repair[];
}

/** Why text that opens like a call could not be read as one. */
export type MalformedReason =
	| 'not-strict'
	| 'bad-name'
	| 'bad-arguments'
	| 'positional-arguments'
	| 'unclosed'
	| 'too-long';

/** Why a generation ended: our word for it, and the engine's own. */
export interface Finish {
	readonly unified: 'stop' | 'tool-call' | 'length' | 'aborted' | 'deadline' | 'unknown';
	readonly raw: string;
	/**
	 * Of `length` at another limit than the tokens asked for: gemmark's own, at which it cut an engine that did not end, or the
	 * engine's, below what it was asked for or at a word of its own.
	 */
	readonly limit?: 'gemmark' | 'engine' | undefined;
	/** That limit for people; where it is absent, `raw` names it. */
	readonly said?: Message | undefined;
}

/** Whether it ran into a limit or was stopped, so that more was to come. */
export function wasCutOff({ unified }: Pick<Finish, 'unified'>): boolean {
	return unified === 'length' || unified === 'deadline' || unified === 'aborted';
}

/** Token counts; a count the engine does not tell is absent. */
export interface Usage {
	/** All tokens of the prompt, cached or not. */
	readonly promptTokens?: number;
	/** Of these, the tokens that were not evaluated again. */
	readonly cachedPromptTokens?: number;
	readonly outputTokens?: number;
	/** Of these, tokens of thoughts: as the engine counts them, or as we read them. */
	readonly thoughtTokens?: number;
}

/** Milliseconds from the acceptance of the request, on the clock named by `source`. Unknown is absent. */
export interface GenerationTimings {
	readonly source: 'engine' | 'wall-clock';
	readonly prefillMs?: number;
	/** From the first token to the last, as an engine behind a network tells it of its own clock. */
	readonly decodeMs?: number;
	readonly firstTokenMs?: number;
	readonly lastTokenMs?: number;
	/** The call's opening token, and the complete call. */
	readonly callOpenMs?: number;
	readonly callCompleteMs?: number;
	readonly totalMs: number;
	/** Attempts that a server did not take before this one, and how long they and the waits behind them took: in no other time. */
	readonly refused?: { readonly attempts: number; readonly ms: number };
	/**
	 * Of a later generation of an app's own turn: whether its clock runs since the one before ended, with the app's tools in
	 * it, for nobody tells when it began. False where that is told; absent where the engine took the request by itself.
	 */
	readonly sinceLastEnd?: boolean;
}

/** What a generation yields, in order; exactly one `end`, last. `atMs` counts from the acceptance of the request. */
export type GenerationEvent =
	| { readonly type: 'text'; readonly text: string; readonly atMs: number }
	| { readonly type: 'thinking'; readonly text: string; readonly atMs: number }
	| { readonly type: 'call'; readonly call: ToolCall; readonly atMs: number }
	| { readonly type: 'malformed'; readonly reason: MalformedReason; readonly raw: string; readonly atMs: number }
	| { readonly type: 'end'; readonly finish: Finish; readonly usage: Usage; readonly timings: GenerationTimings };

/** One generation as the log keeps it: the raw stream beside what was read from it. */
export interface GenerationRecord {
	/** Prompt behind the shared beginning (system and tools), special tokens visible. Absent where the engine renders by itself. */
	readonly promptTail?: string;
	/** The whole rendered prompt, for hashing; not written to the log. */
	readonly promptText?: string;
	/** Token texts in order; joined they are the raw output. */
	readonly pieces: readonly string[];
	/** Arrival of each piece, milliseconds from the acceptance of the request; as long as `pieces`. */
	readonly pieceAtMs: readonly number[];
	/** Token ids where the engine tells them; as long as `pieces`. */
	readonly tokens?: readonly number[];
	readonly events: readonly GenerationEvent[];
	readonly finish: Finish;
	readonly usage: Usage;
	readonly timings: GenerationTimings;
	/** The server's own word for the setup that answered: where it changes, so may answers. */
	readonly systemFingerprint?: string;
}

/** What the outline needs of an event; those of a stream and those of a log have it. */
export type OutlinedEvent =
	| { readonly type: 'text'; readonly text: string }
	| { readonly type: 'call' | 'malformed' | 'thinking' | 'end' };

type EventOf<Event, Type> = Extract<Event, { readonly type: Type }>;

/**
 * What a generation says before it calls, and what it tries to call, read event by event. Every answer is about the
 * events so far.
 */
export class GenerationOutline<Event extends OutlinedEvent> {
	/** Calls and malformed calls in the order they were made. */
	readonly attempts: (EventOf<Event, 'call'> | EventOf<Event, 'malformed'>)[] = [];
	#call: EventOf<Event, 'call'> | undefined;
	#text = '';
	#beforeMalformed: string | undefined;

	read(event: Event): void {
		if (isOf(event, 'text')) {
			if (this.#call === undefined) this.#text += event.text;
		} else if (isOf(event, 'call')) {
			this.#call ??= event;
			this.attempts.push(event);
		} else if (isOf(event, 'malformed')) {
			this.#beforeMalformed ??= this.#text;
			this.attempts.push(event);
		}
	}

	/** The first call that could be read. */
	get call(): EventOf<Event, 'call'> | undefined {
		return this.#call;
	}

	/** Text before the first call; before the first malformed call where no call could be read; else all text. Thinking is none. */
	get prefix(): string {
		return this.#call === undefined ? (this.#beforeMalformed ?? this.#text) : this.#text;
	}

	/** Text before the first call, that around malformed calls included, since a call may still follow them. */
	get textBeforeCall(): string {
		return this.#text;
	}
}

export function outlineOf<Event extends OutlinedEvent>(events: Iterable<Event>): GenerationOutline<Event> {
	const outline = new GenerationOutline<Event>();
	for (const event of events) outline.read(event);
	return outline;
}

function isOf<Event extends OutlinedEvent, Type extends Event['type']>(
	event: Event,
	type: Type,
): event is EventOf<Event, Type> {
	return event.type === type;
}

/**
 * Words in `Finish.raw` on which evidence rests: a runner, or whoever ends a generation, writes them, and reports and scores
 * read them. They stand in logs, so none is ever renamed.
 */
export const FINISH_WORDS = {
	/** An app that was captured tells no word of its engine. */
	captured: 'captured',
	/** The same where its engine failed, or refused. */
	capturedFailure: 'captured: unknown',
	/** And where it counted more tokens than it handed on. */
	capturedSwallow: 'captured: swallowed',
	/** Nothing came, and no count of tokens. */
	empty: 'empty answer',
	/** A refusal in place of an answer, as the `delta.refusal` of OpenAI's API tells it. */
	refusal: 'refusal',
	/** A server tells a call, and not the arguments that its tool needs. */
	missingArguments: 'call without arguments',
} as const;

/** The end of an answer to a part of the prompt; `told` is how the engine tells of the rest. */
export function promptCut(told: string): Finish {
	return { unified: 'length', raw: `${PROMPT_CUT} (${told})` };
}

export function isPromptCut({ raw }: Pick<Finish, 'raw'>): boolean {
	return raw.startsWith(PROMPT_CUT);
}

const PROMPT_CUT = 'context: prompt cut';

/** What an engine's word for an end means, in capitals or not; undefined of a word that nobody knows. */
export function finishWordOf(word: string): 'stop' | 'tool-call' | 'length' | undefined {
	return ENGINES_WORDS.get(word.toLowerCase());
}

/** Of OpenAI's API, TGI, Anthropic, Gemini and Mistral. */
const ENGINES_WORDS: ReadonlyMap<string, 'stop' | 'tool-call' | 'length'> = new Map([
	...['stop', 'eos', 'eos_token', 'end_turn', 'stop_sequence'].map((word) => [word, 'stop'] as const),
	...['tool_calls', 'function_call'].map((word) => [word, 'tool-call'] as const),
	...['length', 'max_tokens', 'max_length', 'model_length'].map((word) => [word, 'length'] as const),
]);

/** Events of a generation: about one for each token, where the engine stops at its limit. */
export function maxEvents(maxTokens: number): number {
	return 4 * maxTokens + 64;
}

export function eventsLimit(tokens: number): Message {
	return message('limit.events', { limit: maxEvents(tokens), tokens });
}

/** The end of a generation that gemmark cut at a limit. */
export function cutAt(said: Message): Finish {
	return { unified: 'length', raw: 'cut by gemmark', limit: 'gemmark', said };
}

/** Longest text of a generation, UTF-16 units, with room to spare: no token of a Gemma is near so long. */
export function maxChars(maxTokens: number): number {
	return MOST_TOKEN_CHARS * maxTokens;
}

export function charsLimit(tokens: number): Message {
	return message('limit.characters', { limit: maxChars(tokens), tokens });
}

export const MOST_TOKEN_CHARS = 1024;

/** Longest arguments of one call that a server or an app has read, UTF-16 units of JSON: more is a runaway model. */
export const MAX_ARGUMENTS: number = 64 * 1024;
