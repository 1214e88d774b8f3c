import { type Distribution, distribution } from '../../stats/distribution.ts';

/** What a model held likely at one position: tokens, most probable first, and their probabilities. */
export interface TokenProbabilities {
	readonly tokens: ArrayLike<number>;
	readonly probabilities: ArrayLike<number>;
}

/** One generation that both models were led through: as many positions in each. */
export interface ScoredGeneration {
	readonly first: readonly TokenProbabilities[];
	readonly second: readonly TokenProbabilities[];
}

/** How far a second model would have said the same at every token of what the first one said. */
export interface TokenDivergence {
	readonly generations: number;
	readonly positions: number;
	/** Positions at which both have the same most probable token. */
	readonly sameTop: number;
	/** Nats, first against second, over the positions. A lower bound unless `wholeVocabulary`. */
	readonly kl: Distribution;
	/** Place of the first position with another most probable token, over the generations that have one. */
	readonly firstDivergentToken: Distribution;
	/** Most probable tokens that each model told per position. */
	readonly top: number;
	readonly wholeVocabulary: boolean;
}

/** Half of the smallest single-precision number: what a probability that was rounded to zero may have been. */
const LEAST = 2 ** -150;
/** Sums of probabilities in single precision are no closer to 1. */
const SUM_ERROR = 1e-4;

/** Compares position by position. `top` is what was asked for: where fewer tokens were told, they are the whole vocabulary. */
export function tokenDivergence(generations: readonly ScoredGeneration[], top: number): TokenDivergence {
	const divergences: number[] = [];
	const firsts: number[] = [];
	let sameTop = 0;
	let wholeVocabulary = true;
	for (const { first, second } of generations) {
		if (first.length !== second.length) throw new RangeError('both models score the same positions');
		let parted = false;
		for (const [index, one] of first.entries()) {
			const other = second[index];
			if (other === undefined) break;
			const whole = one.tokens.length < top && other.tokens.length === one.tokens.length;
			wholeVocabulary &&= whole;
			divergences.push(klDivergence(one, other, whole));
			if (one.tokens[0] === other.tokens[0]) sameTop += 1;
			else if (!parted) {
				parted = true;
				firsts.push(index);
			}
		}
	}
	return {
		generations: generations.length,
		positions: divergences.length,
		sameTop,
		kl: distribution(divergences),
		firstDivergentToken: distribution(firsts),
		top,
		wholeVocabulary: wholeVocabulary && divergences.length > 0,
	};
}

/**
 * Kullback-Leibler divergence in nats. Without the whole vocabulary, tokens that one of both did not tell count as one:
 * merging outcomes never makes a divergence larger, so it is a lower bound.
 */
export function klDivergence(first: TokenProbabilities, second: TokenProbabilities, whole: boolean): number {
	const others = new Map<number, number>();
	for (let index = 0; index < second.tokens.length; index += 1) {
		others.set(second.tokens[index] ?? -1, second.probabilities[index] ?? 0);
	}
	let divergence = 0;
	let firstSum = 0;
	let secondSum = 0;
	for (let index = 0; index < first.tokens.length; index += 1) {
		const p = first.probabilities[index] ?? 0;
		const q = others.get(first.tokens[index] ?? -1);
		if (q === undefined) continue;
		firstSum += p;
		secondSum += q;
		divergence += term(p, q);
	}
	if (!whole && 1 - firstSum > SUM_ERROR) divergence += term(1 - firstSum, Math.max(0, 1 - secondSum));
	return Math.max(0, divergence);
}

function term(p: number, q: number): number {
	return p === 0 || p === q ? 0 : p * Math.log(p / Math.max(q, LEAST));
}
