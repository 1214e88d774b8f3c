import { wasSilent } from '../../../model/timely.ts';
import type { LoggedGeneration, LoggedTimings, SampleResult } from '../../sample.ts';

type Usage = LoggedGeneration['usage'];

/** Prompt tokens really evaluated by prefill time; cached ones do not count. Absent where the engine does not tell them. */
export function prefillTokensPerSecond(
	{ prefillMs, cachedPromptTokens }: LoggedTimings,
	{ promptTokens }: Usage,
): number | undefined {
	if (prefillMs === undefined || promptTokens === undefined || cachedPromptTokens === undefined) return undefined;
	const evaluated = promptTokens - cachedPromptTokens;
	return evaluated > 0 && prefillMs > 0 ? (evaluated / prefillMs) * 1000 : undefined;
}

/** (output tokens - 1) / (last - first token time). Absent for fewer than two tokens. */
export function decodeTokensPerSecond(timings: LoggedTimings, { outputTokens }: Usage): number | undefined {
	const { firstTokenMs, lastTokenMs } = timings;
	if (firstTokenMs === undefined || lastTokenMs === undefined || outputTokens === undefined) return undefined;
	const ms = lastTokenMs - firstTokenMs;
	return outputTokens > 1 && ms > 0 ? ((outputTokens - 1) / ms) * 1000 : undefined;
}

/** Gaps between tokens, milliseconds. */
export function interTokenLatencies({ pieceAtMs }: LoggedTimings): readonly number[] {
	return pieceAtMs.slice(1).map((atMs, index) => atMs - (pieceAtMs[index] ?? atMs));
}

/** The whole user turn. Absent where an engine that stayed silent was waited for in it. */
export function endToEnd({ timings, transcript }: Pick<SampleResult, 'timings' | 'transcript'>): number | undefined {
	return transcript.generations.some(({ finish }) => wasSilent(finish)) ? undefined : timings.endToEndMs;
}
