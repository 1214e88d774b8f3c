import { z } from 'zod';
import { amount, flag, jsonObject, type Parsed, said, text, texts, whole } from '../base/border.ts';
import { type Message, message } from '../base/message.ts';

/** Deviations from the dialect's grammar that the lenient reading repairs; docs/metrics.md describes each. */
export const REPAIRS = [
	// Delimiters of the call.
	'malformed-opener',
	'missing-opener',
	'missing-closer',
	'missing-braces',
	'doubled-name',
	'namespace',
	'in-thinking',
	'trailing-text',
	'wrapper-tag',
	'wrapper-object',
	// Language of the call.
	'code-fence',
	'json-arguments',
	'python-arguments',
	'tool-code',
	// Keys and values.
	'raw-quotes',
	'unbalanced-quote',
	'unquoted-string',
	'empty-value',
	'equals-sign',
	'irregular-key',
	'loose-number',
	'trailing-comma',
	'missing-comma',
	// Information lost in reading.
	'repeated-key',
	'rounded-number',
] as const;

export type Repair = (typeof REPAIRS)[number];

/** Repairs of the model's faults; a rounded number is not one. */
export function faultsOf(repairs: readonly Repair[]): readonly Repair[] {
	return repairs.filter((repair) => repair !== 'rounded-number');
}

/** Whether the repairs show an incomplete call: half a name, or unfinished arguments. */
export function isOpenEnded(repairs: readonly Repair[] = []): boolean {
	return repairs.includes('missing-closer') || repairs.includes('missing-braces');
}

/** A tool call by the model. */
export interface ToolCall extends Parsed<typeof toolCall> {}

export const toolCall = z.object({
	/** Unique within its conversation: `call-0`, `call-1`, ... */
	id: text,
	name: text,
	arguments: jsonObject,
	/** The model's text with special tokens; name and arguments if the engine parsed it and reports no text. */
	raw: text,
	/**
	 * Only `rounded-number` if the strict reading accepts it; absent if the engine parsed the call, with unknown repairs.
	 */
	repairs: (texts as z.ZodType<readonly Repair[]>).optional(),
});

/** Why text that opens like a call is malformed. */
export type MalformedReason =
	| 'not-strict'
	| 'bad-name'
	| 'bad-arguments'
	| 'positional-arguments'
	| 'unclosed'
	| 'too-long';

/** Why a generation ended: the unified cause and the engine's word. */
export interface Finish extends Parsed<typeof finish> {}

export const finish = z.object({
	unified: z.enum(['stop', 'tool-call', 'length', 'aborted', 'deadline', 'unknown']),
	raw: text,
	/**
	 * Of `length`, if not the requested token limit: gemmark's limit for an engine that did not end, or the engine's
	 * lower one.
	 */
	limit: z.enum(['gemmark', 'engine']).optional(),
	/** That limit for people; if absent, `raw` names it. */
	said: said.optional(),
});

/** Whether it was cut, so that more would have come. */
export function wasCutOff({ unified }: Finish): boolean {
	return unified === 'length' || unified === 'deadline' || unified === 'aborted';
}

/** Token counts; unreported ones are absent. */
export interface Usage extends Parsed<typeof usage> {}

export const usage = z.object({
	/** All tokens of the prompt, cached or not. */
	promptTokens: amount.optional(),
	/** Prompt tokens not evaluated again. */
	cachedPromptTokens: amount.optional(),
	outputTokens: amount.optional(),
	/** Output tokens of thoughts, counted by the engine or by us. */
	thoughtTokens: amount.optional(),
});

/** Milliseconds from the acceptance of the request, on the clock named by `source`. Unknown is absent. */
export interface GenerationTimings extends Parsed<typeof generationTimings> {}

export const generationTimings = z.object({
	/** `cache`: an earlier answer to the same request, of which no time is known; all are 0. */
	source: z.enum(['engine', 'wall-clock', 'cache']),
	prefillMs: amount.optional(),
	/** From the first token to the last on a remote engine's clock. */
	decodeMs: amount.optional(),
	firstTokenMs: amount.optional(),
	lastTokenMs: amount.optional(),
	/** The call's opening token, and the complete call. */
	callOpenMs: amount.optional(),
	callCompleteMs: amount.optional(),
	totalMs: amount,
	/**
	 * Attempts that a server refused before this one, and the time of them and their waits, which no other time includes.
	 */
	refused: z.looseObject({ attempts: whole, ms: amount }).optional(),
	/** The prompt had been evaluated before, beyond its shared beginning: times that include its evaluation are unknown. */
	repeated: z.literal(true).optional(),
	/**
	 * Of a later generation of an app's turn: true if its clock starts at the end of the one before, the app's tools
	 * included, as its start is unknown; false if reported. Absent if the engine took the request itself.
	 */
	sinceLastEnd: flag.optional(),
});

/** Events of a generation, in order; exactly one `end`, last. `atMs` counts from the acceptance of the request. */
export type GenerationEvent =
	| { readonly type: 'text'; readonly text: string; readonly atMs: number }
	| { readonly type: 'thinking'; readonly text: string; readonly atMs: number }
	| { readonly type: 'call'; readonly call: ToolCall; readonly atMs: number }
	| { readonly type: 'malformed'; readonly reason: MalformedReason; readonly raw: string; readonly atMs: number }
	| { readonly type: 'end'; readonly finish: Finish; readonly usage: Usage; readonly timings: GenerationTimings };

/** A generation as the log has it: the raw stream and what was parsed from it. */
export interface GenerationRecord {
	/** Prompt after the shared beginning (system and tools), special tokens visible. Absent if the engine renders it. */
	readonly promptTail?: string;
	/** The whole rendered prompt, for hashing; not in the log. */
	readonly promptText?: string;
	/** Token texts in order; joined they are the raw output. */
	readonly pieces: readonly string[];
	/** Arrival of each piece, milliseconds from the acceptance of the request; as long as `pieces`. */
	readonly pieceAtMs: readonly number[];
	/** Token ids, if the engine reports them; as long as `pieces`. */
	readonly tokens?: readonly number[];
	readonly events: readonly GenerationEvent[];
	readonly finish: Finish;
	readonly usage: Usage;
	readonly timings: GenerationTimings;
	/** The server's name for its setup; if it changes, answers may. */
	readonly systemFingerprint?: string;
}

/** The event fields that an outline needs, in streams and logs. */
export type OutlinedEvent =
	| { readonly type: 'text'; readonly text: string }
	| { readonly type: 'call' | 'malformed' | 'thinking' | 'end' };

type EventOf<Event, Type> = Extract<Event, { readonly type: Type }>;

/** What a generation says before it calls, and its calls, event by event. Properties reflect the events so far. */
export class GenerationOutline<Event extends OutlinedEvent> {
	/** Calls and malformed calls, in order. */
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

	/** The first readable call. */
	get call(): EventOf<Event, 'call'> | undefined {
		return this.#call;
	}

	/**
	 * Text before the first call; before the first malformed call if none was readable; else all text. Without thinking.
	 */
	get prefix(): string {
		return this.#call === undefined ? (this.#beforeMalformed ?? this.#text) : this.#text;
	}

	/** Text before the first call, also around malformed calls, as a call may still follow. */
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

/** Words in `Finish.raw` that scores and reports depend on. Logs contain them, so they keep their values. */
export const FINISH_WORDS = {
	/** A captured app does not report the engine's reason. */
	captured: 'captured',
	/** The same, and its engine failed or refused. */
	capturedFailure: 'captured: unknown',
	/** The same, and the engine counted more tokens than it passed on. */
	capturedSwallow: 'captured: swallowed',
	/** No output, and no token count. */
	empty: 'empty answer',
	/** A refusal instead of an answer (`delta.refusal` in OpenAI's API). */
	refusal: 'refusal',
	/** A server reports a call without the arguments that its tool requires. */
	missingArguments: 'call without arguments',
	/** A server reports a call without the name of its tool. */
	missingName: 'call without a name',
	/** LiteRT-LM refuses a call, and holds back the words before it: of a text only the beginning arrives. */
	refusedCall: 'call refused by the parser',
} as const;

/** Finish of an answer to a part of the prompt; `reported` is the engine's sign of it. */
export function promptCut(reported: string): Finish {
	return { unified: 'length', raw: `${PROMPT_CUT} (${reported})` };
}

export function isPromptCut({ raw }: Finish): boolean {
	return raw.startsWith(PROMPT_CUT);
}

const PROMPT_CUT = 'context: prompt cut';

/** Meaning of an engine's finish word in any case; undefined if unknown. */
export function finishWordOf(word: string): 'stop' | 'tool-call' | 'length' | undefined {
	return ENGINES_WORDS.get(word.toLowerCase());
}

/** Of OpenAI's API, TGI, Anthropic, Gemini and Mistral. */
const ENGINES_WORDS: ReadonlyMap<string, 'stop' | 'tool-call' | 'length'> = new Map([
	...['stop', 'eos', 'eos_token', 'end_turn', 'stop_sequence'].map((word) => [word, 'stop'] as const),
	...['tool_calls', 'function_call'].map((word) => [word, 'tool-call'] as const),
	...['length', 'max_tokens', 'max_length', 'model_length'].map((word) => [word, 'length'] as const),
]);

/** Events of a generation: about one per token, if the engine respects its limit. */
export function maxEvents(maxTokens: number): number {
	return 4 * maxTokens + 64;
}

export function eventsLimit(tokens: number): Message {
	return message('limit.events', { limit: maxEvents(tokens), tokens });
}

/** Finish of a generation that gemmark cut at a limit. */
export function cutAt(said: Message): Finish {
	return { unified: 'length', raw: 'cut by gemmark', limit: 'gemmark', said };
}

/** Longest text of a generation, UTF-16 units; Gemma's tokens are far shorter. */
export function maxChars(maxTokens: number): number {
	return MOST_TOKEN_CHARS * maxTokens;
}

export function charsLimit(tokens: number): Message {
	return message('limit.characters', { limit: maxChars(tokens), tokens });
}

export const MOST_TOKEN_CHARS = 1024;

/** Longest arguments of a call parsed by a server or app, UTF-16 units of JSON; more is a runaway model. */
export const MAX_ARGUMENTS: number = 64 * 1024;
