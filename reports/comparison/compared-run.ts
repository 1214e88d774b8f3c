import {
	compareRuns,
	type DecisionSummary,
	type Lang,
	type LatencySummary,
	type Log,
	namesApart,
	type PeoplesJudgement,
	type RunComparison,
	rescoredLines,
	type SuiteSummary,
	summarizeDecisions,
	summarizeSuites,
	type TokenDivergence,
	timesSideBySide,
	type Untold,
	untoldTogether,
} from '../../src/index.ts';
import type { MainFlips } from '../locale/comparison/comparison-locale.ts';
import type { CorePart } from '../locale/core/core-text.ts';
import { runWarnings } from '../run-warnings.ts';

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
export type AskedAgain = TokenDivergence & { readonly suites?: readonly string[] };

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
			decisions: summarizeDecisions(log, judgements[index]),
			latencies: times.of(log),
			cutTurns: times.cut,
			against: index === 0 || baseline === undefined ? undefined : compareRuns(baseline, log, { allow }),
			tokenDivergence: divergences[index - 1],
		};
	});
}

/** What logs do not tell of how they were asked, with the names of the runs that do not tell it. */
export function untoldOf(
	runs: readonly ComparedRun[],
): readonly { readonly names: string; readonly what: readonly Untold[] }[] {
	return untoldTogether(runs, ({ log }) => log).map(({ runs: group, what }) => ({
		names: group.map(({ name }) => name).join(', '),
		what,
	}));
}

/**
 * What each run warns of, such as shards of other machines: the same line of several once, with their names. That a run was
 * scored again is told beside it.
 */
export function warningsOf(
	runs: readonly ComparedRun[],
	lang: Lang,
): readonly { readonly names: string; readonly parts: readonly CorePart[] }[] {
	const lines = runs.flatMap(({ name, log }) => {
		const again = rescoredLines(log);
		const warnings = log.header.warnings?.filter((line) => !again.includes(line)) ?? [];
		return runWarnings({ ...log.header, warnings }, lang).map((parts, index) => ({
			name,
			parts,
			line: warnings[index],
		}));
	});
	return Array.from(Map.groupBy(lines, ({ line }) => line).values(), (same) => ({
		names: [...new Set(same.map(({ name }) => name))].join(', '),
		parts: same[0]?.parts ?? [],
	}));
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
