import type { EvaluatedRun } from '../eval/header.ts';
import { ALPHA } from '../stats/answer.ts';
import { worseP } from '../stats/paired-loss.ts';
import { promptCounts, promptShares } from '../summary/flips.ts';

/** A prompt's share of right epochs, by its id. */
export type PromptRates = Readonly<Record<string, number>>;

/** The shares of a rate whose every epoch is scored, where more is better. */
export function promptRates(
	{ header, samples }: EvaluatedRun,
	suite: string,
	variant: string,
	score: string,
): PromptRates | undefined {
	const declaration = header.suites.find(({ name }) => name === suite)?.scores[score];
	if (declaration?.kind !== 'rate' || declaration.direction === 'lower') return undefined;
	const own = samples.filter((sample) => sample.suite === suite && sample.variant === variant);
	const itself = own.map((sample, index) => ({ first: sample, second: sample, firstIndex: index, secondIndex: index }));
	const shares = promptShares(itself, { score, main: false, declaration });
	return Object.fromEntries(shares.map(({ id, first }) => [id, first]));
}

/** The last three runs of a series against all before. */
export interface TrendChange {
	/** Means of the prompts, 0 to 1. */
	readonly before: number;
	readonly now: number;
	readonly lost: number;
	readonly gained: number;
	/** Exact one-sided p that they are worse. */
	readonly p: number;
	readonly alarm: boolean;
}

/** Oldest first. Undefined for fewer than six runs, or without a prompt on both sides. */
export function trendChange(runs: readonly PromptRates[]): TrendChange | undefined {
	if (runs.length < 2 * LAST) return undefined;
	const [before, now] = [meansOf(runs.slice(0, -LAST)), meansOf(runs.slice(-LAST))];
	const pairs = [...before].flatMap(([id, first]) => {
		const second = now.get(id);
		return second === undefined ? [] : [{ first, second }];
	});
	if (pairs.length === 0) return undefined;
	const { lost, gained, n, right, secondRight } = promptCounts(pairs);
	const p = worseP(lost, gained);
	return { before: right / n, now: secondRight / n, lost, gained, p, alarm: p <= ALPHA };
}

const LAST = 3;

function meansOf(runs: readonly PromptRates[]): ReadonlyMap<string, number> {
	const all = runs.flatMap((run) => Object.entries(run));
	return new Map(
		Array.from(
			Map.groupBy(all, ([id]) => id),
			([id, shares]) => [id, shares.reduce((sum, [, share]) => sum + share, 0) / shares.length],
		),
	);
}
