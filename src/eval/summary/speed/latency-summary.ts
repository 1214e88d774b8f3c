import { distribution } from '../../../stats/distribution.ts';
import type { EvaluatedRun } from '../../run.ts';
import type { SampleResult } from '../../sample.ts';
import { oncePerRun } from '../once-per-run.ts';
import { isFailedTurn, wasSteady } from './comparable-times.ts';
import type { LatencyRow } from './latency-row.ts';
import { type LeavesOut, MeasuredRows, measure } from './measured-rows.ts';
import { type UnreachedTime, unreachedTimes } from './unreached-times.ts';

export interface LatencySummary {
	/** Only rows with measurements. */
	readonly rows: readonly LatencyRow[];
	/** What is in no row because its turn was cut before it came. */
	readonly unreached: readonly UnreachedTime[];
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
export const summarizeLatencies: (run: EvaluatedRun) => LatencySummary = oncePerRun((run) => latenciesOf(run));

/** The same without the times that are left out. */
export function latenciesOf({ header, samples, footer }: EvaluatedRun, isLeftOut?: LeavesOut): LatencySummary {
	const rows = new MeasuredRows();
	const answered = samples.filter((sample) => !isFailedTurn(sample));
	const comparable = answered.filter(wasSteady);
	for (const sample of comparable) measure(sample, rows, isLeftOut);
	const notComparable = header.engine.timingsNotComparable;
	return {
		rows: Array.from(rows.all, (row) => ({ ...row, distribution: distribution(row.values) })),
		unreached: comparable.flatMap(unreachedTimes),
		tokens: tokenCounts(samples),
		...(header.loadMs === undefined ? {} : { loadMs: header.loadMs }),
		...(footer?.peakRssBytes === undefined ? {} : { peakRssBytes: footer.peakRssBytes }),
		...(notComparable === undefined ? {} : { notComparable }),
		leftOut: samples.some(({ timings }) => timings.device !== undefined)
			? samples.length - comparable.length
			: undefined,
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
