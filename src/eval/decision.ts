import { z } from 'zod';
import { assertCount, clopperPearson, type Interval, jeffreysProbabilityAtLeast, wilson } from '../stats/intervals.ts';
import type { LocalizedText } from '../text/text.ts';
import type { UnscoredCause } from './score.ts';

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
interface Share {
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

interface UnscoredCount {
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

interface Taken extends Borderline {
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
	const ties: readonly BorderlineCause[] =
		best < threshold && best + tied >= threshold ? [{ cause: 'tied-repeats', count: tied }] : [];
	if (subset) return { status: 'subset', ...counted };
	if (hits + misses < n || score === undefined || exact === undefined) {
		const path = certainPath(decision, counts);
		if (path === undefined) return { status: 'undecided', ...counted };
		const either = isChance(decision, hits, n) && isChance(decision, best, n);
		return { status: 'truncated', path, ...counted, ...borderlineBy([...(either ? [CHANCE] : []), ...ties]) };
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
		...borderlineBy([...(isChance(decision, hits, n) ? [CHANCE] : []), ...(needsAll ? [EVERY_PROMPT] : []), ...ties]),
	};
}

const CHANCE: BorderlineCause = { cause: 'chance' };
const EVERY_PROMPT: BorderlineCause = { cause: 'every-prompt' };

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

/** How far a path that was taken is certain. */
interface Borderline {
	/** A repeat, or another count of what is split, could well take the other path. */
	readonly borderline: boolean;
	/** Why; empty where it is not. */
	readonly borderlineCauses: readonly BorderlineCause[];
}

/** Why a verdict is borderline. */
export type BorderlineCause =
	/** The probability that the true rate reaches the threshold's share lies between 10 % and 90 %, whatever the rest would say. */
	| { readonly cause: 'chance' }
	/** The path needs every prompt, and got them: a repeat may miss one. */
	| { readonly cause: 'every-prompt' }
	/** So many prompts are tied over their repeats, which is a miss; as hits they would change the path. */
	| { readonly cause: 'tied-repeats'; readonly count: number }
	/** People are evenly split over so many samples, which the rule judged; judged the other way they would change the path. */
	| { readonly cause: 'split-people'; readonly count: number };

export function borderlineBy(causes: readonly BorderlineCause[]): Borderline {
	return { borderline: causes.length > 0, borderlineCauses: causes };
}

/** A decision as people write it down: the threshold, and what its two outcomes are called. */
export interface DecisionOption {
	/** Default: the suite's main rate. */
	readonly score?: string | undefined;
	/** As many prompts ... */
	readonly hits: number;
	/** ... of as many take the first path. */
	readonly of: number;
	/** Two outcomes by name, the one of a reached threshold first. */
	readonly paths?: Readonly<Record<string, PathOption>> | undefined;
}

/** An outcome as people write it down. */
export interface PathOption {
	readonly title: LocalizedText;
	readonly meaning?: LocalizedText | undefined;
	/** A Markdown template, or the path of one: a line that ends in `.md`, say. */
	readonly record?: string | undefined;
	readonly policy?: 'push' | 'discard' | undefined;
}

const localizedText: z.ZodType<LocalizedText> = z.union([
	z.string().min(1),
	z.strictObject({ en: z.string().min(1), ko: z.string().min(1) }),
]);

const WHOLE = 'must be a whole number of at least 1';

const pathOption: z.ZodType<PathOption> = z.strictObject({
	title: localizedText,
	meaning: localizedText.optional().describe('What follows, for a person who must act on it.'),
	record: z
		.string()
		.min(1)
		.optional()
		.describe('Markdown template that is written when the path is taken: a file, or its text.'),
	policy: z
		.enum(['push', 'discard'])
		.optional()
		.describe('Prefix policy that `--policy from:RUN` takes from this outcome.'),
});

/** The `decision` of a suite in a config. */
export const decisionOption: z.ZodType<DecisionOption> = z
	.strictObject({
		score: z.string().min(1).optional().describe("The rate that is counted (default: the suite's main one)."),
		hits: z.int(WHOLE).min(1, WHOLE).describe('So many prompts ...'),
		of: z.int(WHOLE).min(1, WHOLE).describe('... of so many take the first path.'),
		paths: z
			.record(z.string().min(1).max(40), pathOption)
			.refine((paths) => Object.keys(paths).length === 2, 'must be two paths, that of a reached threshold first')
			// JavaScript sorts such names to the front: the second path could become the first.
			.refine(
				(paths) => !Object.keys(paths).some((name) => /^\d+$/u.test(name)),
				'must have names that are no whole numbers',
			)
			.optional(),
	})
	.refine(({ hits, of }) => hits <= of, { path: ['hits'], error: 'must be at most `of`' });

/** The decision with its record templates read. The option is checked before: two paths, whole numbers. */
export function readDecision(option: DecisionOption, score: string, readText: (path: string) => string): Decision {
	const { hits, of, paths = DEFAULT_PATHS } = option;
	const [first, second] = Object.entries(paths).map(
		([name, path]): DecisionPath => ({ name, ...readPath(path, readText) }),
	);
	if (first === undefined || second === undefined) throw new Error('a decision has two paths');
	return { score, threshold: { hits, of }, paths: [first, second] };
}

function readPath({ title, meaning, record, policy }: PathOption, readText: (path: string) => string): PathOption {
	return {
		title,
		...(meaning !== undefined && { meaning }),
		...(record !== undefined && { record: isPath(record) ? readText(record) : record }),
		...(policy !== undefined && { policy }),
	};
}

/** One line that ends as a file's name does, and has nothing to fill in; any other text is the template itself. */
function isPath(record: string): boolean {
	return /^[^\n]*\.[a-z][a-z0-9]{0,9}$/iu.test(record) && !record.includes('{{');
}

const DEFAULT_PATHS: Readonly<Record<string, PathOption>> = {
	pass: { title: { en: 'the threshold is reached', ko: '기준을 넘었습니다' } },
	fail: { title: { en: 'the threshold is not reached', ko: '기준에 못 미쳤습니다' } },
};
