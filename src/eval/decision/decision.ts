import { clopperPearson } from '../../stats/interval/clopper-pearson.ts';
import { assertCount, type Interval } from '../../stats/interval/interval.ts';
import { jeffreysProbabilityAtLeast } from '../../stats/interval/jeffreys.ts';
import { wilson } from '../../stats/interval/wilson.ts';
import type { LocalizedText } from '../../text/localized-text.ts';
import type { UnscoredCause } from '../score/score.ts';
import { type GreyCause, type GreyZone, greyZoneOf } from './grey-zone.ts';

/** What a suite decides: whether enough prompts pass one of its rates. Stands in the log's header. */
export interface Decision {
	/** The rate that is counted. */
	readonly score: string;
	/** As many prompts of as many: of another number of prompts the same share, rounded up. */
	readonly threshold: Share;
	/** The path when the threshold is reached, and the one when it is not. */
	readonly paths: readonly [DecisionPath, DecisionPath];
}

/** Such as 5 of 15. */
export interface Share {
	readonly hits: number;
	readonly of: number;
}

/** One outcome of a decision. */
export interface DecisionPath {
	/** A word or letter, unique in the decision. */
	readonly name: string;
	readonly title: LocalizedText;
	/** What the outcome means, for a person who must act on it. */
	readonly meaning?: LocalizedText | undefined;
	/** Markdown that is written when the path is taken; placeholders are described in docs/decisions-of-a-suite.md. */
	readonly record?: string | undefined;
	/** Prefix policy that a later run takes from this outcome. */
	readonly policy?: 'push' | 'discard' | undefined;
}

/** How many of the prompts passed, and why others say nothing. Those never evaluated are in none of the counts. */
export interface DecisionCounts {
	readonly hits: number;
	readonly misses: number;
	/** Of the misses, prompts of which exactly half of the repeats hit. */
	readonly tied?: number | undefined;
	/** Prompts of the whole corpus. */
	readonly n: number;
	/** Prompts that were evaluated and could not be scored, by cause. */
	readonly unscored?: readonly UnscoredCount[] | undefined;
	/** Prompts of which some repeats were evaluated, and the others could decide. */
	readonly partly?: number | undefined;
	/** The run chose some of the prompts: it counts, and decides nothing. */
	readonly subset?: boolean | undefined;
}

export interface UnscoredCount {
	readonly cause: UnscoredCause;
	readonly count: number;
}

interface Counted {
	readonly hits: number;
	readonly misses: number;
	readonly n: number;
	/** Hits of `n` that take the first path. */
	readonly threshold: number;
	readonly unscored: readonly UnscoredCount[];
	/** Absent where no prompt waits for more of its repeats. */
	readonly partly?: number | undefined;
}

interface Taken extends GreyZone {
	readonly path: string;
}

/**
 * What the counts decide. `complete`: every prompt was scored. `truncated`: some were not, but no outcome of the rest
 * could change the path; the rate says nothing then, so there is no interval. `undecided`: the rest could change it.
 * `subset`: only some of the prompts were asked, so that there is nothing to decide.
 */
export type Verdict =
	| (Counted &
			Taken & {
				readonly status: 'complete';
				readonly wilson: Interval;
				readonly clopperPearson: Interval;
				/** P(true rate >= threshold's share) under Jeffreys. Absent of a share of 1: no number of prompts shows that rate. */
				readonly probability?: number | undefined;
			})
	| (Counted & Taken & { readonly status: 'truncated' })
	| (Counted & { readonly status: 'undecided' | 'subset'; readonly path?: undefined });

/** What made the path certain: at least so many hits of the first, at most so many of the second. */
export function certainHits({ hits, misses, n, threshold }: Pick<Verdict, 'hits' | 'misses' | 'n' | 'threshold'>): {
	readonly bound: 'atLeast' | 'atMost';
	readonly hits: number;
} {
	return hits >= threshold ? { bound: 'atLeast', hits } : { bound: 'atMost', hits: n - misses };
}

/** Decides between the paths: the first if the threshold's share of the prompts passed, whatever the others would say. */
export function decide(decision: Decision, counts: DecisionCounts): Verdict {
	const { hits, misses, tied = 0, n, unscored = [], partly = 0, subset = false } = counts;
	assertCount(hits, hits + misses);
	assertCount(hits + misses, n);
	const threshold = thresholdOf(decision.threshold, n);
	const counted = { hits, misses, n, threshold, unscored, ...(partly > 0 && { partly }) };
	const score = wilson(hits, n);
	const exact = clopperPearson(hits, n);
	const best = n - misses;
	const ties: readonly GreyCause[] =
		best < threshold && best + tied >= threshold ? [{ cause: 'tied-repeats', count: tied }] : [];
	if (subset) return { status: 'subset', ...counted };
	if (hits + misses < n || score === undefined || exact === undefined) {
		const path = certainPath(decision, counts);
		if (path === undefined) return { status: 'undecided', ...counted };
		const either = isChance(decision, hits, n) && isChance(decision, best, n);
		return { status: 'truncated', path, ...counted, ...greyZoneOf([...(either ? [CHANCE] : []), ...ties]) };
	}
	const probability = decisionProbability(decision, hits, n);
	const needsAll = probability === undefined && hits >= threshold;
	return {
		status: 'complete',
		path: decision.paths[hits >= threshold ? 0 : 1].name,
		...counted,
		wilson: score,
		clopperPearson: exact,
		...(probability !== undefined && { probability }),
		...greyZoneOf([...(isChance(decision, hits, n) ? [CHANCE] : []), ...(needsAll ? [EVERY_PROMPT] : []), ...ties]),
	};
}

const CHANCE: GreyCause = { cause: 'chance' };
const EVERY_PROMPT: GreyCause = { cause: 'every-prompt' };

function isChance(decision: Decision, hits: number, n: number): boolean {
	const probability = decisionProbability(decision, hits, n);
	return probability !== undefined && probability >= 0.1 && probability <= 0.9;
}

/** P(true rate >= the threshold's share) under Jeffreys; undefined of a decision that needs all of its prompts. */
export function decisionProbability({ threshold }: Decision, hits: number, n: number): number | undefined {
	const share = threshold.hits / threshold.of;
	return share === 1 ? undefined : jeffreysProbabilityAtLeast(share, hits, n);
}

/** Hits of `n` prompts that reach the share: of 15 by 5 of 15 it is 5. */
export function thresholdOf({ hits, of }: Share, n: number): number {
	return Math.ceil((n * hits) / of);
}

/** The path that is already certain (5 hits or 11 misses of 15), whatever the other prompts would say; else absent. */
export function certainPath(
	decision: Decision,
	{ hits, misses, n }: Pick<DecisionCounts, 'hits' | 'misses' | 'n'>,
): string | undefined {
	if (n === 0) return undefined;
	const threshold = thresholdOf(decision.threshold, n);
	if (hits >= threshold) return decision.paths[0].name;
	return n - misses < threshold ? decision.paths[1].name : undefined;
}
