import type { EvaluatedRun, EvaluatedSuite } from '../../eval/header.ts';
import {
	type LoggedGeneration,
	type LoggedTimings,
	type SampleResult,
	sampleKey,
	scoreNamed,
} from '../../eval/sample.ts';
import type { ScoreDeclaration } from '../../eval/score.ts';
import { userTurns, waitingIn } from '../../eval/turn.ts';
import { mean } from '../../stats/distribution.ts';
import type { Interval } from '../../stats/intervals.ts';
import { type PromptDifference, promptDifference } from '../../stats/paired.ts';
import { appliesInOne, type PairedSample } from '../flips.ts';
import { type IsExcludedTime, type LatencySummary, summarizeLatencies } from '../speed.ts';
import {
	decodeTokensPerSecond,
	hasComparableTimes,
	type LatencyMetric,
	prefillTokensPerSecond,
	turnEndToEnd,
	type UnreachedTime,
	unreachedTimes,
	wasCut,
} from '../turn-times.ts';

/**
 * One time or speed in both runs, paired by prompt, of warm comparable samples with the same clock. First tokens are those
 * that a user waits for; a speed is the mean over a sample's generations. The difference has an interval only for
 * interleaved runs: a machine that is busier during one run moves every pair alike.
 */
export interface LatencyDifference extends PromptDifference {
	readonly suite: string;
	readonly variant: string;
	readonly metric: LatencyMetric;
	readonly unit: 'ms' | 'tokens/s';
}

const METRICS: readonly LatencyMetric[] = [
	'timeToFirstTokenMs',
	'timeToCallMs',
	'prefillTokensPerSecond',
	'decodeTokensPerSecond',
	'endToEndMs',
];

export function latencyDifferences(pairs: readonly PairedSample[], interleaved: boolean): readonly LatencyDifference[] {
	const groups = Map.groupBy(warmPairs(pairs), ({ first }) => `${first.suite} ${first.variant}`);
	return [...groups.values()].flatMap((group) => METRICS.flatMap((metric) => differenceOf(group, metric, interleaved)));
}

/** How much faster a user turn is in the second run: baseline time divided by its time, paired by prompt. */
export interface TurnRatio {
	/** Geometric mean over prompts; above 1 the second run is faster. */
	readonly ratio: number;
	/** 95 %, Student's t on logarithms; only of interleaved runs. */
	readonly interval?: Interval;
	/** Prompts. */
	readonly n: number;
	/** Geometric means of the same turns. */
	readonly firstMs: number;
	readonly secondMs: number;
}

/** Of the turns that neither run cut off; undefined for fewer than two prompts. */
export function turnRatio(pairs: readonly PairedSample[], interleaved: boolean): TurnRatio | undefined {
	const paired = logDifference(pairs, 'endToEndMs');
	if (paired === undefined) return undefined;
	const { n, mean, interval } = paired.difference;
	return {
		ratio: Math.exp(-mean),
		...(interleaved && interval && { interval: { low: Math.exp(-interval.high), high: Math.exp(-interval.low) } }),
		n,
		firstMs: Math.exp(paired.firstMean),
		secondMs: Math.exp(paired.secondMean),
	};
}

/** Whether no difference of prefill speed is shown, as where both ran on the same backend. */
export function prefillsAlike(pairs: readonly PairedSample[]): boolean {
	const { interval } = logDifference(pairs, 'prefillTokensPerSecond')?.difference ?? {};
	return interval !== undefined && interval.low <= 0 && interval.high >= 0;
}

function logDifference(pairs: readonly PairedSample[], metric: LatencyMetric): PromptDifference | undefined {
	return promptDifference(
		warmPairs(pairs).flatMap(({ first, second }) => {
			const others = measure(second, metric);
			return measure(first, metric).flatMap((one = 0, turn) => {
				const other = others[turn] ?? 0;
				const prompt = `${first.suite} ${first.sampleId}`;
				return one > 0 && other > 0 ? [{ prompt, first: Math.log(one), second: Math.log(other) }] : [];
			});
		}),
	);
}

function warmPairs(pairs: readonly PairedSample[]): readonly PairedSample[] {
	return pairs.filter((pair) =>
		[pair.first, pair.second].every((sample) => !sample.timings.cold && hasComparableTimes(sample)),
	);
}

function differenceOf(
	group: readonly PairedSample[],
	metric: LatencyMetric,
	interleaved: boolean,
): readonly LatencyDifference[] {
	const paired = promptDifference(
		group.flatMap(({ first, second }) => {
			if (metric !== 'endToEndMs' && clockOf(first) !== clockOf(second)) return [];
			const others = measure(second, metric);
			return measure(first, metric).flatMap((one, turn) => {
				const other = others[turn];
				return one === undefined || other === undefined ? [] : [{ prompt: first.sampleId, first: one, second: other }];
			});
		}),
	);
	const head = group[0]?.first;
	if (paired === undefined || head === undefined) return [];
	const { interval: _, ...difference } = paired.difference;
	return [
		{
			suite: head.suite,
			variant: head.variant,
			metric,
			unit: metric.endsWith('PerSecond') ? 'tokens/s' : 'ms',
			...paired,
			difference: interleaved ? paired.difference : difference,
		},
	];
}

function clockOf({ timings }: SampleResult): string | undefined {
	return timings.generations[0]?.source;
}

/** Times by user turn; of speeds the mean over the sample's generations. */
function measure(sample: SampleResult, metric: LatencyMetric): readonly (number | undefined)[] {
	const { timings, transcript } = sample;
	const meanOf = (
		of: (timing: LoggedTimings, usage: LoggedGeneration['usage']) => number | undefined,
	): readonly number[] => {
		const values = timings.generations.flatMap(
			(timing, index) => of(timing, transcript.generations[index]?.usage ?? {}) ?? [],
		);
		return values.length === 0 ? [] : [mean(values)];
	};
	switch (metric) {
		case 'endToEndMs':
			return userTurns(timings).map((turn) => (wasCut(turn, sample) ? undefined : turnEndToEnd(turn, sample)));
		case 'timeToFirstTokenMs':
			return userTurns(timings).map((turn) => waitingIn(turn, sample).timeToFirstTokenMs);
		case 'timeToCallMs':
			return userTurns(timings).map((turn) => waitingIn(turn, sample).timeToCallMs);
		case 'prefillTokensPerSecond':
			return meanOf(prefillTokensPerSecond);
		case 'decodeTokensPerSecond':
			return meanOf(decodeTokensPerSecond);
		default:
			return [];
	}
}

/** A declared number, second run minus first, over the samples that have it in both. */
export interface NumberDifference extends PromptDifference {
	readonly suite: string;
	readonly variant: string;
	readonly score: string;
	readonly declaration: ScoreDeclaration;
	/** Samples unscored in at least one run, and those scored in neither. */
	readonly unpaired: number;
	readonly inNeither: number;
	/** Samples that the score applies to in one run only. */
	readonly inOneOnly: number;
}

/** Every declared number with at least two prompts that have it in both runs. */
export function numberDifferences(
	pairs: readonly PairedSample[],
	suites: readonly EvaluatedSuite[],
): readonly NumberDifference[] {
	return suites.flatMap(({ name: suite, scores }) => {
		const own = pairs.filter(({ first }) => first.suite === suite);
		return Array.from(
			Map.groupBy(own, ({ first }) => first.variant),
			([variant, group]) =>
				Object.entries(scores).flatMap(([score, declaration]): readonly NumberDifference[] => {
					const measured = declaration.kind === 'number' ? numberMeasure(group, score) : undefined;
					return measured === undefined ? [] : [{ suite, variant, score, declaration, ...measured }];
				}),
		).flat();
	});
}

function numberMeasure(
	group: readonly PairedSample[],
	name: string,
): Omit<NumberDifference, 'suite' | 'variant' | 'score' | 'declaration'> | undefined {
	const scored = group.map(({ first, second }) => {
		return { prompt: first.sampleId, scores: [scoreNamed(first, name), scoreNamed(second, name)] as const };
	});
	const unpaired = scored.filter(({ scores }) => scores.some((one) => one?.unscored !== undefined));
	// The mean over some epochs of a prompt could differ from that over all.
	const open = new Set(unpaired.map(({ prompt }) => prompt));
	const paired = promptDifference(
		scored.flatMap(({ prompt, scores: [one, other] }) =>
			open.has(prompt) || typeof one?.value !== 'number' || typeof other?.value !== 'number'
				? []
				: [{ prompt, first: one.value, second: other.value }],
		),
	);
	return (
		paired && {
			...paired,
			unpaired: unpaired.length,
			inNeither: unpaired.filter(({ scores }) => scores.every((one) => one?.value === undefined)).length,
			inOneOnly: scored.filter(({ scores: [one, other] }) => appliesInOne(one, other)).length,
		}
	);
}

interface ComparableTimes {
	/** Times of one of the runs, without those that a turn of any run was cut off before. */
	readonly of: (run: EvaluatedRun) => LatencySummary;
	/** Warm user turns that were cut off in at least one run. */
	readonly cut: number;
}

/** Times of several runs, made comparable. */
export function comparableTimes(runs: readonly EvaluatedRun[]): ComparableTimes {
	const samples = runs.flatMap((run) => run.samples);
	const cut = new Set(
		samples
			.filter(hasComparableTimes)
			.flatMap((sample) => cutTimes(sample).map(({ turn, metric }) => keyOf(sample, turn, metric))),
	);
	const isExcluded: IsExcludedTime = (sample, turn, metric) => cut.has(keyOf(sample, turn, metric));
	return {
		of: (run) => summarizeLatencies(run, cut.size === 0 ? undefined : isExcluded),
		cut: warmCutTurns(samples),
	};
}

/** Counts the warm user turns with comparable times that were cut off, once over all runs. */
export function warmCutTurns(samples: readonly SampleResult[]): number {
	const turns = samples.filter(hasComparableTimes).flatMap((sample) =>
		cutTimes(sample)
			.filter(({ metric, state }) => metric === 'endToEndMs' && state === 'warm')
			.map(({ turn, metric }) => keyOf(sample, turn, metric)),
	);
	return new Set(turns).size;
}

/** The times that are unknown because a turn of the sample was cut off. */
export function cutTimes(sample: SampleResult): readonly Pick<UnreachedTime, 'turn' | 'metric' | 'state'>[] {
	return [
		...unreachedTimes(sample),
		...userTurns(sample.timings).flatMap((turn, place) => {
			if (!wasCut(turn, sample)) return [];
			const state = sample.timings.cold && place === 0 ? ('cold' as const) : ('warm' as const);
			return (['endToEndMs', 'turnMs'] as const).map((metric) => ({ turn: place, metric, state }));
		}),
	];
}

function keyOf(sample: SampleResult, turn: number, metric: LatencyMetric): string {
	return `${sampleKey(sample)} ${turn} ${metric}`;
}
