import { countOf, type ReasonCounts, sumReasons } from '../../stats/counts.ts';
import { absentCauses, countAbsent } from '../absent.ts';
import type { ScoreFlips } from '../compare/score-flips.ts';
import { decisionProbability } from '../decision.ts';
import type { EvaluatedRun } from '../run.ts';
import { summarizeDecisions } from '../summary/decision/decision-summary.ts';
import { summarizeRunFates } from '../summary/fates/run-fates.ts';
import { formatAdherence } from '../summary/format-adherence.ts';
import { fateMetric, formatAdherenceMetric, type NamedMetrics, namedMetrics } from '../summary/named-metrics.ts';
import { absentMetrics } from './absent-metrics.ts';
import { rateBounds, scoreBounds } from './score-bounds.ts';
import { thoughtBounds } from './thought-bounds.ts';
import { timeBounds } from './time-bounds.ts';

/** The least and the most that a metric could be, were everything observed. */
export interface Bounds {
	readonly low: number;
	readonly high: number;
	/** Samples that say nothing of it. */
	readonly unscored: number;
	/** Of times and thoughts: they say something, and were cut before they said all. */
	readonly cut?: boolean | undefined;
	/** Of what rests on no score: why each says nothing. */
	readonly causes?: ReasonCounts | undefined;
}

/** By metric; one of which nothing is missing is not in it. */
export type MetricBounds = ReadonlyMap<string, Bounds>;

/**
 * What could become of the rates and numbers of a run whose samples are not all scored, `told` those that it has. What is
 * absent and stands here may be anything; what does not, the run lacks for good.
 */
export function metricBounds(run: EvaluatedRun, told: NamedMetrics = namedMetrics(run)): MetricBounds {
	const bounds = new Map<string, Bounds>();
	for (const [metric, causes] of absentMetrics(run, told)) bounds.set(metric, anything(causes));
	for (const [metric, ends] of scoreBounds(run)) bounds.set(metric, ends);
	// What came to nothing at all could have brought any time.
	for (const [metric, ends] of [...timeBounds(run), ...thoughtBounds(run)]) {
		if (!bounds.has(metric)) bounds.set(metric, ends);
	}
	for (const { suite, arm, strict, cut } of formatAdherence(run)) {
		const causes = sumReasons([...absentCauses(run, suite, arm), ...cut]);
		if (causes.length > 0) bounds.set(formatAdherenceMetric(suite, arm), causedBounds(strict, causes));
	}
	const { calls, notKnown, unplayed } = summarizeRunFates(run);
	for (const engine of new Set([...calls.keys(), ...notKnown.keys()])) {
		const unknown = notKnown.get(engine) ?? 0;
		const causes = sumReasons([
			...absentCauses(run),
			...unplayed,
			...(unknown === 0 ? [] : [{ reason: 'not-known', count: unknown }]),
		]);
		if (causes.length > 0) bounds.set(fateMetric(engine), causedBounds(calls.get(engine), causes));
	}
	for (const { suite, decision, verdict } of summarizeDecisions(run)) {
		const { status, hits, misses, n } = verdict;
		const unscored = n - hits - misses;
		// What a selection left out is not asked for; what was to be asked, and says nothing, could be a hit.
		if (status === 'complete' || status === 'subset' || unscored === 0) continue;
		bounds.set(`${suite.name}.hits`, { low: hits, high: hits + unscored, unscored });
		bounds.set(`${suite.name}.rate`, { low: hits / n, high: (hits + unscored) / n, unscored });
		bounds.set(`${suite.name}.n`, { low: n, high: n, unscored });
		const low = decisionProbability(decision, hits, n);
		const high = decisionProbability(decision, hits + unscored, n);
		if (low !== undefined && high !== undefined) bounds.set(`${suite.name}.probability`, { low, high, unscored });
	}
	return bounds;
}

/** The same of flips of a run against a whole one: what is unscored in one of them, or was not asked in the run, could be either. */
export function flipBounds(flips: readonly ScoreFlips[], run: EvaluatedRun): MetricBounds {
	const absent = countAbsent(run);
	return new Map(
		flips.flatMap(({ suite, arm, score, gained, lost, unpaired }) => {
			const unscored = unpaired + absent(suite, arm);
			if (unscored === 0) return [];
			return Object.entries({ gained, lost }).map(([way, { length }]): [string, Bounds] => [
				`flips.${suite}.${arm}.${score}.${way}`,
				{ low: length, high: length + unscored, unscored },
			]);
		}),
	);
}

function causedBounds(rate: Parameters<typeof rateBounds>[0], causes: ReasonCounts): Bounds {
	return { ...rateBounds(rate, countOf(causes)), causes };
}

function anything(causes: ReasonCounts): Bounds {
	return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY, unscored: countOf(causes), causes };
}
