import { type PairedDifference, pairedBootstrap } from '../../stats/bootstrap.ts';
import type { SampleResult } from '../sample.ts';
import { decodeTokensPerSecond, prefillTokensPerSecond } from '../summary/generation-speed.ts';
import type { LatencyMetric } from '../summary/latency-summary.ts';
import { turnWaiting } from '../turn-reading.ts';
import type { PairedSample } from './paired-sample.ts';

/** Second run minus first, paired by sample: warm samples with the same clock only. */
export interface LatencyDifference {
	readonly suite: string;
	readonly arm: string;
	readonly metric: LatencyMetric;
	readonly unit: 'ms' | 'tokens/s';
	/** Mean of the first run over the same pairs. */
	readonly firstMean: number;
	readonly difference: PairedDifference;
}

const METRICS: readonly LatencyMetric[] = [
	'timeToFirstTokenMs',
	'timeToCallMs',
	'prefillTokensPerSecond',
	'decodeTokensPerSecond',
	'endToEndMs',
];

export function latencyDifferences(pairs: readonly PairedSample[], seed?: number): readonly LatencyDifference[] {
	const warm = pairs.filter(({ first, second }) => !first.timings.cold && !second.timings.cold);
	const groups = Map.groupBy(warm, ({ first }) => `${first.suite} ${first.arm}`);
	return [...groups.values()].flatMap((group) => METRICS.flatMap((metric) => differenceOf(group, metric, seed)));
}

function differenceOf(
	group: readonly PairedSample[],
	metric: LatencyMetric,
	seed: number | undefined,
): readonly LatencyDifference[] {
	const values = group.flatMap(({ first, second }) => {
		const one = measure(first, metric);
		const other = measure(second, metric);
		const sameClock = metric === 'endToEndMs' || source(first) === source(second);
		return one === undefined || other === undefined || !sameClock ? [] : [[one, other] as const];
	});
	const difference = pairedBootstrap(values, seed === undefined ? {} : { seed });
	const head = group[0]?.first;
	if (difference === undefined || head === undefined) return [];
	return [
		{
			suite: head.suite,
			arm: head.arm,
			metric,
			unit: metric.endsWith('PerSecond') ? 'tokens/s' : 'ms',
			firstMean: values.reduce((sum, [one]) => sum + one, 0) / values.length,
			difference,
		},
	];
}

function source({ timings }: SampleResult): string | undefined {
	return timings.generations[0]?.source;
}

/** Speeds are of the first generation: its prompt is the same in both runs. */
function measure({ timings, transcript }: SampleResult, metric: LatencyMetric): number | undefined {
	const first = timings.generations[0];
	const usage = transcript.generations[0]?.usage ?? {};
	switch (metric) {
		case 'endToEndMs':
			return timings.endToEndMs;
		case 'timeToFirstTokenMs':
			return turnWaiting(timings).timeToFirstTokenMs;
		case 'timeToCallMs':
			return turnWaiting(timings).timeToCallMs;
		case 'prefillTokensPerSecond':
			return first === undefined ? undefined : prefillTokensPerSecond(first, usage);
		case 'decodeTokensPerSecond':
			return first === undefined ? undefined : decodeTokensPerSecond(first, usage);
		default:
			return undefined;
	}
}
