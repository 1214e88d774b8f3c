import type { GenerationTimings, JsonObject, JsonValue } from '../../../src/index.ts';

/** What a server tells of its own clock, milliseconds. */
export interface ServerTimings {
	readonly prefillMs?: number | undefined;
	readonly decodeMs?: number | undefined;
}

/** What passed of an answer on our clock: its first and last words, and the whole. */
export interface Passed {
	readonly firstMs: number;
	readonly lastMs: number;
	readonly totalMs: number;
}

/** What llama-server tells, with raw completion and with chat. Source: llama.cpp, tools/server (`result_timings`). */
export function readTimings({ prompt_ms, predicted_ms }: JsonObject): ServerTimings {
	return { prefillMs: countOf(prompt_ms), decodeMs: countOf(predicted_ms) };
}

/**
 * The same as far as our clock bears it: prefill and decoding follow one another within the request, and what was streamed
 * took about as long to make as to come.
 */
export function possibleTimings(
	{ prefillMs, decodeMs = Number.NaN }: ServerTimings,
	{ firstMs, lastMs, totalMs }: Passed,
): Pick<GenerationTimings, 'prefillMs' | 'decodeMs'> {
	const mostMs = totalMs - (prefillMs ?? 0) + ROUNDING_MS;
	const isPossible = decodeMs <= mostMs && decodeMs >= (lastMs - firstMs - JITTER_MS) / 2;
	return { ...(prefillMs !== undefined && { prefillMs }), ...(isPossible && { decodeMs }) };
}

/** Two readings of a clock may be rounded apart. */
const ROUNDING_MS = 1;

/** A network brings words this far from where they were made. */
const JITTER_MS = 10;

/** What a log holds at most: a server that tells more has counted nothing. */
const MAX_COUNT = 1e15;

/** A count or time a server may have told. */
export function countOf(value: JsonValue | undefined): number | undefined {
	return typeof value === 'number' && value >= 0 && value <= MAX_COUNT ? value : undefined;
}
