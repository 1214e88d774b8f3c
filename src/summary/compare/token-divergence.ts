import { type Distribution, distribution } from '../../stats/distribution.ts';
import { OUTPUT_SPANS, type OutputSpan } from './divergence.ts';

/** What a model held likely at one position: tokens, most probable first, and their probabilities. */
export interface TokenProbabilities {
	readonly tokens: ArrayLike<number>;
	readonly probabilities: ArrayLike<number>;
}

/** One generation that both models were led through: as many positions in each. */
interface ScoredGeneration {
	readonly first: readonly TokenProbabilities[];
	readonly second: readonly TokenProbabilities[];
	/** What was said at each position; the last position, the end, has none. */
	readonly tokens: readonly number[];
	/** What each position is of, the end included; absent where it is unknown. */
	readonly spans?: readonly OutputSpan[] | undefined;
}

/** How far a second model would have said the same at every token of what the first one said. */
export interface TokenDivergence extends DivergenceNumbers {
	readonly generations: number;
	/** Place of the first position with another most probable token, over the generations that have one. */
	readonly firstDivergentToken: Distribution;
	/** Most probable tokens that each model reported per position. */
	readonly top: number;
	readonly wholeVocabulary: boolean;
	/** The same for each kind of text that was said. */
	readonly spans: readonly (DivergenceNumbers & { readonly span: OutputSpan })[];
}

export interface DivergenceNumbers {
	readonly positions: number;
	/** Positions at which both have the same most probable token. */
	readonly sameTop: number;
	/** Nats, first against second, over the positions. A lower bound unless `wholeVocabulary`. */
	readonly kl: Distribution;
	/** Probability of what was said, second minus first, in points of 1; where both reported it. */
	readonly deltaP: Distribution;
	/**
	 * Perplexity of what was said under the second model by that under the first: exp of the mean difference of their
	 * log-probabilities. Above 1 the second finds it less likely. Absent where both reported no token.
	 */
	readonly perplexityRatio?: number | undefined;
}

/** Half of the smallest single-precision number: what a probability that was rounded to zero may have been. */
const LEAST = 2 ** -150;
/** Sums of probabilities in single precision are no closer to 1. */
const SUM_ERROR = 1e-4;

interface Position {
	readonly span: OutputSpan | undefined;
	readonly sameTop: boolean;
	readonly kl: number;
	/** Of what was said, under the first and the second model. */
	readonly said?: readonly [first: number, second: number] | undefined;
}

/** Compares position by position. `top` is what was asked for: where fewer tokens were reported, they are the whole vocabulary. */
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

/** What the divergence of a run from the baseline rests on. */
export interface ScoredDivergence extends TokenDivergence {
	/** Suites whose first repeat was asked again, decoded freely. */
	readonly suites: readonly string[];
	readonly samples: number;
	/** Generations that could not be asked again. */
	readonly skipped: number;
}
