import { type Distribution, distribution } from '../../stats/distribution.ts';
import { passAtK, passHatK } from '../../stats/pass-at-k.ts';
import { type Rate, rateOfClusters, withoutInterval } from '../../stats/rate.ts';
import { countReasons, type ReasonCounts } from '../../stats/reason-counts.ts';
import { hasPart } from '../decision/subset.ts';
import type { EvaluatedRun, EvaluatedSuite } from '../evaluated-run.ts';
import { absentSamples, type SampleIdentity } from '../missing-samples.ts';
import type { SampleResult } from '../sample.ts';
import { scoreNamed } from '../score/named-score.ts';
import type { Score, ScoreDeclaration } from '../score/score.ts';
import { oncePerRun } from './once-per-run.ts';

/** What a suite came to, by what it declares; nothing here knows any suite. */
export interface SuiteSummary {
	readonly suite: EvaluatedSuite;
	/** Arms that have samples, in the order in which they ran. */
	readonly arms: readonly ArmSummary[];
}

export interface ArmSummary {
	readonly arm: string;
	/** Samples that were evaluated. */
	readonly evaluated: number;
	/** Samples that an early stop left out: they would have had every score that the others have. */
	readonly leftOut: number;
	/**
	 * Every sample of the whole suite is there and has its main score. Of any other arm, what is counted has no interval:
	 * samples that say nothing may say nothing because of what came out.
	 */
	readonly whole: boolean;
	/** Declared scores that at least one sample has, scored or not, in the order of their declaration. */
	readonly scores: readonly ScoreSummary[];
	/** Of the main rate with epochs: pass@k and pass^k averaged over samples, for k = 1 .. epochs; else empty. */
	readonly reliability: readonly { readonly k: number; readonly passAtK: number; readonly passHatK: number }[];
}

export interface ScoreSummary {
	readonly name: string;
	readonly declaration: ScoreDeclaration;
	/**
	 * Of a rate: the scored samples that passed; with epochs clustered by sample. Without its interval in a part of a suite,
	 * for samples are chosen for what they ask, and where samples are missing or unscored: what was cut, swallowed or
	 * failed may have been for what the model wrote. Counts alone where an early stop left samples out: it stopped by
	 * what came out.
	 */
	readonly rate?: Rate | undefined;
	/** Of a number: the scored values. */
	readonly values?: Distribution | undefined;
	/** Why samples did not pass. */
	readonly reasons: ReasonCounts;
	/** Why samples are unscored; `missing` are those that were planned and have no line. */
	readonly unscored: ReasonCounts;
	/** Of a rate: each group of samples apart. */
	readonly groups: readonly { readonly group: string; readonly value: string; readonly rate: Rate }[];
}

/** What the log says of each of its suites. */
export const summarizeSuites: (run: EvaluatedRun) => readonly SuiteSummary[] = oncePerRun((run) => {
	const bySuite = Map.groupBy(run.samples, ({ suite }) => suite);
	const { missing, leftOut } = absentSamples(run);
	return run.header.suites.map((suite) => ({
		suite,
		arms: Array.from(
			Map.groupBy(bySuite.get(suite.name) ?? [], ({ arm }) => arm),
			([arm, samples]) => {
				const ofArm = (sample: SampleIdentity): boolean => sample.suite === suite.name && sample.arm === arm;
				const absent = { missing: missing.filter(ofArm).length, leftOut: leftOut.filter(ofArm).length };
				// A log of before does not tell which samples it lacks.
				const lacking = suite.plan === undefined && (bySuite.get(suite.name) ?? []).length < suite.planned;
				const part = lacking || hasPart(suite, run.header.settings, samples);
				return summarizeArm(suite, arm, { samples, part, ...absent }, run.header.settings.epochs);
			},
		),
	}));
});

/** The score that says whether a sample passed: the declared main one, else the first rate. */
export function mainScore({ scores }: Pick<EvaluatedSuite, 'scores'>): string | undefined {
	const declared = Object.entries(scores);
	const main = declared.find(([, { main }]) => main === true) ?? declared.find(([, { kind }]) => kind === 'rate');
	return main?.[0];
}

function summarizeArm(
	suite: EvaluatedSuite,
	arm: string,
	{ samples, part, missing, leftOut }: ArmSamples,
	epochs: number,
): ArmSummary {
	const main = mainScore(suite);
	const scores = Object.entries(suite.scores).flatMap(([name, declaration]) => {
		const judged = samples.flatMap((sample) => {
			const score = scoreNamed(sample, name) ?? (name === main ? MISSING : undefined);
			return score === undefined ? [] : [{ sample, score }];
		});
		if (judged.length === 0) return [];
		const summary = summarizeScore(name, declaration, judged, missing);
		if (leftOut > 0) return [withCounts(summary, ({ hits, n }) => ({ hits, n }))];
		return [part ? withCounts(summary, withoutInterval) : summary];
	});
	const open = scores.find(({ name }) => name === main)?.unscored ?? [];
	return {
		arm,
		evaluated: samples.length,
		leftOut,
		whole: !part && missing + leftOut + open.length === 0,
		scores,
		reliability: leftOut > 0 ? [] : reliability(samples, main, epochs),
	};
}

interface ArmSamples {
	readonly samples: readonly SampleResult[];
	/** The run chose some of the suite's samples. */
	readonly part: boolean;
	readonly missing: number;
	readonly leftOut: number;
}

function withCounts({ rate, groups, ...summary }: ScoreSummary, counts: (rate: Rate) => Rate): ScoreSummary {
	return {
		...summary,
		rate: rate && counts(rate),
		groups: groups.map((group) => ({ ...group, rate: counts(group.rate) })),
	};
}

/** The main score is never without a word: a log that lost it does not make its sample a miss. */
const MISSING: Score = { unscored: 'score-missing' };

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
	const reasons = countReasons(judged.map(({ score }) => (score.value === false ? (score.reason ?? '') : undefined)));
	if (declaration.kind === 'number') {
		const numbers = judged.flatMap(({ score }) => (typeof score.value === 'number' ? [score.value] : []));
		return { name, declaration, values: distribution(numbers), reasons, unscored, groups: [] };
	}
	return {
		name,
		declaration,
		rate: rateIn(judged, missing),
		reasons: reasons.filter(({ reason }) => reason !== ''),
		unscored,
		groups: groupRates(judged, missing),
	};
}

function rateIn(judged: readonly JudgedSample[], missing: number): Rate {
	const bySample = Map.groupBy(judged, ({ sample }) => sample.sampleId);
	const rate = rateOfClusters(
		Array.from(bySample.values(), (epochs) =>
			epochs.flatMap(({ score }) => (typeof score.value === 'boolean' ? [score.value] : [])),
		),
	);
	return rate.n === judged.length && missing === 0 ? rate : withoutInterval(rate);
}

/** Of which group a missing sample would be, nothing tells. */
function groupRates(judged: readonly JudgedSample[], missing: number): ScoreSummary['groups'] {
	const names = new Set(judged.flatMap(({ sample }) => Object.keys(sample.groups ?? {})));
	return [...names].flatMap((group) => {
		const members = judged.filter(({ sample }) => Object.hasOwn(sample.groups ?? {}, group));
		return Array.from(
			Map.groupBy(members, ({ sample }) => sample.groups?.[group] ?? ''),
			([value, part]) => ({ group, value, rate: rateIn(part, missing) }),
		);
	});
}

/** Averages over the samples that were scored in at least k epochs; a single epoch says nothing of reliability. */
function reliability(
	samples: readonly SampleResult[],
	main: string | undefined,
	epochs: number,
): ArmSummary['reliability'] {
	if (epochs < 2 || main === undefined) return [];
	const counted = Array.from(Map.groupBy(samples, ({ sampleId }) => sampleId).values(), (group) => {
		const values = group.map((sample) => scoreNamed(sample, main)?.value).filter((value) => typeof value === 'boolean');
		return { n: values.length, c: values.filter(Boolean).length };
	});
	return Array.from({ length: epochs }, (_, index) => index + 1).flatMap((k) => {
		const some = counted.flatMap(({ n, c }) => passAtK(n, c, k) ?? []);
		const every = counted.flatMap(({ n, c }) => passHatK(n, c, k) ?? []);
		return some.length === 0 ? [] : [{ k, passAtK: mean(some), passHatK: mean(every) }];
	});
}

function mean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}
