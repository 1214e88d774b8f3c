import { wasSilent } from '../../../model/held/timely.ts';
import { type LoggedGeneration, type LoggedTimings, type SampleResult, UNCONFIRMED } from '../../sample.ts';
import type { UserTurn } from '../../turn.ts';

type Usage = LoggedGeneration['usage'];
type Timed = Pick<SampleResult, 'timings' | 'transcript'>;

/** Prompt tokens really evaluated by prefill time; cached ones do not count. Absent where the engine does not tell them. */
export function prefillTokensPerSecond(
	{ prefillMs, cachedPromptTokens }: LoggedTimings,
	{ promptTokens }: Usage,
): number | undefined {
	if (prefillMs === undefined || promptTokens === undefined || cachedPromptTokens === undefined) return undefined;
	const evaluated = promptTokens - cachedPromptTokens;
	return evaluated > 0 && prefillMs > 0 ? (evaluated / prefillMs) * 1000 : undefined;
}

/**
 * (output tokens - 1) / (last - first token time): the engine's own time between them where it tells one, else ours. Absent
 * for fewer than two tokens, and by our clock where the answer was held back on its way.
 */
export function decodeTokensPerSecond(timings: LoggedTimings, { outputTokens }: Usage): number | undefined {
	const { firstTokenMs, lastTokenMs, decodeMs } = timings;
	const ours = firstTokenMs === undefined || lastTokenMs === undefined ? undefined : lastTokenMs - firstTokenMs;
	const ms = decodeMs ?? (wasHeldBack(timings) ? undefined : ours);
	if (ms === undefined || outputTokens === undefined) return undefined;
	return outputTokens > 1 && ms > 0 ? ((outputTokens - 1) / ms) * 1000 : undefined;
}

/** Whether the gaps between its tokens are known: a clock that runs backwards, or not as ours, tells none. */
export function tellsInterTokenLatencies({ pieceAtMs, refuted }: LoggedTimings): boolean {
	if (refuted === true) return false;
	let before = Number.NEGATIVE_INFINITY;
	for (const atMs of pieceAtMs) {
		if (atMs < before) return false;
		before = atMs;
	}
	return pieceAtMs.length > 1;
}

/** Adds the gaps between tokens, milliseconds: a long log has a million, so no list is made of each generation's. */
export function addInterTokenLatencies(timings: LoggedTimings, values: number[]): void {
	if (wasHeldBack(timings)) return;
	let before: number | undefined;
	for (const atMs of timings.pieceAtMs) {
		if (before !== undefined) values.push(atMs - before);
		before = atMs;
	}
}

/** Whether what a generation waited for behind its last token is such a gap. */
export function tellsOpenGap(timings: LoggedTimings): boolean {
	const { length } = timings.pieceAtMs;
	return length === 1 || (tellsInterTokenLatencies(timings) && !wasHeldBack(timings));
}

/**
 * Whether a proxy or server sent what it made one by one at once: half of the pieces or more came together with the one
 * before. Of a call alone the pieces are not told.
 */
function wasHeldBack({ source, pieceAtMs }: LoggedTimings): boolean {
	if (source === 'engine') return false;
	const apart = pieceAtMs.filter((atMs, index) => index > 0 && atMs - (pieceAtMs[index - 1] ?? 0) >= TOGETHER_MS);
	return apart.length * 2 < Math.max(1, pieceAtMs.length);
}

/** What comes less than this behind another comes together with it: on our clock the pieces of one read are some 0.01 ms apart. */
const TOGETHER_MS = 1;

/** The whole sample with its tools. Absent where an engine that stayed silent was waited for in it. */
export function endToEnd({ timings, transcript }: Timed): number | undefined {
	return isTimed({ transcript }, transcript.generations) ? timings.endToEndMs : undefined;
}

/** The same of one of its user turns. */
export function turnEndToEnd({ from, generations, endToEndMs }: UserTurn, { transcript }: Timed): number | undefined {
	const own = transcript.generations.slice(from, from + generations.length);
	return isTimed({ transcript }, own) ? endToEndMs : undefined;
}

/** Of what another model may have answered, no time is this one's. */
function isTimed({ transcript }: Pick<Timed, 'transcript'>, generations: readonly LoggedGeneration[]): boolean {
	return transcript.failure !== UNCONFIRMED && !generations.some(({ finish }) => wasSilent(finish));
}
