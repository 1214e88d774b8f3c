import type { Said } from '../../base/message.ts';
import type { SustainedTurn } from '../../eval/turn.ts';
import { type DeviceState, thermalLevel } from '../../model/device-timeline.ts';
import { distribution } from '../../stats/distribution.ts';
import type { Interval } from '../../stats/intervals.ts';
import { promptDifference } from '../../stats/paired.ts';
import type { SummarizedRun } from '../notices.ts';

/** How a run kept up its speed while its samples were asked again and again. Throttled turns are part of it. */
export interface SustainedSummary {
	readonly totalMs: number;
	readonly turns: number;
	/** Of a whole block, by which the last is compared with the first. */
	readonly prompts: number;
	/** Whole ones, with that of the run itself. */
	readonly blocks: number;
	/** Why it ended before its time. */
	readonly ended?: { readonly atMs: number; readonly said: Said };
	/** Whole minutes, or the one that there is. */
	readonly minutes: readonly SustainedMinute[];
	/** Of speed, tokens per second; above 1 the last block is faster. */
	readonly decode?: SustainedChange;
	/** Of times, ms; above 1 the last block is slower. */
	readonly firstToken?: SustainedChange;
	readonly turn?: SustainedChange;
	/** The first status of moderate or worse; of a device without status the first block slower by a tenth. */
	readonly slow?: { readonly atMs: number; readonly status?: string };
	/** By main score. */
	readonly right?: {
		/** In each whole block, of its scored turns. */
		readonly blocks: readonly number[];
		readonly of: number;
		/** Per minute, in the first and the last third of the time. */
		readonly first: number;
		readonly last: number;
	};
	/** Turns that answer otherwise than block 0. */
	readonly changed: readonly Pick<SustainedTurn, 'suite' | 'sampleId' | 'block'>[];
	/** Statuses in order, each with when it began. */
	readonly statuses: readonly { readonly status: string; readonly atMs: number }[];
	/** First and last, in degrees. */
	readonly temperature?: Ends;
	/** First and last percent. */
	readonly battery?: Ends;
	/** On the charger a charge says nothing. */
	readonly charging: boolean;
	/** In mAh: all of it, and for a right call in the first and the last third of the time. */
	readonly charge?: { readonly used: number; readonly perTurn: number; readonly perRight?: Ends };
	/** The app's limit for a turn, ms. */
	readonly limitMs?: number;
}

export interface SustainedMinute {
	readonly turns: number;
	readonly right: number;
	/** Medians: tokens per second, ms. */
	readonly decode?: number;
	readonly firstTokenMs?: number;
	/** The last of the minute. */
	readonly battery?: number;
}

export type Ends = readonly [first: number, last: number];

/** The last whole block against the first, paired by prompt. */
interface SustainedChange {
	/** Geometric means. */
	readonly first: number;
	readonly last: number;
	readonly ratio: number;
	/** 95 %, Student's t on logarithms; absent for fewer than five prompts. */
	readonly interval?: Interval;
}

/** Fewer prompts give no interval. */
export const SUSTAINED_PROMPTS = 5;
const MINUTE_MS = 60_000;
const SLOWER = 0.9;
const THROTTLED = 2;

/** Absent for a run that was not sustained, or not yet. */
export function summarizeSustained({ header, turns = [] }: SummarizedRun): SustainedSummary | undefined {
	const blocks = [...Map.groupBy(turns, ({ block }) => block).values()];
	const [first] = blocks;
	if (first === undefined) return undefined;
	const whole = blocks.filter((block) => block.length === first.length && block.at(-1)?.ended === undefined);
	const last = whole.at(-1) ?? first;
	const totalMs = Math.max(...turns.map(({ endMs }) => endMs));
	const states = turns.flatMap(({ state, endMs }) => (state === undefined ? [] : [{ ...state, atMs: endMs }]));
	const thirds: Thirds = [
		turns.filter(({ endMs }) => endMs <= totalMs / 3),
		turns.filter(({ endMs }) => endMs > (2 * totalMs) / 3),
	];
	const perMinute = (own: readonly SustainedTurn[]): number => (rightIn(own) * 3 * MINUTE_MS) / totalMs;
	const end = turns.find(({ ended }) => ended !== undefined);
	const charging = states.some((state) => state.charging === true);
	return {
		totalMs,
		turns: turns.length,
		prompts: new Set(first.map(promptOf)).size,
		blocks: whole.length,
		ended: end?.ended === undefined ? undefined : { atMs: end.endMs, said: end.ended },
		minutes: minutesOf(turns, totalMs),
		decode: changeOf(first, last, decodeSpeed),
		firstToken: changeOf(first, last, ({ firstTokenMs }) => firstTokenMs),
		turn: changeOf(first, last, ({ startMs, endMs }) => endMs - startMs),
		slow: slowOf(states, whole),
		right: first.some(({ main }) => main !== undefined)
			? {
					blocks: whole.map(rightIn),
					of: first.filter(({ main }) => main !== undefined).length,
					first: perMinute(thirds[0]),
					last: perMinute(thirds[1]),
				}
			: undefined,
		changed: turns
			.filter(({ transcript }) => transcript !== undefined)
			.map(({ suite, sampleId, block }) => ({ suite, sampleId, block })),
		statuses: statusesOf(states),
		temperature: endsOf(states, ({ temperatureC }) => temperatureC),
		battery: endsOf(states, ({ battery }) => battery),
		charging,
		charge: charging ? undefined : chargeOf(turns, thirds),
		limitMs: header.app?.budgets?.find(({ metric, suites }) => metric === 'endToEndMs' && suites === undefined)?.atMost,
	};
}

type Thirds = readonly [first: readonly SustainedTurn[], last: readonly SustainedTurn[]];

function promptOf({ suite, sampleId, variant }: SustainedTurn): string {
	return `${suite} ${sampleId} ${variant}`;
}

function rightIn(turns: readonly SustainedTurn[]): number {
	return turns.filter(({ main }) => main === true).length;
}

function decodeSpeed({ outputTokens, decodeMs = 0 }: SustainedTurn): number | undefined {
	return outputTokens === undefined || decodeMs <= 0 ? undefined : (outputTokens / decodeMs) * 1000;
}

function changeOf(
	first: readonly SustainedTurn[],
	last: readonly SustainedTurn[],
	measure: (turn: SustainedTurn) => number | undefined,
): SustainedChange | undefined {
	const pairs = first.flatMap((one, place) => {
		const other = last[place];
		const [from = 0, to = 0] = [measure(one), other && measure(other)];
		return from > 0 && to > 0 && first !== last
			? [{ prompt: promptOf(one), first: Math.log(from), second: Math.log(to) }]
			: [];
	});
	const paired = promptDifference(pairs);
	if (paired === undefined) return undefined;
	const { n, mean, interval } = paired.difference;
	return {
		first: Math.exp(paired.firstMean),
		last: Math.exp(paired.secondMean),
		ratio: Math.exp(mean),
		interval:
			interval && n >= SUSTAINED_PROMPTS ? { low: Math.exp(interval.low), high: Math.exp(interval.high) } : undefined,
	};
}

function slowOf(
	states: readonly DeviceState[],
	[first = [], ...others]: readonly (readonly SustainedTurn[])[],
): SustainedSummary['slow'] {
	const known = states.filter(({ thermal }) => thermal !== undefined);
	const hot = known.find(({ thermal }) => (thermalLevel(thermal) ?? 0) >= THROTTLED);
	if (hot !== undefined) return { atMs: hot.atMs, status: hot.thermal };
	if (known.length > 0) return undefined;
	const isSlow = (block: readonly SustainedTurn[]): boolean => {
		const { ratio = 1, interval = { high: ratio } } = changeOf(first, block, decodeSpeed) ?? {};
		return ratio <= SLOWER && interval.high < 1;
	};
	// A block that was only disturbed says nothing of what a device keeps up.
	const slow = isSlow(others.at(-1) ?? []) ? others.find(isSlow) : undefined;
	return slow?.[0] && { atMs: slow[0].startMs };
}

function minutesOf(turns: readonly SustainedTurn[], totalMs: number): readonly SustainedMinute[] {
	const count = Math.max(1, Math.floor(totalMs / MINUTE_MS));
	return Array.from({ length: count }, (_, minute) => {
		const own = turns.filter(({ startMs }) => Math.floor(startMs / MINUTE_MS) === minute);
		const median = (of: (turn: SustainedTurn) => number | undefined): number | undefined =>
			distribution(own.flatMap((turn) => of(turn) ?? [])).p50;
		return {
			turns: own.length,
			right: rightIn(own),
			decode: median(decodeSpeed),
			firstTokenMs: median(({ firstTokenMs }) => firstTokenMs),
			battery: own.findLast(({ state }) => state?.battery !== undefined)?.state?.battery,
		};
	});
}

function statusesOf(states: readonly DeviceState[]): SustainedSummary['statuses'] {
	const known = states.flatMap(({ thermal, atMs }) => (thermal === undefined ? [] : [{ status: thermal, atMs }]));
	return known.flatMap((one, place) => {
		if (known[place - 1]?.status === one.status) return [];
		return [place === 0 ? { ...one, atMs: 0 } : one];
	});
}

function endsOf(states: readonly DeviceState[], of: (state: DeviceState) => number | undefined): Ends | undefined {
	const known = states.flatMap((state) => of(state) ?? []);
	const [first, last] = [known[0], known.at(-1)];
	return first === undefined || last === undefined ? undefined : [first, last];
}

const MICRO = 1000;

function chargeOf(turns: readonly SustainedTurn[], thirds: Thirds): SustainedSummary['charge'] {
	const usedIn = (own: readonly SustainedTurn[]): number | undefined => {
		const ends = endsOf(
			own.flatMap(({ state }) => state ?? []),
			({ chargeUah }) => chargeUah,
		);
		return ends && (ends[0] - ends[1]) / MICRO;
	};
	const used = usedIn(turns);
	if (used === undefined || used <= 0) return undefined;
	const [cool, warm] = thirds.map((own) => {
		const right = rightIn(own);
		const spent = usedIn(own);
		return spent === undefined || right === 0 ? undefined : spent / right;
	});
	const perRight = cool === undefined || warm === undefined ? undefined : ([cool, warm] as const);
	return { used, perTurn: used / turns.length, perRight };
}
