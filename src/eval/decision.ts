import { z } from 'zod';
import { type LocalizedText, localizedText, type Parsed, text, whole } from '../base/border.ts';
import { assertCount, clopperPearson, type Interval, jeffreysProbabilityAtLeast, wilson } from '../stats/intervals.ts';
import type { UnscoredCause } from './score.ts';

/** What a suite decides: whether enough prompts pass a rate. Part of the log's header. */
export interface Decision extends Parsed<typeof decision> {}

/** An outcome of a decision; `record` is the template. */
export interface DecisionPath extends Parsed<typeof decisionPath> {}

/** Counts of prompts by outcome. Prompts never evaluated are in none of them. */
export interface DecisionCounts {
	readonly hits: number;
	readonly misses: number;
	/** Misses of which exactly half of the repeats hit. */
	readonly tied?: number;
	/** Prompts in the whole corpus. */
	readonly n: number;
	/** Evaluated prompts without an outcome, by cause. */
	readonly unscored?: readonly UnscoredCount[];
	/** Prompts whose outcome depends on repeats not evaluated yet. */
	readonly partly?: number;
	/** The run selected some of the prompts, so it decides nothing. */
	readonly subset?: boolean;
}

interface UnscoredCount {
	readonly cause: UnscoredCause;
	readonly count: number;
}

interface Counted {
	readonly hits: number;
	readonly misses: number;
	readonly n: number;
	/** Hits needed for the first path. */
	readonly threshold: number;
	readonly unscored: readonly UnscoredCount[];
	/** Absent: none. */
	readonly partly?: number;
}

interface Taken extends Certainty {
	readonly path: string;
}

/**
 * The result of a decision. `complete`: every prompt was scored. `truncated`: some were not, but they cannot change the
 * path; there is no interval. `undecided`: no path, for `cause`. `subset`: the run selected some of the prompts.
 */
export type Verdict =
	| (Counted &
			Taken & {
				readonly status: 'complete';
				readonly wilson: Interval;
				readonly clopperPearson: Interval;
				/**
				 * P(the rate of prompts like these >= the threshold's share), the rule's error allowed for where it is known.
				 * Absent for a share of 1, which no number of prompts can show.
				 */
				readonly probability?: number;
			})
	| (Counted & Taken & { readonly status: 'truncated' })
	| (Counted & { readonly status: 'undecided'; readonly cause: UndecidedCause; readonly path?: undefined })
	| (Counted & { readonly status: 'subset'; readonly path?: undefined });

/**
 * Why there is no path. `unscored`: prompts without an outcome could change it. `no-call`: no turn called a tool, and the
 * question exists only at a call. `rule-error`: the rule's known error speaks against its count. `labels`: labels of some
 * texts change the path, and labels of the rest could change it back.
 */
export type UndecidedCause = 'unscored' | 'no-call' | 'rule-error' | 'labels';

/** The bound that made the path certain: at least so many hits, or at most. */
export function certainHits({ hits, misses, n, threshold }: Pick<Verdict, 'hits' | 'misses' | 'n' | 'threshold'>): {
	readonly bound: 'atLeast' | 'atMost';
	readonly hits: number;
} {
	return hits >= threshold ? { bound: 'atLeast', hits } : { bound: 'atMost', hits: n - misses };
}

/** Takes the first path if the threshold's share of the prompts passed. */
export function decide(decision: Decision, counts: DecisionCounts): Verdict {
	const { hits, misses, tied = 0, n, unscored = [], partly = 0, subset = false } = counts;
	assertCount(hits, hits + misses);
	assertCount(hits + misses, n);
	const threshold = thresholdOf(decision.threshold, n);
	const counted = { hits, misses, n, threshold, unscored, ...(partly > 0 && { partly }) };
	const score = wilson(hits, n);
	const exact = clopperPearson(hits, n);
	const best = n - misses;
	const ties: readonly Doubt[] =
		best < threshold && best + tied >= threshold ? [{ cause: 'tied-repeats', count: tied }] : [];
	if (subset) return { status: 'subset', ...counted };
	if (hits + misses < n || score === undefined || exact === undefined) {
		const path = certainPath(decision, counts);
		if (path === undefined) return { status: 'undecided', cause: 'unscored', ...counted };
		const either = isChance(decision, hits, n) && isChance(decision, best, n);
		return { status: 'truncated', path, ...counted, ...certaintyBy([...(either ? [OTHER_PROMPTS] : []), ...ties]) };
	}
	const probability = decisionProbability(decision, hits, n);
	const needsAll = probability === undefined && hits >= threshold;
	return {
		status: 'complete',
		path: decision.paths[hits >= threshold ? 0 : 1].name,
		...counted,
		wilson: score,
		clopperPearson: exact,
		probability,
		...certaintyBy([
			...(isChance(decision, hits, n) ? [OTHER_PROMPTS] : []),
			...(needsAll ? [{ cause: 'every-prompt' } as const] : []),
			...ties,
		]),
	};
}

export const OTHER_PROMPTS: Doubt = { cause: 'other-prompts' };

function isChance(decision: Decision, hits: number, n: number): boolean {
	const probability = decisionProbability(decision, hits, n);
	return probability !== undefined && probability >= 0.1 && probability <= 0.9;
}

/** P(true rate >= threshold's share) under Jeffreys; undefined if every prompt has to pass. */
export function decisionProbability({ threshold }: Decision, hits: number, n: number): number | undefined {
	const share = threshold.hits / threshold.of;
	return share === 1 ? undefined : jeffreysProbabilityAtLeast(share, hits, n);
}

/** Hits needed of `n` prompts, rounded up: 5 of 15 is 7 of 20. */
export function thresholdOf({ hits, of }: Decision['threshold'], n: number): number {
	return Math.ceil((n * hits) / of);
}

/** The path that remaining prompts cannot change (from 5 hits or 11 misses of 15); undefined while they can. */
function certainPath(decision: Decision, { hits, misses, n }: DecisionCounts): string | undefined {
	if (n === 0) return undefined;
	const threshold = thresholdOf(decision.threshold, n);
	if (hits >= threshold) return decision.paths[0].name;
	return n - misses < threshold ? decision.paths[1].name : undefined;
}

/** How certain a path is. */
interface Certainty {
	/**
	 * `narrow`: it stands for these prompts, but others like them could take the other path. `borderline`: it could be
	 * wrong for these.
	 */
	readonly certainty: 'settled' | 'narrow' | 'borderline';
	readonly doubts: readonly Doubt[];
}

/** What could turn a verdict. */
export type Doubt =
	/** Other prompts like these lead to this path with less than 90%. */
	| { readonly cause: 'other-prompts' }
	/** The path needs every prompt and got them; other prompts may miss one. */
	| { readonly cause: 'every-prompt' }
	/** With the rule's known error, the probability for these prompts is between 10% and 90%. */
	| { readonly cause: 'rule-error' }
	/** So many prompts have one phrase without a label, and without them the count would not take this path. */
	| { readonly cause: 'one-phrase'; readonly count: number }
	/** Prompts tied over their repeats count as misses; as hits they would change the path. */
	| { readonly cause: 'tied-repeats'; readonly count: number }
	/** Texts on which people are evenly split count by the rule; the other way they would change the path. */
	| { readonly cause: 'split-people'; readonly count: number }
	/** The model was asked once, with randomness: another draw could differ. */
	| { readonly cause: 'sampling' };

export function certaintyBy(doubts: readonly Doubt[]): Certainty {
	const levels = doubts.map(({ cause }) => LEVELS[cause]);
	const certainty = (['borderline', 'narrow'] as const).find((level) => levels.includes(level));
	return { certainty: certainty ?? 'settled', doubts };
}

const LEVELS: Readonly<Record<Doubt['cause'], Certainty['certainty']>> = {
	'other-prompts': 'narrow',
	'every-prompt': 'narrow',
	'rule-error': 'borderline',
	'one-phrase': 'borderline',
	'tied-repeats': 'borderline',
	'split-people': 'borderline',
	sampling: 'settled',
};

/** A decision as a config writes it: the threshold and its two outcomes. */
export interface DecisionOption extends Parsed<typeof decisionOption> {}

/** An outcome as a config writes it. */
export interface PathOption extends Parsed<typeof pathOption> {}

const localizedOption: z.ZodType<LocalizedText> = z.union([
	z.string().min(1),
	z.strictObject({ en: z.string().min(1), ko: z.string().min(1) }),
]);

const WHOLE = 'must be a whole number of at least 1';

const pathOption = z.strictObject({
	title: localizedOption,
	meaning: localizedOption.optional().describe('What to do on this path.'),
	/** Or its path: one line that ends in `.md`. docs/decisions-of-a-suite.md lists the placeholders. */
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

const decisionPath = z.looseObject({
	/** A word or letter, unique in the decision. */
	name: text,
	title: localizedText,
	/** For the person who acts on it. */
	meaning: localizedText.optional(),
	record: text.optional(),
	/** Prefix policy that later runs take from this outcome. */
	policy: z.enum(['push', 'discard']).optional(),
});

export const decision = z.looseObject({
	/** The rate that is counted. */
	score: text,
	/** Hits of a number of prompts; for another number the share is rounded up. */
	threshold: z.looseObject({ hits: whole, of: whole.min(1) }),
	/** The path at or above the threshold, then the one below. */
	paths: z.tuple([decisionPath, decisionPath]),
});

/** The `decision` option of a suite in a config. */
export const decisionOption = z
	.strictObject({
		score: z.string().min(1).optional().describe("The rate to count (default: the suite's main one)."),
		hits: z.int(WHOLE).min(1, WHOLE).describe('Prompts that must pass for the first path.'),
		of: z.int(WHOLE).min(1, WHOLE).describe('Number of prompts.'),
		paths: z
			.record(z.string().min(1).max(40), pathOption)
			.refine((paths) => Object.keys(paths).length === 2, 'must be two paths, that of a reached threshold first')
			// JavaScript sorts integer-like keys first, which could swap the paths.
			.refine(
				(paths) => !Object.keys(paths).some((name) => /^\d+$/u.test(name)),
				'must have names that are no whole numbers',
			)
			.optional(),
	})
	.refine(({ hits, of }) => hits <= of, { path: ['hits'], error: 'must be at most `of`' });

/** Reads a decision with its record templates. The option is already validated. */
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
		meaning,
		...(record !== undefined && { record: isPath(record) ? readText(record) : record }),
		policy,
	};
}

/** One line that ends in a file name and has no placeholder; other text is the template. */
function isPath(record: string): boolean {
	return /^[^\n]*\.[a-z][a-z0-9]{0,9}$/iu.test(record) && !record.includes('{{');
}

const DEFAULT_PATHS: Readonly<Record<string, PathOption>> = {
	pass: { title: { en: 'the threshold is reached', ko: '임계값 도달' } },
	fail: { title: { en: 'the threshold is not reached', ko: '임계값 미달' } },
};
