import { type Lang, mainScore, promptsWithoutSample, type ScoreSummary } from '../../src/index.ts';
import { scoreTitle } from '../declared-score.ts';
import type { ComparedRun } from './compared-run.ts';

/** A declared rate of one suite and arm in every run that has it. */
export interface QualityRow {
	/** Suite, arm where the suite has several, and title of the score. */
	readonly name: string;
	/** The score says whether a sample passed. */
	readonly main: boolean;
	/** A cell per run. */
	readonly rates: readonly (QualityCell | undefined)[];
}

/** What a run says of a rate: its share, as far as samples were scored, and why others were not. */
export type QualityCell = Pick<ScoreSummary, 'unscored'> & { readonly rate: NonNullable<ScoreSummary['rate']> };

/** Every declared rate of the suites that the baseline shares with another run, in the order of their declaration. */
export function qualityRows(
	runs: readonly ComparedRun[],
	lang: Lang,
	armName: (arm: string) => string,
): readonly QualityRow[] {
	const rows = new Map<string, QualityRow>();
	for (const run of runs) {
		for (const { suite, arms } of run.suites) {
			if (!isShared(suite.name, runs)) continue;
			for (const { arm, scores } of arms) {
				for (const { name, declaration } of scores.filter(({ rate }) => rate !== undefined)) {
					const key = JSON.stringify([suite.name, arm, name]);
					if (rows.has(key)) continue;
					rows.set(key, {
						name: `${suite.name}${arms.length > 1 ? ` · ${armName(arm)}` : ''}: ${scoreTitle(declaration, lang)}`,
						main: name === mainScore(suite),
						rates: runs.map((other) => cellOf(other, suite.name, arm, name)),
					});
				}
			}
		}
	}
	return [...rows.values()].filter(({ rates }) => rates.some((cell) => cell !== undefined));
}

function isShared(suite: string, [baseline, ...others]: readonly ComparedRun[]): boolean {
	const has = (run: ComparedRun | undefined): boolean =>
		run?.suites.some(({ suite: own }) => own.name === suite) === true;
	return has(baseline) && others.some(has);
}

function cellOf(run: ComparedRun, suite: string, arm: string, score: string): QualityCell | undefined {
	const summary = run.suites
		.find(({ suite: own }) => own.name === suite)
		?.arms.find((own) => own.arm === arm)
		?.scores.find(({ name }) => name === score);
	if (summary?.rate === undefined || summary.rate.n + summary.unscored.length === 0) return undefined;
	const { hits, n } = summary.rate;
	return { rate: stoppedEarly(run, suite) ? { hits, n } : summary.rate, unscored: summary.unscored };
}

/** An early stop left prompts out by what the others said: their counts are no rate. */
function stoppedEarly({ log, decisions }: ComparedRun, suite: string): boolean {
	const verdict = decisions.find(({ suite: own }) => own.name === suite)?.verdict;
	const stopped = log.header.settings.earlyStop === true && verdict?.status === 'truncated';
	return stopped && promptsWithoutSample(verdict) > 0;
}
