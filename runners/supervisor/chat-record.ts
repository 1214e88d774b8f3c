import type { GenerationEvent, GenerationRecord, GenerationTimings } from '../../src/model/generation.ts';

export type GenerationEnd = Extract<GenerationEvent, { type: 'end' }>;
export type GenerationPart = Exclude<GenerationEvent, GenerationEnd>;

/** The record of a generation by an engine that reads calls itself; one without an end failed. */
export function chatRecord(parts: readonly GenerationPart[], end: GenerationEnd | undefined): GenerationRecord {
	const { finish, usage, timings } = end ?? {
		finish: { unified: 'unknown' as const, raw: 'failed' },
		usage: {},
		timings: { source: 'wall-clock' as const, totalMs: parts.at(-1)?.atMs ?? 0 },
	};
	return {
		pieces: parts.map(pieceOf),
		pieceAtMs: parts.map(({ atMs }) => atMs),
		events: end === undefined ? parts : [...parts, end],
		finish,
		usage,
		timings,
	};
}

/** Times of the first and the last part and of the first call. */
export function partTimes(
	parts: readonly GenerationPart[],
): Pick<GenerationTimings, 'firstTokenMs' | 'lastTokenMs' | 'callCompleteMs'> {
	const [first, last] = [parts[0], parts.at(-1)];
	const call = parts.find(({ type }) => type === 'call');
	return {
		...(first && { firstTokenMs: first.atMs }),
		...(last && { lastTokenMs: last.atMs }),
		...(call && { callCompleteMs: call.atMs }),
	};
}

function pieceOf(part: GenerationPart): string {
	if (part.type === 'call') return part.call.raw;
	return part.type === 'malformed' ? part.raw : part.text;
}
