import { mean } from '../../stats/distribution.ts';
import { type PairedDifference, pairedDifference } from '../../stats/paired.ts';
import type { LoggedGeneration, LoggedTimings, SampleResult } from '../sample.ts';
import { hasComparableTimes, wasCut } from '../summary/speed/comparable-times.ts';
import { decodeTokensPerSecond, prefillTokensPerSecond, turnEndToEnd } from '../summary/speed/generation-speed.ts';
import type { LatencyMetric } from '../summary/speed/latency-row.ts';
import { userTurns, waitingIn } from '../turn.ts';
import type { PairedSample } from './paired-sample.ts';

/**
 * One time or speed in both runs, paired by prompt: warm, comparable samples with the same clock only. The first token is
 * that which a user waits for; a speed, which each generation has, is a sample's mean over all of them.
 */
export interface LatencyDifference {
	readonly suite: string;
	readonly arm: string;
	readonly metric: LatencyMetric;
	readonly unit: 'ms' | 'tokens/s';
	/** Means over the same pairs. */
	readonly firstMean: number;
	readonly secondMean: number;
	/**
	 * Second run minus first, of a pair per prompt. Its interval only where the runs took turns: a machine that was busier
	 * during one of them moves every pair alike, and no interval over the pairs would show that.
	 */
	readonly difference: PairedDifference;
}

const METRICS: readonly LatencyMetric[] = [
	'timeToFirstTokenMs',
	'timeToCallMs',
	'prefillTokensPerSecond',
	'decodeTokensPerSecond',
	'endToEndMs',
];

export function latencyDifferences(pairs: readonly PairedSample[], inTurns: boolean): readonly LatencyDifference[] {
	const warm = pairs.filter((pair) =>
		[pair.first, pair.second].every((sample) => !sample.timings.cold && hasComparableTimes(sample)),
	);
	const groups = Map.groupBy(warm, ({ first }) => `${first.suite} ${first.arm}`);
	return [...groups.values()].flatMap((group) => METRICS.flatMap((metric) => differenceOf(group, metric, inTurns)));
}

function differenceOf(
	group: readonly PairedSample[],
	metric: LatencyMetric,
	inTurns: boolean,
): readonly LatencyDifference[] {
	const measured = group.flatMap(({ first, second }) => {
		if (metric !== 'endToEndMs' && source(first) !== source(second)) return [];
		const others = measure(second, metric);
		return measure(first, metric).flatMap((one, turn) => {
			const other = others[turn];
			return one === undefined || other === undefined ? [] : [{ prompt: first.sampleId, one, other }];
		});
	});
	const prompts = Array.from(
		Map.groupBy(measured, ({ prompt }) => prompt).values(),
		(epochs) => [mean(epochs.map(({ one }) => one)), mean(epochs.map(({ other }) => other))] as const,
	);
	const difference = pairedDifference(prompts);
	const head = group[0]?.first;
	if (difference === undefined || head === undefined) return [];
	return [
		{
			suite: head.suite,
			arm: head.arm,
			metric,
			unit: metric.endsWith('PerSecond') ? 'tokens/s' : 'ms',
			firstMean: mean(prompts.map(([one]) => one)),
			secondMean: mean(prompts.map(([, other]) => other)),
			difference: inTurns ? difference : { n: difference.n, mean: difference.mean },
		},
	];
}

function source({ timings }: SampleResult): string | undefined {
	return timings.generations[0]?.source;
}

/**
 * Of each user turn its times, which are paired by their order; of speeds, which each generation has, the mean over the sample's, as
 * the table of a run has all of them.
 */
function measure(sample: SampleResult, metric: LatencyMetric): readonly (number | undefined)[] {
	const { timings, transcript } = sample;
	const ofGenerations = (
		of: (timing: LoggedTimings, usage: LoggedGeneration['usage']) => number | undefined,
	): readonly number[] => {
		const values = timings.generations.flatMap(
			(timing, index) => of(timing, transcript.generations[index]?.usage ?? {}) ?? [],
		);
		return values.length === 0 ? [] : [mean(values)];
	};
	switch (metric) {
		case 'endToEndMs':
			// A turn that was cut measures the cut.
			return userTurns(timings).map((turn) => (wasCut(turn, sample) ? undefined : turnEndToEnd(turn, sample)));
		case 'timeToFirstTokenMs':
			return userTurns(timings).map(({ generations: [first] }) => first?.firstTokenMs);
		case 'timeToCallMs':
			return userTurns(timings).map((turn) => waitingIn(turn, sample).timeToCallMs);
		case 'prefillTokensPerSecond':
			return ofGenerations(prefillTokensPerSecond);
		case 'decodeTokensPerSecond':
			return ofGenerations(decodeTokensPerSecond);
		default:
			return [];
	}
}
