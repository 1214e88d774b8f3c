import { outlineOf } from '../../model/generation-outline.ts';
import type { LoggedCall, LoggedGeneration, SampleResult, SampleTimings } from '../sample.ts';
import { isCutInCall } from './open-call.ts';
import { type UserTurn, userTurns } from './user-turns.ts';

/** What a user turn did first, read from its generations. */
export interface TurnReading {
	/**
	 * Text before the first call of the turn, thinking excluded, in the generation that calls; before the first malformed
	 * call where no call could be read; the whole first answer where nothing was called. Untrimmed, NFC.
	 */
	readonly prefix: string;
	readonly call?: LoggedCall;
	/** Index of the generation with the call. */
	readonly callGeneration?: number;
	/** Something opened like a call. */
	readonly malformed: boolean;
}

export function readTurn(generations: readonly LoggedGeneration[]): TurnReading {
	const outlines = generations.map(({ events }) => outlineOf(events));
	const callGeneration = outlines.findIndex(({ call }) => call !== undefined);
	const outline = outlines[Math.max(0, callGeneration)];
	const prefix = (outline?.prefix ?? '').normalize('NFC');
	const malformed = outlines.some(({ attempts }) => attempts.some(({ type }) => type === 'malformed'));
	return outline?.call === undefined
		? { prefix, malformed }
		: { prefix, call: outline.call.call, callGeneration, malformed };
}

/** All calls of the turn in the order they were made. */
export function turnCalls(generations: readonly LoggedGeneration[]): readonly LoggedCall[] {
	return generations.flatMap(({ events }) => events.flatMap((event) => (event.type === 'call' ? [event.call] : [])));
}

/** What the user waited for, milliseconds from their message; unknown is absent. Time spent in tools is not in it. */
export interface TurnWaiting {
	readonly timeToFirstTokenMs?: number;
	readonly timeToFirstCallTokenMs?: number;
	readonly timeToCallMs?: number;
}

/** What of a sample tells its times: those of a call that was cut are not those of a complete one. */
type TimedSample = Pick<SampleResult, 'timings' | 'transcript'>;

/** The wait for the first token of a sample's first user turn, and for the call of the first turn that has one. */
export function turnWaiting(sample: TimedSample): TurnWaiting {
	const before = knownWaiting.get(sample.timings) ?? waitingOf(sample);
	knownWaiting.set(sample.timings, before);
	return before;
}

/** Reports ask for each of its times by itself. */
const knownWaiting = new WeakMap<SampleTimings, TurnWaiting>();

function waitingOf(sample: TimedSample): TurnWaiting {
	const turns = userTurns(sample.timings).map((turn) => waitingIn(turn, sample));
	const { timeToFirstTokenMs: first } = turns[0] ?? {};
	const { timeToFirstTokenMs: _, ...call } = turns.find(({ timeToCallMs }) => timeToCallMs !== undefined) ?? {};
	return { ...(first !== undefined && { timeToFirstTokenMs: first }), ...call };
}

/** The same of one user turn. */
export function waitingIn(
	{ from, generations }: Pick<UserTurn, 'from' | 'generations'>,
	{ transcript }: Pick<TimedSample, 'transcript'>,
): TurnWaiting {
	const first = generations[0]?.firstTokenMs;
	let before = 0;
	for (const [index, { callOpenMs, callCompleteMs, totalMs }] of generations.entries()) {
		if (callCompleteMs !== undefined) {
			return {
				...(first === undefined ? {} : { timeToFirstTokenMs: first }),
				...(callOpenMs === undefined ? {} : { timeToFirstCallTokenMs: before + callOpenMs }),
				...(!isCutInCall(transcript.generations[from + index]) && { timeToCallMs: before + callCompleteMs }),
			};
		}
		before += totalMs;
	}
	return first === undefined ? {} : { timeToFirstTokenMs: first };
}
