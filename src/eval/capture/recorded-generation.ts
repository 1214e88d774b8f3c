import { sha256 } from '../../json/sha256.ts';
import type { GenerationEvent, GenerationRecord } from '../../model/generation.ts';
import type { LoggedEvent, LoggedGeneration, LoggedTimings } from '../sample.ts';

/** Splits a generation into what is equal for equal seeds and what was measured. */
export async function splitGeneration(
	record: GenerationRecord,
): Promise<{ readonly generation: LoggedGeneration; readonly timings: LoggedTimings }> {
	const { cachedPromptTokens, ...usage } = record.usage;
	const clocked = record.events.filter((event): event is ClockedEvent => event.type !== 'end');
	return {
		generation: {
			...(record.promptText === undefined ? {} : { promptSha256: await sha256(record.promptText) }),
			...(record.promptTail === undefined ? {} : { promptTail: record.promptTail }),
			pieces: record.pieces,
			...(record.tokens === undefined ? {} : { tokens: record.tokens }),
			events: clocked.map(withoutClock),
			finish: record.finish,
			usage,
			...(record.systemFingerprint === undefined ? {} : { systemFingerprint: record.systemFingerprint }),
		},
		timings: {
			...record.timings,
			...(cachedPromptTokens === undefined ? {} : { cachedPromptTokens }),
			pieceAtMs: record.pieceAtMs.map(roundMs),
			eventAtMs: clocked.map((event) => roundMs(event.atMs)),
		},
	};
}

type ClockedEvent = Exclude<GenerationEvent, { type: 'end' }>;

function withoutClock(event: ClockedEvent): LoggedEvent {
	const { atMs: _, ...rest } = event;
	return rest;
}

/** Hundredths of a millisecond: finer than any clock here, and a third of the log's size. */
function roundMs(ms: number): number {
	return Math.round(ms * 100) / 100;
}
