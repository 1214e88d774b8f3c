import type { GenerationTimings, Usage } from './generation.ts';

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
 * or prompt, more than its whole, or beyond both what was asked for and what the text could be: a token has a byte or more.
 * 0 beside no text can be: a model may end at once, and an end may count for nothing.
 */
export function possibleUsage(usage: ToldUsage, text: string, maxTokens: number): Possible<Usage> {
	const leftOut: string[] = [];
	const most = Math.max(maxTokens, new TextEncoder().encode(text).length);
	const within = (name: keyof Usage, least: number, limit: number): number | undefined => {
		const count = usage[name];
		if (count === undefined || (Number.isInteger(count) && count >= least && count <= limit)) return count;
		leftOut.push(`${count} ${name} where there can be ${least} to ${limit}`);
		return undefined;
	};
	const promptTokens = within('promptTokens', 1, MOST_PROMPT_TOKENS);
	const outputTokens = within('outputTokens', text.trim() === '' ? 0 : 1, most);
	const measures: { -readonly [name in keyof Usage]: number | undefined } = {
		promptTokens,
		cachedPromptTokens: within('cachedPromptTokens', 0, promptTokens ?? MOST_PROMPT_TOKENS),
		outputTokens,
		thoughtTokens: within('thoughtTokens', 0, outputTokens ?? most),
	};
	return { measures: told(measures), leftOut };
}

/** Times within a generation: all between its beginning and its end, and none where its pieces' clock runs backwards. */
export function possibleTimings(timings: GenerationTimings, pieceAtMs: readonly number[]): Possible<GenerationTimings> {
	const back = pieceAtMs.findIndex((atMs, index) => atMs < (pieceAtMs[index - 1] ?? 0));
	const latestMs = Number.isFinite(timings.totalMs) ? timings.totalMs + ROUNDING_MS : Number.POSITIVE_INFINITY;
	const backwards = back === -1 ? [] : [`a clock that runs backwards, at piece ${back + 1} to ${pieceAtMs[back]} ms`];
	const beyond = TIMES.filter((name) => !((timings[name] ?? 0) >= 0 && (timings[name] ?? 0) <= latestMs));
	const leftOut = [
		...backwards,
		...beyond.map((name) => `${timings[name]} ms of ${name} in a generation of ${timings.totalMs} ms`),
	];
	if (leftOut.length === 0) return { measures: timings, leftOut };
	const { source, totalMs, sinceLastEnd } = timings;
	const kept = TIMES.filter((name) => !beyond.includes(name) && (back === -1 || name === 'prefillMs'));
	const times = Object.fromEntries(kept.map((name) => [name, timings[name]]));
	return { measures: { source, ...told(times), totalMs, ...told({ sinceLastEnd }) }, leftOut };
}

const TIMES = ['prefillMs', 'firstTokenMs', 'lastTokenMs', 'callOpenMs', 'callCompleteMs'] as const;

/** Two readings of one clock may be rounded apart. */
const ROUNDING_MS = 1;

function told<Value>(measures: Readonly<Record<string, Value | undefined>>): Readonly<Record<string, Value>> {
	return Object.fromEntries(
		Object.entries(measures).filter((entry): entry is [string, Value] => entry[1] !== undefined),
	);
}
