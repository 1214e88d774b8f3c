import { type EvaluatedSuite, mainScore } from '../../eval/header.ts';
import { type SampleResult, scoreNamed } from '../../eval/sample.ts';
import { ALPHA, FEW, lossOf } from '../../stats/answer.ts';
import { lossBounds, worseP } from '../../stats/paired-loss.ts';
import { type PairedSample, promptCounts, promptShares, type ScoredSample } from '../flips.ts';

/** How a rate moved against the baseline, in prompts; fractions where they were repeated. */
export interface PairedRate {
	readonly fell: number;
	readonly rose: number;
	/** Prompts scored in every epoch of both runs. */
	readonly n: number;
	/** Further prompts with an unscored epoch. */
	readonly open: number;
}

type GatedPair = PairedSample<ScoredSample & Pick<SampleResult, 'groups'>>;

/** By the name of the metric, every rate that has its samples in both runs. */
export function pairedRates(
	pairs: readonly GatedPair[],
	suites: readonly EvaluatedSuite[],
): ReadonlyMap<string, PairedRate> {
	const bySuite = Map.groupBy(pairs, ({ first }) => first.suite);
	return new Map(
		suites.flatMap((suite) => {
			const variants = Map.groupBy(bySuite.get(suite.name) ?? [], ({ first }) => first.variant);
			return [...variants].flatMap(([variant, own]) =>
				Object.entries(suite.scores).flatMap(([score, { kind }]) => {
					if (kind !== 'rate') return [];
					const isOnly = variants.size === 1;
					const prefixes = [`${suite.name}.${variant}`, ...(isOnly ? [suite.name] : [])];
					const isMain = score === mainScore(suite);
					const named = groupsOf(own).flatMap(([group, part]) => {
						const rate = rateOf(part, score, isMain);
						return prefixes.map((prefix) => [`${prefix}.${score}${group}`, rate] as const);
					});
					const [whole] = named;
					return isOnly && whole && suite.decision?.score === score
						? [...named, [`${suite.name}.rate`, whole[1]] as const]
						: named;
				}),
			);
		}),
	);
}

/** All pairs, then those of each group, by how metrics name it. */
function groupsOf(pairs: readonly GatedPair[]): readonly (readonly [name: string, pairs: readonly GatedPair[]])[] {
	const parts = pairs.flatMap((pair) =>
		Object.entries(pair.second.groups ?? {}).map(([group, value]) => ({ name: `[${group}=${value}]`, pair })),
	);
	const byName = Map.groupBy(parts, ({ name }) => name);
	return [['', pairs], ...Array.from(byName, ([name, part]) => [name, part.map(({ pair }) => pair)] as const)];
}

function rateOf(pairs: readonly GatedPair[], score: string, main: boolean): PairedRate {
	const shares = promptShares(pairs, { score, main, declaration: { kind: 'rate', title: score } });
	const { lost: fell, gained: rose, n } = promptCounts(shares);
	const scored = new Set(shares.map(({ id }) => id));
	const open = pairs.filter(
		({ first, second }) =>
			!scored.has(first.sampleId) && [first, second].some((one) => scoreNamed(one, score)?.unscored !== undefined),
	);
	return { fell, rose, n, open: new Set(open.map(({ first }) => first.sampleId)).size };
}

/** Evidence of a drop, or of a rise where that is the wrong way. Shares are of the prompts. */
export interface PairedDrop {
	readonly n: number;
	readonly lost: number;
	readonly gained: number;
	/** As measured, and at most, one-sided 95 %. */
	readonly drop: number;
	readonly high: number;
	/** Exact one-sided p that it is one. */
	readonly p: number;
}

export function pairedDrop(lost: number, gained: number, n: number): PairedDrop {
	const drop = lossOf({ lost, gained, n });
	return { n, lost, gained, drop, high: lossBounds(lost, gained, n).high, p: worseP(lost, gained) };
}

/**
 * Whether a drop is at most `bound`. `unclear`: above it as measured, and not certain. With `strict` a drop that is not ruled
 * out is undecided.
 */
export function dropStatus(
	{ drop, high, p }: PairedDrop,
	bound: number,
	strict = false,
): 'pass' | 'fail' | 'unclear' | 'undecided' {
	const isAbove = drop > bound + ROUNDING;
	if (isAbove && p <= ALPHA) return 'fail';
	if (strict && high > bound) return 'undecided';
	return isAbove ? 'unclear' : 'pass';
}

/** 0.9 - 0.85 is a little more than 0.05 in binary. */
export const ROUNDING = 1e-9;

/** Fewer prompts can lose nothing for certain. */
export function canFail({ n }: PairedDrop): boolean {
	return n >= FEW;
}
