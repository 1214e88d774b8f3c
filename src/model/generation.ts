import type { JsonObject } from '../json/json-value.ts';

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
	 * engine's, below what it was asked for or at a word of its own. `raw` then names that limit, for people.
	 */
	readonly limit?: 'gemmark' | 'engine' | undefined;
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
	/** Whether gemmark's own clock contradicts the engine's: no time of it is here, and `totalMs` is ours. */
	readonly refuted?: boolean;
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
