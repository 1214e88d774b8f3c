import { type GenerationTimings, MOST_TOKEN_CHARS, type Usage } from './generation.ts';

/** What can be of what an engine measured, and what was left out of it, in words. */
export interface Possible<Measures> {
	readonly measures: Measures;
	readonly leftOut: readonly string[];
}

/** More than any Gemma's context holds. */
export const MOST_PROMPT_TOKENS: number = 2 ** 20;

/** Counts as whoever tells them has them. */
type ToldUsage = { readonly [Count in keyof Usage]?: Usage[Count] | undefined };

/**
 * Token counts of a generation that told this text. A count is left out that is no number of things, or none beside a text
 * or prompt, more than its whole, fewer than the text takes, or beyond both what was asked for and what the text could be: a token has
 * a byte or more.
 * 0 beside no text can be: a model may end at once, and an end may count for nothing.
 */
export function possibleUsage(usage: ToldUsage, text: string, maxTokens: number): Possible<Usage> {
	const leftOut: string[] = [];
	const most = Math.max(maxTokens, new TextEncoder().encode(text).length);
	const within = (name: keyof Usage, least: number, limit: number): number | undefined => {
		const count = usage[name];
		if (count === undefined || (Number.isInteger(count) && count >= least && count <= limit)) return count;
		const isNumber = typeof count === 'number';
		leftOut.push(isNumber ? `${count} ${name} where there can be ${least} to ${limit}` : `${name} as ${typeof count}`);
		return undefined;
	};
	const promptTokens = within('promptTokens', 1, MOST_PROMPT_TOKENS);
	const outputTokens = within('outputTokens', leastTokens(text), most);
	const measures: { -readonly [name in keyof Usage]: number | undefined } = {
		promptTokens,
		cachedPromptTokens: within('cachedPromptTokens', 0, promptTokens ?? MOST_PROMPT_TOKENS),
		outputTokens,
		thoughtTokens: within('thoughtTokens', 0, outputTokens ?? most),
	};
	return { measures: told(measures), leftOut };
}

/** No token reaches from one word over a space into the next; signs with spaces between them may be one. */
function leastTokens(text: string): number {
	const words = text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
	return Math.max(words.length, Math.ceil(text.trim().length / MOST_TOKEN_CHARS));
}

/** Times within a generation: all between its beginning and its end, and none where its pieces' clock runs backwards. */
export function possibleTimings(timings: GenerationTimings, pieceAtMs: readonly number[]): Possible<GenerationTimings> {
	const back = pieceAtMs.findIndex((atMs, index) => atMs < (pieceAtMs[index - 1] ?? 0));
	const latestMs = Number.isFinite(timings.totalMs) ? timings.totalMs + ROUNDING_MS : Number.POSITIVE_INFINITY;
	const isTime = (ms: unknown = 0): boolean => typeof ms === 'number' && ms >= 0 && ms <= latestMs;
	const backwards = back === -1 ? [] : [`a clock that runs backwards, at piece ${back + 1} to ${pieceAtMs[back]} ms`];
	const beyond = TIMES.filter((name) => !isTime(timings[name]));
	const leftOut = [
		...backwards,
		...beyond.map((name) => `${timings[name]} ms of ${name} in a generation of ${rounded(timings.totalMs)} ms`),
	];
	if (leftOut.length === 0) return { measures: timings, leftOut };
	const { source, totalMs, refused, sinceLastEnd } = timings;
	const kept = TIMES.filter((name) => !beyond.includes(name) && (back === -1 || name === 'prefillMs'));
	const times = Object.fromEntries(kept.map((name) => [name, timings[name]]));
	return { measures: { source, ...told(times), totalMs, ...told({ refused }), ...told({ sinceLastEnd }) }, leftOut };
}

/**
 * Times in which so many tokens can be: nothing makes them faster than the memory and the cores of today let the smallest
 * Gemma, and a decoding takes about as long as its pieces lie apart.
 */
export function possibleSpeeds(timings: GenerationTimings, usage: Usage): Possible<GenerationTimings> {
	const { firstTokenMs = 0, lastTokenMs = firstTokenMs } = timings;
	const { promptTokens = 0, cachedPromptTokens = promptTokens, outputTokens = 0 } = usage;
	const leastMs = {
		prefillMs: (promptTokens - cachedPromptTokens) * LEAST_PREFILL_MS,
		decodeMs: Math.max((outputTokens - 1) * LEAST_DECODE_MS, (lastTokenMs - firstTokenMs - JITTER_MS) / 2),
	};
	const tooFast = (['prefillMs', 'decodeMs'] as const).filter((name) => (timings[name] ?? Infinity) < leastMs[name]);
	const kept = Object.entries(timings).filter(([name]) => !(tooFast as readonly string[]).includes(name));
	return {
		measures: Object.fromEntries(kept) as unknown as GenerationTimings,
		leftOut: tooFast.map(
			(name) => `${timings[name]} ms of ${name} where there can be ${rounded(leastMs[name])} ms or more`,
		),
	};
}

/** A token is 0.54 GFLOP of 270 million parameters: 5,000 TFLOPS, beyond any core of today. */
const LEAST_PREFILL_MS = 1e-4;
/** A token reads all weights, 135 MB at 4 bits: 13 TB/s, beyond any memory of today. */
const LEAST_DECODE_MS = 1e-2;
/** A network brings pieces this far from where they were made. */
const JITTER_MS = 10;

const TIMES = ['prefillMs', 'decodeMs', 'firstTokenMs', 'lastTokenMs', 'callOpenMs', 'callCompleteMs'] as const;

/** Two readings of one clock may be rounded apart. */
const ROUNDING_MS = 1;

function rounded(ms: number): number {
	return Math.round(ms * 1000) / 1000;
}

function told<Value>(measures: Readonly<Record<string, Value | undefined>>): Readonly<Record<string, Value>> {
	return Object.fromEntries(
		Object.entries(measures).filter((entry): entry is [string, Value] => entry[1] !== undefined),
	);
}
