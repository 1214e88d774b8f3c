import { type EvaluatedSuite, mainScore } from '../eval/header.ts';
import { type SampleResult, sampleKey, scoreNamed } from '../eval/sample.ts';
import type { Score, ScoreDeclaration } from '../eval/score.ts';
import { mcnemarExact } from '../stats/paired.ts';
import { type Rate, rateOfClusters } from '../stats/rate.ts';

type ScoredPair = PairedSample<ScoredSample>;

/** A sample whose score differs between the runs. */
export interface Flip {
	readonly sampleId: string;
	readonly epoch: number;
	/** Index of the sample in each run. */
	readonly firstIndex: number;
	readonly secondIndex: number;
	readonly firstReason?: string;
	readonly secondReason?: string;
}

/** One yes-or-no score of one suite and variant in two runs. */
export interface ScoreFlips {
	readonly suite: string;
	readonly variant: string;
	readonly score: string;
	readonly declaration: ScoreDeclaration;
	/** The score says whether a sample passed. */
	readonly main: boolean;
	/** Over the samples scored in both runs; with epochs clustered by sample. */
	readonly first: Rate;
	readonly second: Rate;
	/** Better in the second run, and worse; if lower is better, a yes that became a no is gained. */
	readonly gained: readonly Flip[];
	readonly lost: readonly Flip[];
	/** Samples scored in both runs. */
	readonly paired: number;
	/** Samples unscored in at least one run: neither gained nor lost. */
	readonly unpaired: number;
	/** Of these, those scored in neither run. */
	readonly inNeither: number;
	/** Samples that the score applies to in one run only, such as arguments of a call that the other never made. */
	readonly inOneOnly: number;
	/**
	 * McNemar's exact two-sided p over the prompts that are scored in every epoch of both runs. Absent if there is none. One
	 * loss in three epochs is a third of a prompt.
	 */
	readonly p?: number;
	readonly promptsGained: number;
	readonly promptsLost: number;
}

/** Counts of samples not scored in both runs. */
export type Unpaired = Pick<ScoreFlips, 'unpaired' | 'inNeither' | 'inOneOnly'>;

/** Flips of every declared rate with a scored pair; of the main score also without one. */
export function scoreFlips(pairs: readonly ScoredPair[], suites: readonly EvaluatedSuite[]): readonly ScoreFlips[] {
	const bySuite = Map.groupBy(pairs, ({ first }) => first.suite);
	return suites.flatMap((suite) =>
		Array.from(
			Map.groupBy(bySuite.get(suite.name) ?? [], ({ first }) => first.variant),
			([variant, group]) =>
				Object.entries(suite.scores).flatMap(([score, declaration]) => {
					if (declaration.kind !== 'rate') return [];
					const main = score === mainScore(suite);
					const flips = flipsOf(group, { suite: suite.name, variant, score, declaration, main });
					return flips.first.n + flips.unpaired === 0 ? [] : [flips];
				}),
		).flat(),
	);
}

type Identity = Pick<ScoreFlips, 'suite' | 'variant' | 'score' | 'declaration' | 'main'>;

interface JudgedPair {
	readonly pair: ScoredPair;
	readonly first: boolean;
	readonly second: boolean;
}

function flipsOf(pairs: readonly ScoredPair[], identity: Identity): ScoreFlips {
	const { score, declaration } = identity;
	const judged = pairs.flatMap((pair) => judgedPair(pair, score));
	const epochs = Array.from(Map.groupBy(judged, ({ pair }) => pair.first.sampleId).values(), (own) => ({
		first: own.map(({ first }) => first),
		second: own.map(({ second }) => second),
	}));
	const { lost, gained, n } = promptCounts(promptShares(pairs, identity));
	const better = ({ first, second }: { readonly first: boolean; readonly second: boolean }): boolean =>
		first !== second && second === (declaration.direction !== 'lower');
	const worse = (one: { readonly first: boolean; readonly second: boolean }): boolean =>
		one.first !== one.second && !better(one);
	const unpaired = pairs.filter((pair) => isUnpaired(pair, identity));
	return {
		...identity,
		first: rateOfClusters(epochs.map(({ first }) => first)),
		second: rateOfClusters(epochs.map(({ second }) => second)),
		gained: judged.filter(better).map(({ pair }) => flip(pair, score)),
		lost: judged.filter(worse).map(({ pair }) => flip(pair, score)),
		paired: judged.length,
		unpaired: unpaired.length,
		inNeither: unpaired.filter((pair) => isScoredInNone(pair, score)).length,
		inOneOnly: identity.main
			? 0
			: pairs.filter(({ first, second }) => appliesInOne(scoreNamed(first, score), scoreNamed(second, score))).length,
		p: n === 0 ? undefined : mcnemarExact(gained, lost),
		promptsGained: gained,
		promptsLost: lost,
	};
}

/** A score that one run lacks, such as arguments of a call that it never made, is no flip. */
function judgedPair(pair: ScoredPair, score: string): readonly JudgedPair[] {
	const first = scoreNamed(pair.first, score)?.value;
	const second = scoreNamed(pair.second, score)?.value;
	return typeof first === 'boolean' && typeof second === 'boolean' ? [{ pair, first, second }] : [];
}

/** The main score applies to every sample; without it a sample is unscored. */
function isUnpaired({ first, second }: ScoredPair, { score, main }: Identity): boolean {
	return [first, second].some((sample) => {
		const own = scoreNamed(sample, score);
		return own === undefined ? main : own.unscored !== undefined;
	});
}

function isScoredInNone({ first, second }: ScoredPair, score: string): boolean {
	return [first, second].every((sample) => scoreNamed(sample, score)?.value === undefined);
}

/** A prompt's share of right epochs in both runs. */
export interface PromptShares {
	readonly id: string;
	readonly first: number;
	readonly second: number;
}

/** Counts over prompts; fractions of a prompt where it was repeated. */
export interface PromptCounts {
	readonly lost: number;
	readonly gained: number;
	/** Prompts scored in every epoch of both runs. */
	readonly n: number;
	/** Of these, right in the first run and in the second. */
	readonly right: number;
	readonly secondRight: number;
}

/**
 * The share of each prompt in which it is right. Absent where an epoch is unscored in the first run; with `unscored: wrong`,
 * unscored epochs of the second run count as wrong, and else the prompt is absent too.
 */
export function promptShares(
	pairs: readonly ScoredPair[],
	{ score, main, declaration: { direction } }: Pick<Identity, 'score' | 'main' | 'declaration'>,
	unscored?: 'wrong',
): readonly PromptShares[] {
	const isRight = (sample: ScoredSample): boolean | undefined => {
		const value = scoreNamed(sample, score)?.value;
		return typeof value === 'boolean' ? value === (direction !== 'lower') : undefined;
	};
	return Array.from(Map.groupBy(pairs, ({ first }) => first.sampleId)).flatMap(([id, epochs]) => {
		const both = epochs.filter(
			({ first, second }) => main || (scoreNamed(first, score) ?? scoreNamed(second, score)) !== undefined,
		);
		const first = shareOf(both.map((pair) => isRight(pair.first)));
		const second = shareOf(both.map((pair) => isRight(pair.second) ?? (unscored === 'wrong' ? false : undefined)));
		return first === undefined || second === undefined ? [] : [{ id, first, second }];
	});
}

/** Of values that are known. */
export function shareOf(values: readonly (boolean | undefined)[]): number | undefined {
	if (values.length === 0 || values.includes(undefined)) return undefined;
	return values.filter(Boolean).length / values.length;
}

export function promptCounts(prompts: readonly Omit<PromptShares, 'id'>[]): PromptCounts {
	const sum = (of: (prompt: Omit<PromptShares, 'id'>) => number): number =>
		whole(prompts.reduce((total, prompt) => total + of(prompt), 0));
	return {
		lost: sum(({ first, second }) => Math.max(0, first - second)),
		gained: sum(({ first, second }) => Math.max(0, second - first)),
		n: prompts.length,
		right: sum(({ first }) => first),
		secondRight: sum(({ second }) => second),
	};
}

/** Three thirds of a prompt are a whole one. */
function whole(count: number): number {
	const nearest = Math.round(count);
	return Math.abs(count - nearest) < 1e-9 ? nearest : count;
}

function flip({ first, second, firstIndex, secondIndex }: ScoredPair, score: string): Flip {
	const { sampleId, epoch } = first;
	const firstReason = scoreNamed(first, score)?.reason;
	const secondReason = scoreNamed(second, score)?.reason;
	return { sampleId, epoch, firstIndex, secondIndex, firstReason, secondReason };
}

/** The fields of a sample that flips need, and that a saved baseline has. */
export type ScoredSample = Pick<SampleResult, 'suite' | 'sampleId' | 'variant' | 'epoch' | 'system' | 'scores'>;

/** The same sample in two runs, with its index in each. */
export interface PairedSample<Kept extends ScoredSample = SampleResult> {
	readonly first: Kept;
	readonly second: Kept;
	readonly firstIndex: number;
	readonly secondIndex: number;
}

/** Whether only one of the two samples has the score, with a value. */
export function appliesInOne(first: Score | undefined, second: Score | undefined): boolean {
	return (first === undefined) !== (second === undefined) && (first ?? second)?.value !== undefined;
}

export function pairSamples<Kept extends ScoredSample>(
	first: { readonly samples: readonly Kept[] },
	second: { readonly samples: readonly Kept[] },
): readonly PairedSample<Kept>[] {
	const places = new Map(second.samples.map((sample, index) => [sampleKey(sample), index]));
	return first.samples.flatMap((sample, firstIndex) => {
		const secondIndex = places.get(sampleKey(sample));
		const other = secondIndex === undefined ? undefined : second.samples[secondIndex];
		if (secondIndex === undefined || other === undefined) return [];
		return [{ first: sample, second: other, firstIndex, secondIndex }];
	});
}
