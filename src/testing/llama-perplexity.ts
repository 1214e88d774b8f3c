import type { TokenProbabilities } from '../eval/compare/token-divergence.ts';

/** What `llama-perplexity --kl-divergence` tells of two models on the same positions. */
export interface LlamaDivergence {
	/** Mean, in nats. */
	readonly kl: number;
	/** Share of positions with the same most probable token. */
	readonly sameTop: number;
	/** Mean change of the probability of what was said. */
	readonly deltaP: number;
	/** Perplexity of the second model by that of the first. */
	readonly perplexityRatio: number;
}

/** A position in both models, whole vocabularies, and the token that was said there. */
export interface ComparedPosition {
	readonly first: TokenProbabilities;
	readonly second: TokenProbabilities;
	readonly said: number;
}

/**
 * Double of llama.cpp's calculation, for comparison with ours: the first model's log-probabilities are kept in 16 bits
 * over a range of at most 16 nats, and what is less likely than e^-16 counts nothing. Source: ggml-org/llama.cpp
 * `tools/perplexity/perplexity.cpp` (`log_softmax`, `kl_divergence`), in our words.
 */
export function llamaDivergence(positions: readonly ComparedPosition[]): LlamaDivergence {
	const of = positions.map(atPosition);
	const mean = (value: (one: (typeof of)[number]) => number): number =>
		of.reduce((sum, one) => sum + value(one), 0) / of.length;
	return {
		kl: mean(({ kl }) => kl),
		sameTop: mean(({ same }) => (same ? 1 : 0)),
		deltaP: mean(({ second, first }) => Math.exp(second) - Math.exp(first)),
		perplexityRatio: Math.exp(mean(({ first, second }) => first - second)),
	};
}

const RANGE_NATS = 16;
const STEPS = 65_535;

function atPosition({ first, second, said }: ComparedPosition): {
	readonly kl: number;
	readonly same: boolean;
	readonly first: number;
	readonly second: number;
} {
	const kept = keptLogs(first);
	const others = logsByToken(second);
	let kl = 0;
	for (const [token, log] of kept) if (log > -RANGE_NATS) kl += Math.exp(log) * (log - (others.get(token) ?? log));
	const [firstSaid, secondSaid] = [kept.get(said), others.get(said)];
	if (firstSaid === undefined || secondSaid === undefined) throw new RangeError('both tell what was said');
	return { kl, same: first.tokens[0] === second.tokens[0], first: firstSaid, second: secondSaid };
}

/** In steps from the least kept log-probability to the largest. */
function keptLogs(told: TokenProbabilities): ReadonlyMap<number, number> {
	const logs = logsByToken(told);
	const most = Math.log(told.probabilities[0] ?? 1);
	const least = Math.max(Math.min(...logs.values()), most - RANGE_NATS);
	const step = Math.fround((most - least) / STEPS);
	if (step === 0) return logs;
	return new Map(
		Array.from(logs, ([token, log]) => [token, least + step * Math.round(Math.max(0, log - least) / step)]),
	);
}

function logsByToken({ tokens, probabilities }: TokenProbabilities): ReadonlyMap<number, number> {
	return new Map(
		Array.from(tokens, (token, index) => [token, Math.log(Math.max(probabilities[index] ?? 0, 2 ** -150))]),
	);
}
