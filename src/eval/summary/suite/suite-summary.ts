import { type Rate, withoutInterval } from '../../../stats/rate.ts';
import { absentSamples } from '../../absent.ts';
import { type EvaluatedRun, type EvaluatedSuite, hasPart, mainScore } from '../../run.ts';
import { type SampleIdentity, type SampleResult, scoreNamed } from '../../sample.ts';
import type { Score } from '../../score.ts';
import { oncePerRun } from '../once-per-run.ts';
import { type Reliability, reliability } from './reliability.ts';
import { type ScoreSummary, summarizeScore } from './score-summary.ts';

/** What a suite came to, by what it declares; nothing here knows any suite. */
export interface SuiteSummary {
	readonly suite: EvaluatedSuite;
	/** Arms that have samples, in the order in which they ran, then those of which every sample is missing. */
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
	readonly reliability: readonly Reliability[];
}

/** What the log says of each of its suites. */
export const summarizeSuites: (run: EvaluatedRun) => readonly SuiteSummary[] = oncePerRun((run) => {
	const bySuite = Map.groupBy(run.samples, ({ suite }) => suite);
	const { missing, leftOut } = absentSamples(run);
	return run.header.suites.map((suite) => {
		const own = bySuite.get(suite.name) ?? [];
		const isOwn = (sample: SampleIdentity): boolean => sample.suite === suite.name;
		const arms = new Set([...own, ...missing.filter(isOwn)].map(({ arm }) => arm));
		return {
			suite,
			arms: Array.from(arms, (arm) => {
				const ofArm = (sample: SampleIdentity): boolean => isOwn(sample) && sample.arm === arm;
				const samples = own.filter(ofArm);
				const absent = { missing: missing.filter(ofArm).length, leftOut: leftOut.filter(ofArm).length };
				// A log of before does not tell which samples it lacks.
				const lacking = suite.plan === undefined && own.length < suite.planned;
				const part = lacking || hasPart(suite, run.header.settings, samples);
				return summarizeArm(suite, arm, { samples, part, ...absent }, run.header.settings.epochs);
			}),
		};
	});
});

function summarizeArm(
	suite: EvaluatedSuite,
	arm: string,
	{ samples, part, missing, leftOut }: ArmSamples,
	epochs: number,
): ArmSummary {
	const main = mainScore(suite);
	const lower = main !== undefined && suite.scores[main]?.direction === 'lower';
	const scores = Object.entries(suite.scores).flatMap(([name, declaration]) => {
		const judged = samples.flatMap((sample) => {
			const score = scoreNamed(sample, name) ?? (name === main ? MISSING : undefined);
			return score === undefined ? [] : [{ sample, score }];
		});
		if (judged.length === 0 && (name !== main || missing === 0)) return [];
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
		// Prompts that are not there are in no mean, and chosen ones stand for no others.
		reliability: leftOut + missing > 0 ? [] : reliability(samples, { score: main, epochs, part, lower }),
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
