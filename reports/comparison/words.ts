import type { Log } from '../../src/log/record.ts';
import type { RunComparison, RunDifference } from '../../src/summary/compare/compare.ts';
import type { Unrecorded } from '../../src/summary/compare/identity.ts';
import type { ToolChange } from '../../src/summary/compare/series.ts';
import type { Flip, ScoreFlips } from '../../src/summary/flips.ts';
import type { LatencySummary } from '../../src/summary/speed.ts';
import type { RunSummary } from '../../src/summary/summarize.ts';
import type { Locale } from '../messages/catalogue.ts';
import { formatBytes, formatPrompts } from '../messages/numbers.ts';
import type { ReportedComparison } from '../reported-run.ts';

/** A run of a comparison. */
export interface ComparedRun {
	readonly name: string;
	readonly label: string;
	readonly log: Log;
	readonly summary: RunSummary;
	readonly unknown: readonly Unrecorded[];
	/** Without times that a turn did not reach in any of the runs. */
	readonly latencies: LatencySummary;
	/** Warm turns cut off in at least one run. */
	readonly cutTurns: number;
	/** Difference from the first run; absent for the first. */
	readonly against?: RunDifference;
}

export function comparedRuns({ runs, comparison }: ReportedComparison): readonly ComparedRun[] {
	const { speed, cutTurns, against } = comparison;
	return comparison.runs.flatMap((run, index) => {
		const { log } = runs[index] ?? {};
		const latencies = speed[index];
		if (log === undefined || latencies === undefined) return [];
		return [{ ...run, log, latencies, cutTurns, against: against[index - 1] }];
	});
}

/** The baseline and the runs that a reader needs in full: of a series only the step that it names, as its table has the others. */
export function shownRuns(compared: ReportedComparison): readonly ComparedRun[] {
	const runs = comparedRuns(compared);
	const { steps = [], best } = compared.comparison.series ?? {};
	const named = runs.find(({ against }) => steps.some(({ step, run }) => step === best && run === against?.run));
	return named === undefined ? runs : runs.filter((run, index) => index === 0 || run === named);
}

/** Scores with flips, or with samples that could not be compared. */
export function shownScores(against: RunComparison | undefined): readonly ScoreFlips[] {
	return (against?.scores ?? []).filter(
		({ lost, gained, unpaired, inOneOnly }) => lost.length + gained.length + unpaired + inOneOnly > 0,
	);
}

export interface DirectedFlip {
	readonly flip: Flip;
	readonly direction: 'lost' | 'gained';
}

/** The lost samples, then the gained ones. */
export function flipsOf({ lost, gained }: ScoreFlips): readonly DirectedFlip[] {
	return [
		...lost.map((flip) => ({ flip, direction: 'lost' }) as const),
		...gained.map((flip) => ({ flip, direction: 'gained' }) as const),
	];
}

/** Samples of main scores that are scored in both runs; of all pairs where no score judges. */
export function scoredSamples({ scores, paired }: RunComparison): number {
	const main = scores.filter((score) => score.main);
	return main.length === 0 ? paired : main.reduce((sum, score) => sum + score.paired, 0);
}

/** How much faster, with its interval; each bound rounded outwards. */
export function speedText({ turns, inTurns }: Pick<RunDifference, 'turns' | 'inTurns'>, locale: Locale): string {
	const { speed: words } = locale.answer;
	if (turns === undefined) return words.unknown;
	const { ratio, interval } = turns;
	const isFaster = ratio >= 1;
	const text = times(isFaster ? ratio : 1 / ratio);
	const main = text === '1.00' ? words.equal : (isFaster ? words.faster : words.slower)(text);
	if (interval === undefined) return inTurns ? main : `${main}${locale.answer.break}${words.notInterleaved}`;
	if (interval.low <= 1 && interval.high >= 1) return words.either(...outwards(interval.low, interval.high));
	const bounds = isFaster ? outwards(interval.low, interval.high) : outwards(1 / interval.high, 1 / interval.low);
	return `${main} (${words.interval(...bounds)})`;
}

function times(ratio: number): string {
	return ratio.toFixed(2);
}

function outwards(low: number, high: number): [string, string] {
	return [times(Math.floor(low * 100) / 100), times(Math.ceil(high * 100) / 100)];
}

const TOOLS_SHOWN = 5;

/** One line at most. */
export function toolsText(tools: readonly ToolChange[], locale: Locale): readonly string[] {
	const shown = tools.slice(0, TOOLS_SHOWN).map((one) => toolText(one, locale));
	return shown.length === 0 ? [] : [[...shown, ...(tools.length > shown.length ? ['…'] : [])].join(', ')];
}

/** `set_alarm 8 of 9 → 6`, or that it is forgotten. */
export function toolText({ has, had, kind, ...change }: ToolChange, { comparison: words }: Locale): string {
	return words.tools[kind ?? 'changed']({ ...change, has: formatPrompts(has), had: formatPrompts(had) });
}

/** `4.5`, `2.6 MB`: the unit once where both have it. */
export function bytesText(sizes: readonly [number, number]): [string, string] {
	const [from = '', to = ''] = sizes.map(formatBytes);
	const [figure = '', unit] = from.split(' ');
	return [to.endsWith(` ${unit}`) ? figure : from, to];
}
