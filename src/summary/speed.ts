import type { Said } from '../base/message.ts';
import type { TimeBudget } from '../eval/app.ts';
import type { EvaluatedRun } from '../eval/header.ts';
import { KILLED, type SampleResult } from '../eval/sample.ts';
import { userTurns, waitingIn } from '../eval/turn.ts';
import { wasSilent } from '../model/watchdog.ts';
import { distribution } from '../stats/distribution.ts';
import {
	addInterTokenLatencies,
	decodeTokensPerSecond,
	hasInterTokenTimes,
	isCached,
	isCut,
	isFailedTurn,
	type LatencyMetric,
	type LatencyRow,
	prefillTokensPerSecond,
	turnEndToEnd,
	type UnreachedTime,
	unreachedTimes,
	wasCut,
	wasSteady,
} from './turn-times.ts';

type MeasuredRow = Omit<LatencyRow, 'distribution'> & {
	readonly values: number[];
	readonly prompts?: string[];
	cut?: number[];
};
type Whose = Pick<LatencyRow, 'suite' | 'variant' | 'source' | 'state'>;

/** Rows in order of their first values. A long log has a million values, so a row is found without building a key for each. */
class MeasuredRows {
	readonly all: MeasuredRow[] = [];
	readonly #groups: Map<string, Map<LatencyMetric, MeasuredRow>> = new Map();

	of({ suite, variant, source, state }: Whose): (metric: LatencyMetric) => MeasuredRow {
		const name = `${suite} ${variant} ${source} ${state}`;
		const group = this.#groups.get(name) ?? new Map<LatencyMetric, MeasuredRow>();
		this.#groups.set(name, group);
		return (metric) => {
			const known = group.get(metric);
			if (known !== undefined) return known;
			const unit = metric.endsWith('PerSecond') ? 'tokens/s' : 'ms';
			const prompts = BUDGETED.has(metric) ? { prompts: [] } : {};
			const row: MeasuredRow = { suite, variant, metric, unit, source, state, values: [], ...prompts };
			group.set(metric, row);
			this.all.push(row);
			return row;
		};
	}
}

/** Only these rows have prompts: there may be a million inter-token times. */
const BUDGETED: ReadonlySet<LatencyMetric> = new Set<TimeBudget['metric']>([
	'timeToFirstTokenMs',
	'timeToCallMs',
	'endToEndMs',
]);

/** Whether a time of a sample's user turn, by its index, is excluded from the rows. */
export type IsExcludedTime = (sample: SampleResult, turn: number, metric: LatencyMetric) => boolean;

/** Adds the times of a sample to the rows. */
function measure(sample: SampleResult, rows: MeasuredRows, isExcluded?: IsExcludedTime): void {
	const { suite, variant, sampleId, timings, transcript } = sample;
	const add = (row: MeasuredRow, value: number, cut = false): void => {
		if (cut) {
			row.cut ??= [];
			row.cut.push(row.values.length);
		}
		row.values.push(value);
		row.prompts?.push(sampleId);
	};
	userTurns(timings).forEach((turn, place) => {
		const { from, generations } = turn;
		const waiting = waitingIn(turn, sample);
		generations.forEach((timing, index) => {
			const state = timings.cold && from + index === 0 ? 'cold' : 'warm';
			const rowOf = rows.of({ suite, variant, source: timing.source, state });
			const generation = transcript.generations[from + index];
			const { usage = {}, finish } = generation ?? {};
			const measured = (metric: LatencyMetric, value: number | undefined, cut = false): void => {
				if (value !== undefined && isExcluded?.(sample, place, metric) !== true) add(rowOf(metric), value, cut);
			};
			if (index === 0) {
				measured('timeToFirstTokenMs', waiting.timeToFirstTokenMs);
				measured('timeToFirstCallTokenMs', waiting.timeToFirstCallTokenMs);
				measured('timeToCallMs', waiting.timeToCallMs);
			}
			measured('prefillTokensPerSecond', prefillTokensPerSecond(timing, usage));
			measured('decodeTokensPerSecond', decodeTokensPerSecond(timing, usage));
			if (hasInterTokenTimes(timing)) addInterTokenLatencies(timing, rowOf('interTokenLatencyMs').values);
			// A generation timed together with the app's tools has no time of its own, and one without a prefill no user's.
			const isOwn = timing.sinceLastEnd !== true && !timing.repeated && !(finish !== undefined && wasSilent(finish));
			measured('turnMs', isOwn ? timing.totalMs : undefined, generation !== undefined && isCut(generation));
		});
		const endToEndMs = turnEndToEnd(turn, sample);
		const state = timings.cold && place === 0 ? 'cold' : 'warm';
		if (endToEndMs !== undefined && isExcluded?.(sample, place, 'endToEndMs') !== true) {
			add(rows.of({ suite, variant, source: 'wall-clock', state })('endToEndMs'), endToEndMs, wasCut(turn, sample));
		}
	});
}

export interface LatencySummary {
	/** Only rows with measurements. */
	readonly rows: readonly LatencyRow[];
	/** Times missing from the rows because their turn was cut off. */
	readonly unreached: readonly UnreachedTime[];
	readonly tokens: {
		/** Prompt tokens evaluated, and those taken from the cache; absent if not reported. */
		readonly evaluated?: number;
		readonly cached?: number;
		readonly output?: number;
	};
	readonly loadMs?: number;
	readonly peakRssBytes?: number;
	/** Why these times are not comparable, such as a software GPU. */
	readonly notComparable?: Said;
	/** Of a run on a phone: samples whose times are excluded, for example because it throttled. */
	readonly leftOut?: number;
	/** Of a run on a phone: samples in which the system ended the app's process. */
	readonly killed?: number;
	/** Samples whose turn failed, also excluded. */
	readonly failed: number;
}

/** Summarizes the times and speeds of a run, without failed turns and turns whose times are not comparable. */
export function summarizeLatencies(
	{ header, samples, footer }: EvaluatedRun,
	isExcluded?: IsExcludedTime,
): LatencySummary {
	const rows = new MeasuredRows();
	const answered = samples.filter((sample) => !isFailedTurn(sample));
	const comparable = answered.filter(wasSteady);
	for (const sample of comparable) measure(sample, rows, isExcluded);
	const notComparable = header.engine.timingsNotComparable;
	const isAlone = header.engine.processes === undefined;
	// A model that is not asked takes less memory.
	const isWhole = !samples.some(({ timings }) => isCached(timings));
	const onPhone = samples.some(({ timings }) => timings.device !== undefined);
	const killed = samples.filter(({ transcript }) => transcript.failure === KILLED).length;
	return {
		rows: Array.from(rows.all, (row) => ({ ...row, distribution: distribution(row.values) })),
		unreached: comparable.flatMap(unreachedTimes),
		tokens: tokenCounts(samples),
		...(isAlone && header.loadMs !== undefined && { loadMs: header.loadMs }),
		...(isAlone && isWhole && footer?.peakRssBytes !== undefined && { peakRssBytes: footer.peakRssBytes }),
		notComparable,
		leftOut: onPhone ? samples.length - comparable.length : undefined,
		killed: onPhone ? killed : undefined,
		failed: samples.length - answered.length,
	};
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
