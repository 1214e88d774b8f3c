import { EngineError, type Finish } from '../../src/index.ts';

/** Why a replayed generation ends before its recording does. */
export interface Ending {
	/** Pieces that are given. */
	readonly pieces: number;
	/** Of the last piece, the characters that are given; absent: all. */
	readonly lastChars?: number;
	readonly finish: Finish;
}

export interface EndingLimits {
	readonly maxTokens: number;
	readonly stop: readonly string[];
	/** On the recording's clock. */
	readonly deadlineMs: number;
}

/** Where the request's own limits cut a recorded stream; undefined where they do not. The first cut counts. */
export function endingOf(
	pieces: readonly string[],
	atMs: readonly number[],
	{ maxTokens, stop, deadlineMs }: EndingLimits,
): Ending | undefined {
	const late = pieces.findIndex((_, index) => (atMs[index] ?? 0) > deadlineMs);
	const most = Math.min(maxTokens, late === -1 ? pieces.length : late);
	const stopped = stopAt(pieces, stop);
	if (stopped !== undefined && stopped.pieces <= most) return stopped;
	if (late !== -1 && late <= maxTokens) return { pieces: late, finish: { unified: 'deadline', raw: 'replay' } };
	return pieces.length <= maxTokens ? undefined : { pieces: maxTokens, finish: { unified: 'length', raw: 'replay' } };
}

/** The failure of a request that no recording answers. A conversation that left its recording is that sample's own. */
export function notRecorded(index: number, name: string): EngineError {
	if (index === 0) {
		return new EngineError('unavailable', `${name}: the recording has no answer to this prompt`, {
			hint: 'Replay the suites that were recorded, with their corpora and prompts.',
		});
	}
	return new EngineError('not-recorded', `${name}: the conversation has left its recording`, {
		hint: 'What the model would have said here needs its engine.',
	});
}

function stopAt(pieces: readonly string[], stop: readonly string[]): Ending | undefined {
	const text = pieces.join('');
	const places = stop.map((word) => (word === '' ? -1 : text.indexOf(word))).filter((place) => place !== -1);
	if (places.length === 0) return undefined;
	let left = Math.min(...places);
	for (const [index, piece] of pieces.entries()) {
		if (left <= piece.length) {
			return { pieces: index + 1, lastChars: left, finish: { unified: 'stop', raw: 'replay' } };
		}
		left -= piece.length;
	}
	return undefined;
}
