import { type EvaluatedRun, type EvaluatedSuite, mainScore } from '../../eval/header.ts';
import { type SampleResult, scoreNamed } from '../../eval/sample.ts';
import type { Score, UnscoredCause } from '../../eval/score.ts';
import { toolCount } from '../../eval/suite.ts';

/** A check of a sample: a score that says whether it is right. */
interface Check {
	readonly name: string;
	readonly score: Score;
	/** Absent: unscored. */
	readonly right?: boolean;
	/** The score that a decision counts: a question about the text, not about the calls. */
	readonly decides: boolean;
}

/**
 * The checks of a sample that it is right if all of them pass: the suite's main score and its compared rates. The score of
 * a decision is one only where the sample has no other.
 */
export function checksOf(suite: EvaluatedSuite, sample: Pick<SampleResult, 'scores'>): readonly Check[] {
	const main = mainScore(suite);
	const all = Object.entries(suite.scores).flatMap(([name, { kind, compared, direction }]): readonly Check[] => {
		if (kind !== 'rate' || (name !== main && compared !== true)) return [];
		const score = scoreNamed(sample, name) ?? (name === main ? MISSING : undefined);
		if (score === undefined) return [];
		const right = score.unscored === undefined ? (score.value === true) !== (direction === 'lower') : undefined;
		return [{ name, score, right, decides: name === suite.decision?.score }];
	});
	const others = all.filter(({ decides }) => !decides);
	return others.length > 0 ? others : all;
}

const MISSING: Score = { unscored: 'score-missing' };

/** The first check of a sample that fails, or is unscored if none fails; undefined if all pass. */
export function failedCheck(checks: readonly Check[]): Check | undefined {
	return checks.find(({ right }) => right === false) ?? checks.find(({ right }) => right === undefined);
}

/** Whether a sample is right; undefined where it has no check, or none fails and one is unscored. */
export function isRight(checks: readonly Check[]): boolean | undefined {
	const failed = failedCheck(checks);
	return failed === undefined ? checks.length > 0 || undefined : failed.right;
}

/** A prompt over all suites of its corpus, variants and epochs that ask it. */
export interface PromptRight {
	readonly sampleId: string;
	/** Its samples, in the order of the log, each with its checks. */
	readonly asked: readonly {
		readonly suite: EvaluatedSuite;
		readonly sample: SampleResult;
		readonly checks: readonly Check[];
	}[];
	/** Right in more than half of its epochs; absent where unscored epochs could change it. */
	readonly right?: boolean;
	/** Share of right epochs; absent if one is unscored. */
	readonly share?: number;
	/** Why epochs are unscored. */
	readonly unscored: readonly UnscoredCause[];
}

/** The prompts of a run that have a check, asked with all tools of the app. */
export function promptsRight({ header, samples }: EvaluatedRun): readonly PromptRight[] {
	const suites = new Map(header.suites.map((suite) => [suite.name, suite]));
	const asked = samples.flatMap((sample) => {
		const suite = suites.get(sample.suite);
		if (suite === undefined || toolCount(suite, sample.variant) !== undefined) return [];
		const checks = checksOf(suite, sample);
		return checks.length === 0 ? [] : [{ suite, sample, checks }];
	});
	const prompts = Map.groupBy(asked, ({ suite, sample }) => `${suite.corpus.sha256} ${sample.sampleId}`);
	return Array.from(prompts.values(), (own) => {
		const epochs = Array.from(Map.groupBy(own, ({ sample }) => sample.epoch).values(), (all) =>
			failedCheck(all.flatMap(({ checks }) => checks)),
		);
		const { epochs: planned } = header.settings;
		const passed = epochs.filter((failed) => failed === undefined).length;
		const failed = epochs.filter((one) => one?.right === false).length;
		return {
			sampleId: own[0]?.sample.sampleId ?? '',
			asked: own,
			right: 2 * passed > planned ? true : 2 * failed >= planned ? false : undefined,
			share: passed + failed < planned ? undefined : passed / planned,
			unscored: epochs.flatMap((one) => one?.score.unscored ?? []),
		};
	});
}
