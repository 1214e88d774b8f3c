import { type Distribution, distribution } from '../../stats/distribution.ts';
import { OUTPUT_SPANS, type OutputSpan } from './divergence.ts';

/** A model's top tokens at one position, most probable first, and their probabilities. */
export interface TokenProbabilities {
	readonly tokens: ArrayLike<number>;
	readonly probabilities: ArrayLike<number>;
}

/** One generation that both models scored: as many positions in each. */
interface ScoredGeneration {
	readonly first: readonly TokenProbabilities[];
	readonly second: readonly TokenProbabilities[];
	/** The output's token at each position; none at the last, the end. */
	readonly tokens: readonly number[];
	/** By position, the end included; absent if unknown. */
	readonly spans?: readonly OutputSpan[];
}

/** How far a second model agrees with each token of the first model's outputs. */
export interface TokenDivergence extends DivergenceNumbers {
	readonly generations: number;
	/** First position with another top token, over the generations that have one. */
	readonly firstDivergentToken: Distribution;
	/** Most probable tokens that each model reported per position. */
	readonly top: number;
	readonly wholeVocabulary: boolean;
	/** By kind of text. */
	readonly spans: readonly (DivergenceNumbers & { readonly span: OutputSpan })[];
}

export interface DivergenceNumbers {
	readonly positions: number;
	/** Positions with the same top token. */
	readonly sameTop: number;
	/** Nats, first against second, over the positions. A lower bound unless `wholeVocabulary`. */
	readonly kl: Distribution;
	/** Probability of the output's token, second minus first, -1 to 1, if both reported it. */
	readonly deltaP: Distribution;
	/**
	 * Perplexity of the outputs under the second model divided by that under the first: exp of the mean difference of their
	 * log-probabilities. Above 1 the second finds them less likely. Absent without a token that both reported.
	 */
	readonly perplexityRatio?: number;
}

/** Half of the smallest single-precision number, for a probability that was rounded to zero. */
const LEAST = 2 ** -150;
/** Rounding error of a sum of single-precision probabilities. */
const SUM_ERROR = 1e-4;

interface Position {
	readonly span: OutputSpan | undefined;
	readonly sameTop: boolean;
	readonly kl: number;
	/** Probability of the output's token under each model. */
	readonly said?: readonly [first: number, second: number];
}

/** Compares position by position. Fewer reported tokens than the requested `top` are the whole vocabulary. */
export function tokenDivergence(generations: readonly ScoredGeneration[], top: number): TokenDivergence {
	const positions: Position[] = [];
	const firsts: number[] = [];
	let wholeVocabulary = true;
	for (const { first, second, tokens, spans } of generations) {
		if (first.length !== second.length) throw new RangeError('both models score the same positions');
		let parted = false;
		for (const [index, one] of first.entries()) {
			const other = second[index];
			if (other === undefined) break;
			const whole = one.tokens.length < top && other.tokens.length === one.tokens.length;
			wholeVocabulary &&= whole;
			const sameTop = one.tokens[0] === other.tokens[0];
			positions.push({
				span: spans?.[index],
				sameTop,
				kl: klDivergence(one, other, whole),
				said: saidIn(tokens[index], one, other),
			});
			if (!sameTop && !parted) {
				parted = true;
				firsts.push(index);
			}
		}
	}
	return {
		generations: generations.length,
		...figuresOf(positions),
		firstDivergentToken: distribution(firsts),
		top,
		wholeVocabulary: wholeVocabulary && positions.length > 0,
		spans: OUTPUT_SPANS.flatMap((span) => {
			const own = positions.filter((position) => position.span === span);
			return own.length === 0 ? [] : [{ span, ...figuresOf(own) }];
		}),
	};
}

function figuresOf(positions: readonly Position[]): DivergenceNumbers {
	const said = positions.flatMap((position) => (position.said === undefined ? [] : [position.said]));
	const logRatios = said.map(([first, second]) => Math.log(Math.max(first, LEAST)) - Math.log(Math.max(second, LEAST)));
	const mean = logRatios.reduce((sum, ratio) => sum + ratio, 0) / logRatios.length;
	return {
		positions: positions.length,
		sameTop: positions.filter(({ sameTop }) => sameTop).length,
		kl: distribution(positions.map(({ kl }) => kl)),
		deltaP: distribution(said.map(([first, second]) => second - first)),
		perplexityRatio: logRatios.length === 0 ? undefined : Math.exp(mean),
	};
}

function saidIn(token: number | undefined, one: TokenProbabilities, other: TokenProbabilities): Position['said'] {
	if (token === undefined) return undefined;
	const [first, second] = [probabilityOf(token, one), probabilityOf(token, other)];
	return first === undefined || second === undefined ? undefined : [first, second];
}

function probabilityOf(token: number, { tokens, probabilities }: TokenProbabilities): number | undefined {
	for (let index = 0; index < tokens.length; index += 1) if (tokens[index] === token) return probabilities[index];
	return undefined;
}

/**
 * Kullback-Leibler divergence in nats. Without the whole vocabulary, tokens that either did not report count as one token:
 * merging outcomes never increases a divergence, so it is a lower bound.
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

/** Divergence of a run's model from the baseline's, with the samples that were scored. */
export interface ScoredDivergence extends TokenDivergence {
	/** Suites whose first epoch was scored, without constrained decoding. */
	readonly suites: readonly string[];
	readonly samples: number;
	/** Generations that could not be scored. */
	readonly skipped: number;
}
