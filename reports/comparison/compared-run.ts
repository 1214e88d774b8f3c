import {
	compareRuns,
	type FrameSummary,
	type LatencySummary,
	type Log,
	type PrefixSummary,
	type Rate,
	type RunComparison,
	rateOf,
	summarizeFrames,
	summarizeLatencies,
	summarizePrefix,
	summarizeTools,
	type TokenDivergence,
	type ToolsSummary,
} from '../../src/index.ts';

/** One of several runs, with everything the comparison shows of it. */
export interface ComparedRun {
	/** Model name, with its place where a name comes twice. */
	readonly name: string;
	/** What tells the runs apart in a sentence: the quantization where each has its own, else the name. */
	readonly label: string;
	readonly log: Log;
	readonly prefix?: PrefixSummary;
	readonly frames?: FrameSummary;
	readonly tools: readonly ToolsSummary[];
	readonly latencies: LatencySummary;
	/** Against the first run; absent for that one. */
	readonly against?: RunComparison;
	/** Against the first run, where the models were asked again. */
	readonly tokenDivergence?: TokenDivergence;
}

/** A rate of one run by which runs are compared. */
export interface QualityRate {
	/** Suite, and arm where it has several. */
	readonly suite: string;
	readonly quality: 'prefix' | 'firstTool' | 'arguments' | 'valid' | 'correct';
	readonly rate: Rate;
}

/** Reads the runs; the first is the baseline. Throws `UsageError` where they are not comparable and not allowed to be. */
export function comparedRuns(
	logs: readonly Log[],
	allow: readonly string[],
	divergences: readonly TokenDivergence[] = [],
): readonly ComparedRun[] {
	const names = logs.map((log) => log.header.model.name);
	const quantizations = logs.map((log) => log.header.model.quantization);
	const distinct = !quantizations.includes(undefined) && new Set(quantizations).size === logs.length;
	return logs.map((log, index) => {
		const [baseline] = logs;
		const model = names[index] ?? '';
		const name = names.filter((other) => other === model).length > 1 ? `${model} (${index + 1})` : model;
		const prefix = summarizePrefix(log);
		const frames = summarizeFrames(log);
		const tokenDivergence = divergences[index - 1];
		return {
			name,
			label: distinct ? (quantizations[index] ?? name) : name,
			log,
			...(prefix === undefined ? {} : { prefix }),
			...(frames === undefined ? {} : { frames }),
			tools: log.header.suites
				.filter((suite) => suite.name !== 'prefix' && suite.name !== 'frame')
				.flatMap((suite) => summarizeTools(log, suite.name) ?? []),
			latencies: summarizeLatencies(log),
			...(index === 0 || baseline === undefined ? {} : { against: compareRuns(baseline, log, { allow }) }),
			...(tokenDivergence === undefined ? {} : { tokenDivergence }),
		};
	});
}

/** Rates that have observations, in the order of the suites. */
export function qualityRates({ prefix, frames, tools }: ComparedRun): readonly QualityRate[] {
	const rates: QualityRate[] = [];
	if (prefix !== undefined) {
		const { hits, n } = prefix.verdict;
		const suite = 'prefix';
		// Not the rate of an undecided or truncated run: only of a corpus that was judged to its end.
		if (prefix.verdict.status === 'complete') rates.push({ suite, quality: 'prefix', rate: rateOf(hits, n) });
		rates.push({ suite, quality: 'firstTool', rate: prefix.firstTool });
		rates.push({ suite, quality: 'arguments', rate: prefix.arguments });
	}
	for (const { arm, valid } of frames?.arms ?? []) {
		rates.push({ suite: `frame · ${arm}`, quality: 'valid', rate: valid });
	}
	for (const { suite, correct } of tools) rates.push({ suite, quality: 'correct', rate: correct });
	return rates.filter(({ rate }) => rate.n > 0);
}

/** The score by which a suite's samples count, for one sentence on a whole run. */
export function mainFlips(comparison: RunComparison): { readonly lost: number; readonly gained: number } {
	const main = comparison.scores.filter(({ score }) => MAIN_SCORES.has(score));
	return {
		lost: main.reduce((sum, { lost }) => sum + lost.length, 0),
		gained: main.reduce((sum, { gained }) => sum + gained.length, 0),
	};
}

const MAIN_SCORES: ReadonlySet<string> = new Set(['meaningful', 'valid', 'correct']);
