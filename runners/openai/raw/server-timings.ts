import { type GenerationTimings, type JsonObject, possibleSpeeds, type Usage } from '../../../src/index.ts';
import { toldAmount } from '../wire/told-amount.ts';

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
	return { prefillMs: toldAmount(prompt_ms), decodeMs: toldAmount(predicted_ms) };
}

/**
 * The same as far as machines and our clock bear it: prefill and decoding follow one another within the request, and what
 * was streamed took about as long to make as to come.
 */
export function possibleServerTimings(
	{ prefillMs, decodeMs }: ServerTimings,
	{ firstMs, lastMs, totalMs }: Passed,
	usage: Usage,
): Pick<GenerationTimings, 'prefillMs' | 'decodeMs'> {
	const told = { ...(prefillMs !== undefined && { prefillMs }), ...(decodeMs !== undefined && { decodeMs }) };
	const clock = { source: 'wall-clock', firstTokenMs: firstMs, lastTokenMs: lastMs, totalMs } as const;
	const { measures } = possibleSpeeds({ ...told, ...clock }, usage);
	const mostMs = totalMs - (prefillMs ?? 0) + ROUNDING_MS;
	return {
		...(measures.prefillMs !== undefined && { prefillMs: measures.prefillMs }),
		...(measures.decodeMs !== undefined && measures.decodeMs <= mostMs && { decodeMs: measures.decodeMs }),
	};
}

/** Two readings of a clock may be rounded apart. */
const ROUNDING_MS = 1;
