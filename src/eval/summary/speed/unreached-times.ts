import { wasSilent } from '../../../model/held/timely.ts';
import type { LoggedGeneration, SampleResult } from '../../sample.ts';
import { isCutInCall, type UserTurn, userTurns, waitingIn } from '../../turn.ts';
import { isCut, wasCut } from './comparable-times.ts';
import { tellsOpenGap, turnEndToEnd } from './generation-speed.ts';
import type { LatencyMetric, LatencyRow } from './latency-row.ts';

/** A time of a turn that was cut before the time came. */
export interface UnreachedTime extends Pick<LatencyRow, 'suite' | 'arm' | 'state'> {
	readonly metric: LatencyMetric;
	/** The sample, by its id. */
	readonly prompt: string;
	/** Place of the user turn in the sample. */
	readonly turn: number;
	/** How long it had not come by then, milliseconds. */
	readonly atLeast: number;
	/** False of a call that nothing had opened: it may never have come. */
	readonly underWay: boolean;
	/** Of `timeToFirstTokenMs`: whether a user waited for it, in the first generation of a turn of theirs. */
	readonly waited: boolean;
}

/** What a sample whose times are comparable has not measured because it was cut; what is merely not told is not in it. */
export function unreachedTimes(sample: SampleResult): readonly UnreachedTime[] {
	const { suite, arm, sampleId: prompt, timings, transcript } = sample;
	return userTurns(timings).flatMap((turn, place) => {
		if (!wasCut(turn, sample)) return [];
		const own = transcript.generations.slice(turn.from, turn.from + turn.generations.length);
		const found = [...ofGenerations(turn, own), ...ofTurn(turn, own, sample)];
		return found.map(({ index = 0, underWay = true, metric, atLeast }) => {
			const state = timings.cold && turn.from + index === 0 && place === 0 ? ('cold' as const) : ('warm' as const);
			return { suite, arm, metric, state, prompt, turn: place, atLeast, underWay, waited: index === 0 };
		});
	});
}

interface Found extends Pick<UnreachedTime, 'metric' | 'atLeast'> {
	readonly underWay?: boolean;
	/** Of the generation in its turn; absent: it is the turn's. */
	readonly index?: number;
}

function ofGenerations({ generations }: UserTurn, own: readonly LoggedGeneration[]): readonly Found[] {
	return own.flatMap((generation, index) => {
		const timing = generations[index];
		if (timing === undefined || !isCut(generation)) return [];
		const { totalMs, pieceAtMs, firstTokenMs } = timing;
		// With the app's tools in it, it is no time of the engine.
		const isOwn = timing.sinceLastEnd !== true;
		const found: Found[] = [];
		if (isOwn && firstTokenMs === undefined && cameToNothing(generation)) {
			found.push({ metric: 'timeToFirstTokenMs', atLeast: totalMs, index });
		}
		// At its last token a limit of tokens waits for no other.
		if (generation.finish.unified === 'deadline' && tellsOpenGap(timing)) {
			found.push({ metric: 'interTokenLatencyMs', atLeast: Math.max(0, totalMs - (pieceAtMs.at(-1) ?? 0)), index });
		}
		if (isOwn && wasSilent(generation.finish)) found.push({ metric: 'turnMs', atLeast: totalMs, index });
		return found;
	});
}

/** An engine may not tell its clock of what it wrote. */
function cameToNothing({ pieces, events, usage }: LoggedGeneration): boolean {
	return pieces.length === 0 && events.length === 0 && (usage.outputTokens ?? 0) === 0;
}

function ofTurn(turn: UserTurn, own: readonly LoggedGeneration[], sample: SampleResult): readonly Found[] {
	const { generations, endToEndMs } = turn;
	const found: Found[] = [];
	if (turnEndToEnd(turn, sample) === undefined) found.push({ metric: 'endToEndMs', atLeast: endToEndMs });
	const last = generations.at(-1);
	if (last === undefined) found.push({ metric: 'timeToFirstTokenMs', atLeast: endToEndMs });
	const called = own.some(
		(generation) => generation.events.some(({ type }) => type === 'call') && !isCutInCall(generation),
	);
	const waiting = waitingIn(turn, sample);
	if (called || waiting.timeToCallMs !== undefined || sample.transcript.tools?.length === 0) return found;
	const before = generations.slice(0, -1).reduce((sum, { totalMs }) => sum + totalMs, 0);
	const atLeast = last === undefined ? endToEndMs : before + last.totalMs;
	const openMs = last?.callOpenMs;
	const underWay = openMs !== undefined && isUnclosed(own.at(-1));
	if (waiting.timeToFirstCallTokenMs === undefined) {
		found.push({ metric: 'timeToFirstCallTokenMs', atLeast: underWay ? before + openMs : atLeast, underWay });
	}
	found.push({ metric: 'timeToCallMs', atLeast, underWay });
	return found;
}

function isUnclosed(generation: LoggedGeneration | undefined): boolean {
	if (isCutInCall(generation)) return true;
	const last = generation?.events.at(-1);
	return last?.type === 'malformed' && last.reason === 'unclosed';
}
