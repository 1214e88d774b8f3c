import type { PeoplesJudgement } from '../../src/eval/scoring/labels.ts';
import type { Log } from '../../src/log/record.ts';
import { compareRuns, type RunComparison } from '../../src/summary/compare/compare.ts';
import { timesSideBySide } from '../../src/summary/compare/differences.ts';
import type { TokenDivergence } from '../../src/summary/compare/token-divergence.ts';
import { summarizeDecisions } from '../../src/summary/decided.ts';
import { type DecisionSummary, decisionViews } from '../../src/summary/decisions.ts';
import type { LatencySummary } from '../../src/summary/speed.ts';
import { type SuiteSummary, summarizeSuites } from '../../src/summary/suites.ts';
import { namesApart } from '../../src/summary/summarize.ts';
import type { Lang } from '../../src/text/text.ts';
import type { MainFlips } from '../messages/en/comparison.ts';

/** One of several runs, with everything the comparison shows of it. */
export interface ComparedRun {
	/** Name of its target, else of its model, with its place where a name comes twice. */
	readonly name: string;
	/** What tells the runs apart in a sentence: the quantization where each has its own and no target has a name, else the name. */
	readonly label: string;
	readonly log: Log;
	readonly suites: readonly SuiteSummary[];
	readonly decisions: readonly DecisionSummary[];
	/** Without what a turn was cut before in any of the runs. */
	readonly latencies: LatencySummary;
	/** Warm turns that were cut in one of the runs or more, the same number in each. */
	readonly cutTurns: number;
	/** Against the first run; absent for that one. */
	readonly against?: RunComparison | undefined;
	/** Against the first run, where the models were asked again. */
	readonly tokenDivergence?: AskedAgain | undefined;
}

/** How a model diverges, and over which suites that was asked, where it is told. */
type AskedAgain = TokenDivergence & { readonly suites?: readonly string[] };

export interface ComparisonOptions {
	readonly lang: Lang;
	/** Fields of identity that may differ. */
	readonly allow?: readonly string[];
	/** Of each run behind the first, where the models were asked again. */
	readonly divergences?: readonly AskedAgain[];
	/** People's labels of each run, by sample key; verdicts are theirs, and rates and flips are the rule's. */
	readonly judgements?: readonly (ReadonlyMap<string, PeoplesJudgement> | undefined)[];
}

/** Reads the runs; the first is the baseline. Throws `UsageError` where they are not comparable and not allowed to be. */
export function comparedRuns(
	logs: readonly Log[],
	allow: readonly string[],
	{ divergences = [], judgements = [] }: Pick<ComparisonOptions, 'divergences' | 'judgements'> = {},
): readonly ComparedRun[] {
	const names = namesApart(logs.map(({ header }) => header));
	const quantizations = logs.map((log) => log.header.model.quantization);
	const named = logs.some(({ header }) => header.target !== undefined);
	const distinct = !named && !quantizations.includes(undefined) && new Set(quantizations).size === logs.length;
	const times = timesSideBySide(logs);
	return logs.map((log, index) => {
		const [baseline] = logs;
		const name = names[index] ?? '';
		return {
			name,
			label: distinct ? (quantizations[index] ?? name) : name,
			log,
			suites: summarizeSuites(log),
			decisions: decisionViews(log, summarizeDecisions(log, judgements[index]), judgements[index]),
			latencies: times.of(log),
			cutTurns: times.cut,
			against: index === 0 || baseline === undefined ? undefined : compareRuns(baseline, log, { allow }),
			tokenDivergence: divergences[index - 1],
		};
	});
}

/** The scores by which samples count, for one sentence on a whole run. */
export function mainFlips({ scores, paired }: RunComparison): MainFlips {
	const main = scores.filter((score) => score.main);
	const others = scores.filter((score) => !score.main);
	return {
		lost: main.reduce((sum, { lost }) => sum + lost.length, 0),
		gained: main.reduce((sum, { gained }) => sum + gained.length, 0),
		samples: main.length === 0 ? paired : main.reduce((sum, score) => sum + score.paired, 0),
		others: {
			lost: others.reduce((sum, { lost }) => sum + lost.length, 0),
			gained: others.reduce((sum, { gained }) => sum + gained.length, 0),
		},
	};
}
