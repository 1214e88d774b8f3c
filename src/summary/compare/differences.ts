import type { EvaluatedRun, EvaluatedSuite } from '../../eval/run.ts';
import {
	type LoggedGeneration,
	type LoggedTimings,
	type SampleResult,
	sampleKey,
	scoreNamed,
} from '../../eval/sample.ts';
import type { Score, ScoreDeclaration } from '../../eval/score.ts';
import { userTurns, waitingIn } from '../../eval/turn.ts';
import { mean } from '../../stats/distribution.ts';
import { type PairedDifference, pairedDifference } from '../../stats/paired.ts';
import { appliesInOne, type PairedSample } from '../flips.ts';
import { type LatencySummary, type LeavesOut, latenciesOf, summarizeLatencies } from '../speed.ts';
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
 * One time or speed in both runs, paired by prompt: warm, comparable samples with the same clock only. The first token is
 * that which a user waits for; a speed, which each generation has, is a sample's mean over all of them.
 */
export interface LatencyDifference {
	readonly suite: string;
	readonly variant: string;
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
	const groups = Map.groupBy(warm, ({ first }) => `${first.suite} ${first.variant}`);
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
			variant: head.variant,
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

/** A number that a suite declares, second run minus first: of the samples that have it in both. */
export interface NumberDifference {
	readonly suite: string;
	readonly variant: string;
	readonly score: string;
	readonly declaration: ScoreDeclaration;
	/** Means over the same pairs. */
	readonly firstMean: number;
	readonly secondMean: number;
	/** Of a pair per prompt, because the epochs of a prompt are not independent. */
	readonly difference: PairedDifference;
	/** Samples that are unscored in one of the runs, or in both; and those that no run has scored. */
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
	score: string,
): Omit<NumberDifference, 'suite' | 'variant' | 'score' | 'declaration'> | undefined {
	const scored = group.map(({ first, second }) => [scoreNamed(first, score), scoreNamed(second, score)] as const);
	// The mean of a prompt is that of all its epochs: of some it could be another.
	const whole = wholePrompts(group, scored);
	const values = group.flatMap(({ first }, index) => {
		if (!whole.has(first.sampleId)) return [];
		const [one, other] = scored[index] ?? [];
		if (typeof one?.value !== 'number' || typeof other?.value !== 'number') return [];
		return [{ prompt: first.sampleId, one: one.value, other: other.value }];
	});
	const prompts = Array.from(
		Map.groupBy(values, ({ prompt }) => prompt).values(),
		(epochs) => [mean(epochs.map(({ one }) => one)), mean(epochs.map(({ other }) => other))] as const,
	);
	const difference = pairedDifference(prompts);
	if (difference === undefined) return undefined;
	const unpaired = scored.filter((both) => both.some((one) => one?.unscored !== undefined));
	return {
		firstMean: mean(prompts.map(([one]) => one)),
		secondMean: mean(prompts.map(([, other]) => other)),
		difference,
		unpaired: unpaired.length,
		inNeither: unpaired.filter((both) => both.every((one) => one?.value === undefined)).length,
		inOneOnly: scored.filter(([one, other]) => appliesInOne(one, other)).length,
	};
}

/** Prompts without an epoch that is unscored in a run. */
function wholePrompts(
	group: readonly PairedSample[],
	scored: readonly (readonly (Score | undefined)[])[],
): ReadonlySet<string> {
	const open = new Set(
		group.flatMap(({ first }, index) =>
			scored[index]?.some((one) => one?.unscored !== undefined) ? [first.sampleId] : [],
		),
	);
	return new Set(group.map(({ first }) => first.sampleId).filter((id) => !open.has(id)));
}

/** Times of several runs as they can stand beside each other. */
interface TimesSideBySide {
	/** Of one of the runs; what a turn was cut before in any of them, and the whole of it, is in none. */
	readonly of: (run: EvaluatedRun) => LatencySummary;
	/** Warm user turns that were cut in one of the runs or more. */
	readonly cut: number;
}

export function timesSideBySide(runs: readonly EvaluatedRun[]): TimesSideBySide {
	const samples = runs.flatMap((run) => run.samples);
	const cut = new Set(
		samples
			.filter(hasComparableTimes)
			.flatMap((sample) => cutTimes(sample).map(({ turn, metric }) => keyOf(sample, turn, metric))),
	);
	const isLeftOut: LeavesOut = (sample, turn, metric) => cut.has(keyOf(sample, turn, metric));
	return {
		of: (run) => (cut.size === 0 ? summarizeLatencies(run) : latenciesOf(run, isLeftOut)),
		cut: warmCutTurns(samples),
	};
}

/** How many warm user turns of comparable times were cut in one of the samples' runs or more. */
export function warmCutTurns(samples: readonly SampleResult[]): number {
	const cut = samples.filter(hasComparableTimes).flatMap((sample) =>
		userTurns(sample.timings).flatMap((turn, place) => {
			const isCold = sample.timings.cold && place === 0;
			return wasCut(turn, sample) && !isCold ? [keyOf(sample, place, 'endToEndMs')] : [];
		}),
	);
	return new Set(cut).size;
}

/** Of the turns of a sample of comparable times that were cut, the times that the whole turn would tell. */
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
