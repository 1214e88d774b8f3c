import { wasSilent } from '../../../model/held/timely.ts';
import { type Distribution, distribution } from '../../../stats/distribution.ts';
import type { TimeBudget } from '../../app.ts';
import type { EvaluatedRun } from '../../evaluated-run.ts';
import type { SampleResult } from '../../sample.ts';
import { waitingIn } from '../../turn/turn-reading.ts';
import { userTurns } from '../../turn/user-turns.ts';
import { oncePerRun } from '../once-per-run.ts';
import { isCut, isFailedTurn, wasCut, wasSteady } from './comparable-times.ts';
import {
	addInterTokenLatencies,
	decodeTokensPerSecond,
	prefillTokensPerSecond,
	tellsInterTokenLatencies,
	turnEndToEnd,
} from './generation-speed.ts';

/** Defined in docs/metrics.md. */
export const LATENCY_METRICS = [
	'timeToFirstTokenMs',
	'timeToFirstCallTokenMs',
	'timeToCallMs',
	'prefillTokensPerSecond',
	'decodeTokensPerSecond',
	'interTokenLatencyMs',
	'turnMs',
	'endToEndMs',
] as const;
export type LatencyMetric = (typeof LATENCY_METRICS)[number];

/** One metric of one suite and arm, cold and warm apart. */
export interface LatencyRow {
	readonly suite: string;
	readonly arm: string;
	readonly metric: LatencyMetric;
	readonly unit: 'ms' | 'tokens/s';
	/** Whose clock. */
	readonly source: 'engine' | 'wall-clock';
	/** Cold: the first generation (and user turn) after the model was loaded. */
	readonly state: 'cold' | 'warm';
	/** Raw measurements in the order they were made; at least one. */
	readonly values: readonly number[];
	readonly distribution: Distribution;
	/** The sample of each value, by its id; of the metrics that budgets are held against. */
	readonly prompts?: readonly string[] | undefined;
	/** Of `timeToFirstTokenMs`: places of the values that a user waited for, of the first generation of a turn of theirs. */
	readonly waited?: readonly number[] | undefined;
	/** Of `turnMs` and `endToEndMs`: places of the values that were cut, so that the whole would have taken longer. */
	readonly cut?: readonly number[] | undefined;
}

/** A row as a user waits for it: without the generations behind their turn's tools. Undefined where none is left. */
export function waitedFor(row: LatencyRow): LatencyRow | undefined {
	return row.metric !== 'timeToFirstTokenMs' || row.waited === undefined ? row : partOf(row, row.waited);
}

/** The row of the values at some of its places. Undefined of none. */
export function partOf(row: LatencyRow, places: readonly number[]): LatencyRow | undefined {
	if (places.length === 0) return undefined;
	const { prompts = [] } = row;
	const values = places.flatMap((place) => row.values[place] ?? []);
	return {
		...row,
		values,
		prompts: places.flatMap((place) => prompts[place] ?? []),
		distribution: distribution(values),
	};
}

export interface LatencySummary {
	/** Only rows with measurements. */
	readonly rows: readonly LatencyRow[];
	readonly tokens: {
		/** Prompt tokens really evaluated, and those taken from the cache; where the engine tells. */
		readonly evaluated?: number;
		readonly cached?: number;
		readonly output?: number;
	};
	readonly loadMs?: number;
	readonly peakRssBytes?: number;
	/** Why these timings say nothing, as on a software GPU. */
	readonly notComparable?: string;
	/** Of a run on a device of its own: samples whose times are in no row, since it throttled, say. */
	readonly leftOut?: number | undefined;
	/** Samples whose turn failed: their times are in no row either. */
	readonly failed: number;
}

/** All measured times and speeds of a run, without those of turns that failed, or in which its device was not itself. */
export const summarizeLatencies: (run: EvaluatedRun) => LatencySummary = oncePerRun(({ header, samples, footer }) => {
	const rows = new MeasuredRows();
	const answered = samples.filter((sample) => !isFailedTurn(sample));
	const comparable = answered.filter(wasSteady);
	for (const sample of comparable) measure(sample, rows);
	const notComparable = header.engine.timingsNotComparable;
	return {
		rows: Array.from(rows.all, (row) => ({ ...row, distribution: distribution(row.values) })),
		tokens: tokenCounts(samples),
		...(header.loadMs === undefined ? {} : { loadMs: header.loadMs }),
		...(footer?.peakRssBytes === undefined ? {} : { peakRssBytes: footer.peakRssBytes }),
		...(notComparable === undefined ? {} : { notComparable }),
		leftOut: samples.some(({ timings }) => timings.device !== undefined)
			? samples.length - comparable.length
			: undefined,
		failed: samples.length - answered.length,
	};
});

type MeasuredRow = Omit<LatencyRow, 'distribution'> & {
	readonly values: number[];
	readonly prompts?: string[];
	readonly waited?: number[];
	cut?: number[];
};
type Whose = Pick<LatencyRow, 'suite' | 'arm' | 'source' | 'state'>;

/** Rows in the order in which their first values came. A long log has a million values: each finds its row without a text made for it. */
class MeasuredRows {
	readonly all: MeasuredRow[] = [];
	readonly #groups: Map<string, Map<LatencyMetric, MeasuredRow>> = new Map();

	/** Where the values of its metrics go. */
	of({ suite, arm, source, state }: Whose): (metric: LatencyMetric) => MeasuredRow {
		const name = `${suite} ${arm} ${source} ${state}`;
		const group = this.#groups.get(name) ?? new Map<LatencyMetric, MeasuredRow>();
		this.#groups.set(name, group);
		return (metric) => {
			const known = group.get(metric);
			if (known !== undefined) return known;
			const unit = metric.endsWith('PerSecond') ? 'tokens/s' : 'ms';
			const waited = metric === 'timeToFirstTokenMs' ? { waited: [] } : {};
			const prompts = BUDGETED.has(metric) ? { prompts: [] } : {};
			const row: MeasuredRow = { suite, arm, metric, unit, source, state, values: [], ...prompts, ...waited };
			group.set(metric, row);
			this.all.push(row);
			return row;
		};
	}
}

/** A million times between tokens need no prompt each. */
const BUDGETED: ReadonlySet<LatencyMetric> = new Set<TimeBudget['metric']>([
	'timeToFirstTokenMs',
	'timeToCallMs',
	'endToEndMs',
]);

/** Adds what was measured in a sample to the rows, made when the first value comes. */
function measure(sample: SampleResult, rows: MeasuredRows): void {
	const { suite, arm, sampleId, timings, transcript } = sample;
	const add = (row: MeasuredRow, value: number): void => {
		row.values.push(value);
		row.prompts?.push(sampleId);
	};
	userTurns(timings).forEach((turn, place) => {
		const { from, generations } = turn;
		const waiting = waitingIn(turn);
		generations.forEach((timing, index) => {
			const state = timings.cold && from + index === 0 ? 'cold' : 'warm';
			const rowOf = rows.of({ suite, arm, source: timing.source, state });
			const generation = transcript.generations[from + index];
			const { usage = {}, finish } = generation ?? {};
			const measured = (metric: LatencyMetric, value: number | undefined): void => {
				if (value !== undefined) add(rowOf(metric), value);
			};
			if (timing.firstTokenMs !== undefined) {
				const row = rowOf('timeToFirstTokenMs');
				if (index === 0) row.waited?.push(row.values.length);
				add(row, timing.firstTokenMs);
			}
			if (index === 0) {
				measured('timeToFirstCallTokenMs', waiting.timeToFirstCallTokenMs);
				measured('timeToCallMs', waiting.timeToCallMs);
			}
			measured('prefillTokensPerSecond', prefillTokensPerSecond(timing, usage));
			measured('decodeTokensPerSecond', decodeTokensPerSecond(timing, usage));
			if (tellsInterTokenLatencies(timing)) addInterTokenLatencies(timing, rowOf('interTokenLatencyMs').values);
			// With the app's tools in it, it is no time of the engine.
			const isOwn = timing.sinceLastEnd !== true && !(finish !== undefined && wasSilent(finish));
			measured('turnMs', isOwn ? timing.totalMs : undefined);
			if (isOwn && generation !== undefined && isCut(generation)) markCut(rowOf('turnMs'));
		});
		const endToEndMs = turnEndToEnd(turn, sample);
		const state = timings.cold && place === 0 ? 'cold' : 'warm';
		if (endToEndMs !== undefined) {
			const row = rows.of({ suite, arm, source: 'wall-clock', state })('endToEndMs');
			add(row, endToEndMs);
			if (wasCut(turn, sample)) markCut(row);
		}
	});
}

/** The value that came last. */
function markCut(row: MeasuredRow): void {
	row.cut ??= [];
	row.cut.push(row.values.length - 1);
}

function tokenCounts(samples: readonly SampleResult[]): LatencySummary['tokens'] {
	const sums: { evaluated?: number; cached?: number; output?: number } = {};
	const add = (name: keyof typeof sums, count: number | undefined): void => {
		if (count !== undefined) sums[name] = (sums[name] ?? 0) + count;
	};
	for (const { transcript, timings } of samples) {
		transcript.generations.forEach(({ usage }, index) => {
			const { promptTokens, outputTokens } = usage;
			const cachedPromptTokens = timings.generations[index]?.cachedPromptTokens;
			if (promptTokens !== undefined && cachedPromptTokens !== undefined) {
				add('evaluated', promptTokens - cachedPromptTokens);
			}
			add('cached', cachedPromptTokens);
			add('output', outputTokens);
		});
	}
	return sums;
}
