import type { LocalizedText } from '../base/border.ts';
import { type EvaluatedRun, type EvaluatedSuite, hasPart, isLeftOut, mainScore } from '../eval/header.ts';
import { missingSamples } from '../eval/missing.ts';
import { type SampleIdentity, type SampleResult, scoreNamed } from '../eval/sample.ts';
import type { Score, ScoreDeclaration } from '../eval/score.ts';
import { countReasons, type ReasonCounts } from '../stats/counts.ts';
import { type Distribution, distribution } from '../stats/distribution.ts';
import type { Interval } from '../stats/intervals.ts';
import {
	clusteredInterval,
	clusteredMean,
	intervalOf,
	passAtK,
	passHatK,
	type Rate,
	rateOfClusters,
	withoutInterval,
} from '../stats/rate.ts';
import { type CallTable, callTable } from './calls.ts';

/** Reliability of a rate over k tries, averaged over prompts. */
interface Reliability {
	readonly k: number;
	/** Chance that at least one of k tries passes. */
	readonly passAtK: Chance;
	/** Chance that all of them pass. */
	readonly passHatK: Chance;
}

/** A mean over prompts, 0 to 1, with its 95 % interval from two prompts on. */
export interface Chance {
	readonly mean: number;
	readonly interval?: Interval;
}

/**
 * By number of tries; empty for a single epoch, and if a prompt lacks one: samples may be missing or unscored because of
 * their output.
 */
function reliability(
	samples: readonly SampleResult[],
	{ score, epochs, part, lower = false }: ReliabilityOf,
): readonly Reliability[] {
	if (epochs < 2 || score === undefined) return [];
	const prompts = Array.from(Map.groupBy(samples, ({ sampleId }) => sampleId).values(), (own) =>
		own.map((sample) => scoreNamed(sample, score)?.value).filter((value) => typeof value === 'boolean'),
	).map((values) => values.map((value) => value !== lower));
	if (prompts.some(({ length }) => length < epochs)) return [];
	const chances = (share: typeof passAtK, k: number): Chance | undefined => {
		const shares = prompts.map((tries) => [share(tries.length, tries.filter(Boolean).length, k)]);
		// With one try it is the rate itself, with its interval.
		return chance(k === 1 ? prompts : shares.map((own) => own.filter((one) => one !== undefined)), part);
	};
	return Array.from({ length: epochs }, (_, index) => index + 1).flatMap((k) => {
		const [some, every] = [chances(passAtK, k), chances(passHatK, k)];
		return some === undefined || every === undefined ? [] : [{ k, passAtK: some, passHatK: every }];
	});
}

interface ReliabilityOf {
	readonly score: string | undefined;
	readonly epochs: number;
	/** Lower is better. */
	readonly lower?: boolean;
	/** The run selected some of the suite's samples: no interval. */
	readonly part: boolean;
}

function chance(prompts: readonly (readonly (number | boolean)[])[], part: boolean): Chance | undefined {
	const mean = clusteredMean(prompts.map((shares) => shares.map(Number)));
	return mean && { mean: mean.mean, interval: part ? undefined : clusteredInterval(mean) };
}

/** One declared score over the samples of one variant. */
export interface ScoreSummary {
	readonly name: string;
	readonly declaration: ScoreDeclaration;
	/**
	 * Of a rate: the scored samples that passed; with epochs clustered by sample. Without interval for a part of a suite, and
	 * if samples are missing or unscored, which may depend on their output.
	 */
	readonly rate?: Rate;
	/** Of a number: the scored values. */
	readonly values?: Distribution;
	/** Why samples did not pass. */
	readonly reasons: ReasonCounts;
	/** Why samples are unscored; `missing`: planned, but not in the log. */
	readonly unscored: ReasonCounts;
	/** Of a rate: by group of samples. */
	readonly groups: readonly {
		readonly group: string;
		readonly value: string;
		readonly rate: Rate;
		readonly unscored: ReasonCounts;
	}[];
}

interface JudgedSample {
	readonly sample: SampleResult;
	readonly score: Score;
}

function summarizeScore(
	name: string,
	declaration: ScoreDeclaration,
	judged: readonly JudgedSample[],
	missing: number,
): ScoreSummary {
	const absent = Array.from({ length: missing }, () => 'missing' as const);
	const unscored = countReasons([...judged.map(({ score }) => score.unscored), ...absent]);
	if (declaration.kind === 'number') {
		const numbers = judged.flatMap(({ score }) => (typeof score.value === 'number' ? [score.value] : []));
		return { name, declaration, values: distribution(numbers), reasons: [], unscored, groups: [] };
	}
	const samples = judged.map(({ sample }) => sample);
	return {
		name,
		declaration,
		rate: sampleRate(samples, name, samples.length + missing),
		reasons: missReasons(samples, name),
		unscored,
		groups: groupRates(name, samples, missing),
	};
}

/** The group of a missing sample is unknown. */
function groupRates(score: string, samples: readonly SampleResult[], missing: number): ScoreSummary['groups'] {
	const names = new Set(samples.flatMap(({ groups = {} }) => Object.keys(groups)));
	return [...names].flatMap((group) => {
		const members = samples.filter(({ groups = {} }) => Object.hasOwn(groups, group));
		return Array.from(
			Map.groupBy(members, ({ groups }) => groups?.[group] ?? ''),
			([value, part]) => ({
				group,
				value,
				rate: sampleRate(part, score, part.length + missing),
				unscored: countReasons(part.map((sample) => (scoreNamed(sample, score) ?? MISSING).unscored)),
			}),
		);
	});
}

/** The scorers' reasons why samples did not pass. */
export function missReasons(samples: readonly SampleResult[], score: string): ReasonCounts {
	return countReasons(
		samples.map((sample) => {
			const judged = scoreNamed(sample, score);
			return judged?.value === false && judged.reason !== '' ? judged.reason : undefined;
		}),
	);
}

/** A score's rate over its scored samples, epochs clustered by prompt. Without interval if these are fewer than `all`. */
export function sampleRate(samples: readonly SampleResult[], score: string, all: number): Rate {
	const rate = rateOfClusters(
		Array.from(Map.groupBy(samples, ({ sampleId }) => sampleId).values(), (epochs) =>
			epochs.map((sample) => scoreNamed(sample, score)?.value).filter((value) => typeof value === 'boolean'),
		),
	);
	return rate.n < all ? withoutInterval(rate) : rate;
}

/** Results of a suite, by its declarations. */
export interface SuiteSummary {
	readonly suite: EvaluatedSuite;
	/** The score that says whether a sample passed. */
	readonly main?: string;
	/** Variants in the order they ran, then those of which every sample is missing. */
	readonly variants: readonly VariantSummary[];
}

export interface VariantSummary {
	readonly variant: string;
	/** Samples that were evaluated. */
	readonly evaluated: number;
	/** Every sample of the whole suite has its main score. Counts of other variants have no interval. */
	readonly whole: boolean;
	/** Declared scores that at least one sample has, scored or not, in order of declaration. */
	readonly scores: readonly ScoreSummary[];
	/** The main rate by declared facet. */
	readonly facets: readonly FacetSummary[];
	/** Of the main rate with epochs: pass@k and pass^k averaged over samples, for k = 1 .. epochs; else empty. */
	readonly reliability: readonly Reliability[];
	/** Of a suite that judges every call. */
	readonly calls?: CallTable;
}

export function summarizeSuites(
	run: EvaluatedRun,
	missing: readonly SampleIdentity[] = missingSamples(run),
): readonly SuiteSummary[] {
	const bySuite = Map.groupBy(run.samples, ({ suite }) => suite);
	return run.header.suites.map((suite) => {
		const own = bySuite.get(suite.name) ?? [];
		const isOwn = (sample: SampleIdentity): boolean => sample.suite === suite.name;
		const variants = new Set([...own, ...missing.filter(isOwn)].map(({ variant }) => variant));
		return {
			suite,
			main: mainScore(suite),
			variants: Array.from(variants, (variant) => {
				const ofVariant = (sample: SampleIdentity): boolean => isOwn(sample) && sample.variant === variant;
				const samples = own.filter(ofVariant);
				// Without a plan it is unknown which samples are missing.
				const lacking = suite.plan === undefined && own.length < suite.planned;
				const part = lacking || hasPart(suite, run.header.settings, samples);
				return summarizeVariant(
					suite,
					variant,
					{ samples, part, missing: missing.filter(ofVariant).length },
					run.header,
				);
			}),
		};
	});
}

function summarizeVariant(
	suite: EvaluatedSuite,
	variant: string,
	{ samples, part, missing }: VariantSamples,
	header: EvaluatedRun['header'],
): VariantSummary {
	const main = mainScore(suite);
	const lower = main !== undefined && suite.scores[main]?.direction === 'lower';
	const scores = Object.entries(suite.scores).flatMap(([name, declaration]) => {
		const judged = samples.flatMap((sample) => {
			if (name === main && isLeftOut(suite, sample)) return [];
			const score = scoreNamed(sample, name) ?? (name === main ? MISSING : undefined);
			return score === undefined ? [] : [{ sample, score }];
		});
		if (judged.length === 0 && (name !== main || missing === 0)) return [];
		const summary = summarizeScore(name, declaration, judged, missing);
		return [part ? withCounts(summary) : summary];
	});
	const mainSummary = scores.find(({ name }) => name === main);
	const open = mainSummary?.unscored ?? [];
	return {
		variant,
		evaluated: samples.length,
		whole: !part && missing + open.length === 0,
		scores,
		facets: facetsOf(suite, mainSummary),
		// Without all prompts there is no mean over prompts.
		reliability: missing > 0 ? [] : reliability(samples, { score: main, epochs: header.settings.epochs, part, lower }),
		calls: callTable({ header }, suite, samples, !part && missing === 0),
	};
}

interface VariantSamples {
	readonly samples: readonly SampleResult[];
	/** The run selected some of the suite's samples. */
	readonly part: boolean;
	readonly missing: number;
}

function withCounts({ rate, groups, ...summary }: ScoreSummary): ScoreSummary {
	return {
		...summary,
		rate: rate && withoutInterval(rate),
		groups: groups.map((group) => ({ ...group, rate: withoutInterval(group.rate) })),
	};
}

/** A sample without the main score is unscored, not a miss. */
const MISSING: Score = { unscored: 'score-missing' };

/** The main rate of a variant by the values of one declared facet. */
export interface FacetSummary {
	readonly name: string;
	readonly title: LocalizedText;
	/** Numbers ascending, other values in sample order. */
	readonly rows: readonly { readonly value: string; readonly title?: LocalizedText; readonly rate: Rate }[];
	/** Of a facet of numbers: the first whose 95 % interval is below half. */
	readonly firstBelowHalf?: string;
}

/** The declared facets that the variant's samples have. */
function facetsOf(suite: EvaluatedSuite, main: ScoreSummary | undefined): readonly FacetSummary[] {
	return Object.entries(suite.facets ?? {}).flatMap(([name, { title, values = {} }]) => {
		const rows = (main?.groups ?? [])
			.filter(({ group }) => group === name)
			.map(({ value, rate }) => ({ value, title: Object.hasOwn(values, value) ? values[value] : undefined, rate }));
		if (rows.length === 0) return [];
		const isCount = rows.every(({ value }) => /^\d+$/u.test(value));
		const sorted = isCount ? rows.toSorted((one, other) => Number(one.value) - Number(other.value)) : rows;
		return [{ name, title, rows: sorted, firstBelowHalf: isCount ? sorted.find(isBelowHalf)?.value : undefined }];
	});
}

function isBelowHalf({ rate }: { readonly rate: Rate }): boolean {
	const interval = intervalOf(rate);
	return interval !== undefined && interval.high < 0.5;
}
