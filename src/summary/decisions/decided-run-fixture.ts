import type { Decision } from '../../eval/decision.ts';
import type { EvaluatedRun } from '../../eval/header.ts';
import type { Score, UnscoredCause } from '../../eval/score.ts';
import type { PeoplesJudgement } from '../../eval/scoring/labels.ts';
import type { RunSettings } from '../../eval/settings.ts';
import type { LogSample } from '../../log/record.ts';
import { decisionFixture, declaredSuiteFixture } from '../../testing/declared-suite-fixture.ts';
import { logHeaderFixture, logSampleFixture } from '../../testing/log-line-fixture.ts';
import { type DecisionOutcome, type DecisionSummary, summarizeDecisions } from './decisions.ts';

interface Planned {
	readonly prompts: number;
	readonly decision?: Decision;
	readonly settings?: Partial<RunSettings>;
}

export function runOf(
	samples: readonly LogSample[],
	{ prompts, decision = decisionFixture(5, 15, 'metric'), settings = {} }: Planned,
): EvaluatedRun {
	const base = logHeaderFixture();
	const all = { ...base.settings, ...settings };
	const planned = prompts * all.epochs;
	const suite = declaredSuiteFixture({
		name: 'units',
		version: '3',
		planned,
		samples: prompts,
		decision,
		plan: { variants: ['free'], ids: ids(prompts) },
	});
	return { header: { ...base, settings: all, suites: [declaredSuiteFixture(), suite] }, samples };
}

export function sampleOf(id: string, metric: Score, changes: Partial<LogSample> = {}): LogSample {
	return logSampleFixture({
		suite: 'units',
		sampleId: id,
		sample: { id, input: `how much is ${id}` },
		scores: { metric },
		...changes,
	});
}

export const HIT: Score = { value: true };
export const MISS: Score = { value: false, reason: 'imperial' };
export const cut = (unscored: UnscoredCause): Score => ({ unscored });
export const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `p${index}`);
export const scored = (...scores: readonly Score[]): LogSample[] =>
	scores.map((score, index) => sampleOf(`p${index}`, score));
export const times = (count: number, score: Score): Score[] => Array.from({ length: count }, () => score);

export function decided(
	run: EvaluatedRun,
	judgements?: ReadonlyMap<string, PeoplesJudgement>,
): DecisionSummary & DecisionOutcome {
	const [summary, ...others] = summarizeDecisions(run, judgements);
	if (summary === undefined || others.length > 0) throw new Error('one suite decides');
	return { ...summary.rule, ...summary };
}
