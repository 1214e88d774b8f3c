import { join } from 'node:path';
import { writePainted } from '../../cli/terminal.ts';
import type { EnvironmentError } from '../../src/base/errors.ts';
import { counted, english, englishOf } from '../../src/base/message.ts';
import { shownPath } from '../../src/base/read-file.ts';
import { missingSamples } from '../../src/eval/absent.ts';
import { declaredSuite, mainScore, runOutcome, unendedNote } from '../../src/eval/run.ts';
import type { SampleResult } from '../../src/eval/sample.ts';
import { OWN_CODE, scoreNamed } from '../../src/eval/sample.ts';
import type { Score, UnscoredCause } from '../../src/eval/score.ts';
import type { PeoplesJudgement } from '../../src/eval/scoring/labels.ts';
import type { Suite } from '../../src/eval/suite.ts';
import type { Log } from '../../src/log/record.ts';
import { engineName } from '../../src/model/identity.ts';
import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import { countReasons } from '../../src/stats/counts.ts';
import { type DecisionSummary, decisionViews, standingSummary } from '../../src/summary/decisions.ts';
import { ownFailures } from '../../src/summary/failures.ts';
import type { ScoreFlips } from '../../src/summary/flips.ts';
import type { GateResult } from '../../src/summary/gate/gate.ts';
import { facetsOf, type SuiteSummary, summarizeSuites, type VariantSummary } from '../../src/summary/suites.ts';
import { failureCounts, type RunSummary, runTitle, samplingNote, summarizeRun } from '../../src/summary/summarize.ts';
import { summarizeReflections, summarizeReplays } from '../../src/summary/variants.ts';
import { appWords } from '../../src/text/app-words.ts';
import { localized } from '../../src/text/text.ts';
import { effectLines } from '../effects.ts';
import { unscoredText } from '../html/words.ts';
import { localeOf } from '../messages/catalogue.ts';
import { deviceLines, engineWarning } from '../notices.ts';
import { ownFailureText } from '../own-failure-text.ts';
import { rateText } from '../rate-text.ts';
import { evidenceText, finalVerdictLine, verdictRemedies } from '../verdict.ts';
import { type Colour, singleLine } from './text.ts';

const EN = localeOf('en');

/**
 * Prints what a run decided and where its report is: lines for people, or one JSON object for scripts. `quiet` leaves the
 * verdict, without one the rates, how many warnings there are, and the report's place.
 */
export function printSummary(
	log: Log,
	folder: string,
	{
		json,
		quiet = false,
		judgements,
		unwritten,
		gate,
		summary = summarizeRun(log, { labels: judgements }),
	}: SummaryOptions,
): void {
	if (json) {
		process.stdout.write(
			`${JSON.stringify(summaryJson(log, folder, { judgements, gate, summary }), undefined, '\t')}\n`,
		);
		return;
	}
	const place: readonly SummaryLine[] =
		unwritten === undefined ? [{ text: `report: ${shownPath(join(folder, 'report.html'))}` }] : [];
	const lines = [
		...summaryLines(log, summary, quiet, judgements).filter(({ detail }) => detail !== true || !quiet),
		...place,
	];
	writePainted(
		process.stdout,
		lines.map(({ text, colour }) => ({ text: singleLine(text), colour })),
	);
}

interface SummaryOptions {
	/** Computed from the log where it is not at hand. */
	readonly summary?: RunSummary | undefined;
	readonly json: boolean;
	readonly quiet?: boolean | undefined;
	/** People's labels by sample key. */
	readonly judgements?: ReadonlyMap<string, PeoplesJudgement> | undefined;
	/** Why there are no reports. */
	readonly unwritten?: EnvironmentError | undefined;
	/** What its gate came to, for the object: lines are printed by themselves. */
	readonly gate?: GateResult | undefined;
}

interface SummaryLine {
	readonly text: string;
	readonly colour?: Colour;
	/** Nothing that a verdict needs. */
	readonly detail?: boolean;
}

/** Model, a line per decision, a line per suite and variant, what keeping a prefix does, the notice of the miniature, warnings. */
function summaryLines(
	log: Log,
	summary: RunSummary,
	quiet: boolean,
	judgements: SummaryOptions['judgements'],
): readonly SummaryLine[] {
	const { model, engine } = log.header;
	const warnings = [...(log.header.warnings ?? []).map(english), ...deviceLines(log, EN)];
	const decisions = decisionViews(log, summary.decisions, judgements);
	const template = model.templateName === undefined ? '' : `, chat template ${model.templateName}`;
	const greedy = samplingNote(log);
	const rates = summarizeSuites(log).flatMap((suite) => {
		const isSaid = decisions.some((decision) => saysAll(decision, suite.suite));
		return suite.variants.flatMap((variant) => [
			...(isSaid ? [] : [variantLine(suite, variant)]),
			...facetLines(suite, variant),
		]);
	});
	const note = greedy === undefined || decisions.length === 0 ? [] : [`note: ${localized(greedy, 'en')}`];
	return [
		{
			text: `${runTitle(log.header)} in ${engineName(engine)}${template}, ${counted(log.samples.length, 'sample')}`,
			detail: true,
		},
		...decisions.flatMap((decision) => decisionLines(decision, decisions.length > 1)),
		...[...note, ...fateNotes(log, decisions)].map((text) => ({ text, detail: true })),
		...rates.map((text) => ({ text, detail: decisions.length > 0 })),
		...[...effectLines(log, EN).flat()].map((text) => ({ text, detail: true })),
		...(model.miniature ? [{ text: MINIATURE_NOTICE.en }] : []),
		...unendedLine(log),
		...[...failureLines(log), ...stoppedLines(log), ...ownFailureLines(log)].map((text) => ({
			text,
			colour: 'red' as const,
		})),
		...(quiet ? warningCount(warnings) : warnings.map((line) => `warning: ${line}`)).map((text) => ({
			text,
			colour: 'yellow' as const,
		})),
	];
}

/** Of a run that did not come to its end, or lacks samples, how much of it there is. */
function unendedLine(log: Log): readonly SummaryLine[] {
	const missing = missingSamples(log).length;
	const lacks = missing === 0 ? [] : [`${counted(missing, 'sample is', 'samples are')} missing`];
	const told = [englishOf(unendedNote(log)) ?? [], lacks].flat();
	return told.length === 0 ? [] : [{ text: told.join(': '), colour: 'yellow' }];
}

/** Where calls behind a verdict would not reach an app on flutter_gemma as they were written. */
function fateNotes(log: Log, decisions: readonly DecisionSummary[]): readonly string[] {
	return decisions.flatMap((decision) => {
		const standing = standingSummary(decision);
		const warning = standing.turned ? undefined : engineWarning(log, standing, EN);
		return warning === undefined ? [] : [`note: ${warning.join(' ')}`];
	});
}

/** Of a quiet run: a caveat of a verdict is never silent. */
function warningCount({ length }: readonly string[]): readonly string[] {
	return length === 0 ? [] : [`${counted(length, 'warning')}, in the report`];
}

/** Whether the verdict's line has the suite's main rate in it already. */
function saysAll({ suite, decision, verdict, epochs, people }: DecisionSummary, other: SuiteSummary['suite']): boolean {
	const whole = verdict.status === 'complete' && epochs === 1 && people === undefined;
	return suite.name === other.name && decision.score === mainScore(suite) && whole;
}

/** Where several suites decide, each verdict names its own. */
function decisionLines(summary: DecisionSummary, several: boolean): readonly SummaryLine[] {
	const line = finalVerdictLine(summary, EN);
	const { verdict, turned } = standingSummary(summary);
	const evidence = turned ? undefined : evidenceText(summary.decision, verdict, EN);
	const text = several ? `${summary.suite.name}: ${line}` : line;
	return [
		{ text, colour: 'bold' },
		...(evidence === undefined ? [] : [{ text: evidence, detail: true }]),
		...verdictRemedies(verdict, EN).map((remedy) => ({ text: remedy })),
	];
}

/** What engines failed with, the most frequent first. */
function failureLines({ samples }: Log): readonly string[] {
	const counts = failureCounts({ samples: samples.filter(({ transcript }) => transcript.failure !== OWN_CODE) });
	const rest = counts.length - MOST_FAILURES;
	return [
		...counts.slice(0, MOST_FAILURES).map(({ said, count }) => `failed: ${counted(count, 'sample')}: ${said}`),
		...(rest > 0 ? [`failed: ${counted(rest, 'more way')}, in the report`] : []),
	];
}

const MOST_FAILURES = 3;

/** Turns that the chat loop ended, for the model went on calling: they count as they stand, and say nothing of what was to come. */
export function stoppedLines({ samples }: Log): readonly string[] {
	const counts = countReasons(samples.map(({ transcript: { error } }) => (STOPS.has(error ?? '') ? error : undefined)));
	return counts.map(
		({ reason, count }) => `stopped by the chat loop: ${count} of ${counted(samples.length, 'sample')}: ${reason}`,
	);
}

const STOPS: ReadonlySet<string> = new Set(
	['ko', 'en'].map(appWords).flatMap(({ tooManyTurns, tooManyCalls }) => [tooManyTurns, tooManyCalls]),
);

/** What of the app's own failed, which the rates above would lay at the model's door. */
function ownFailureLines(log: Log): readonly string[] {
	const failures = ownFailures(log);
	const rest = failures.length - MOST_OWN_FAILURES;
	return [
		...failures.slice(0, MOST_OWN_FAILURES).map(ownFailureText),
		...(rest > 0
			? [`${counted(rest, 'other tool, scorer or suite', 'other tools, scorers or suites')} failed too, in the report`]
			: []),
	];
}

const MOST_OWN_FAILURES = 5;

/** The main rate of a variant, and what of it could not be scored. */
function variantLine({ suite }: SuiteSummary, { variant, evaluated, scores }: VariantSummary): string {
	const name = `${suite.name}, ${variant}`;
	const main = scores.find((score) => score.name === mainScore(suite)) ?? scores[0];
	if (main === undefined) return `${name}: ${counted(evaluated, 'sample')}, no score`;
	const unscored = main.unscored.length === 0 ? '' : `; ${unscoredText(main.unscored, EN)}`;
	// Where a suite decides, its verdict has told what to do.
	const remedies =
		suite.decision === undefined ? main.unscored.map(({ reason }) => EN.remedies[reason as UnscoredCause]) : [];
	const told = remedies.length === 0 ? '' : ` (${remedies.join('; ')})`;
	return `${name}: ${localized(main.declaration.title, 'en')}: ${measured(main)}${unscored}${told}`;
}

/** Where a model breaks: by each declared facet the main rate of every value. */
function facetLines({ suite }: SuiteSummary, variant: VariantSummary): readonly string[] {
	return facetsOf(suite, variant).map(({ title, rows, firstBelowHalf }) => {
		const rates = rows.slice(0, MOST_VALUES).map(({ value, rate }) => `${value}: ${rateText(rate)}`);
		const more = rows.length > MOST_VALUES ? `; ${rows.length - MOST_VALUES} more, in the report` : '';
		const breaks = firstBelowHalf === undefined ? '' : `; first below half at ${firstBelowHalf}`;
		return `${suite.name}, ${variant.variant}, by ${localized(title, 'en')}: ${rates.join('; ')}${more}${breaks}`;
	});
}

const MOST_VALUES = 12;

function measured({ rate, values, declaration }: VariantSummary['scores'][number]): string {
	if (rate !== undefined && rate.n > 0) return rateText(rate);
	const unit = declaration.unit === undefined ? '' : ` ${declaration.unit}`;
	return values?.mean === undefined
		? 'not measured'
		: `mean ${Number(values.mean.toPrecision(3))}${unit} (n ${values.n})`;
}

/** What `--json` prints of a run that ended, for scripts, with what its gate came to, where there was one. */
function summaryJson(
	log: Log,
	folder: string,
	{
		judgements,
		gate,
		summary = summarizeRun(log, { labels: judgements }),
	}: Pick<SummaryOptions, 'judgements' | 'gate' | 'summary'>,
): object {
	const { target, model, engine, warnings } = log.header;
	const greedy = samplingNote(log);
	return {
		folder,
		target,
		model,
		notice: model.miniature ? MINIATURE_NOTICE.en : undefined,
		engine,
		warnings,
		sampling: greedy && localized(greedy, 'en'),
		outcome: runOutcome(log),
		gate,
		samples: log.samples.length,
		failed: failureCounts(log),
		ownFailures: ownFailures(log),
		decisions: decisionViews(log, summary.decisions, judgements).map((decided) => {
			const { suite, verdict, reasons, people } = decided;
			const standing = standingSummary(decided).verdict;
			return {
				suite: suite.name,
				verdict,
				reasons,
				people: people && {
					verdict: people.verdict,
					standing,
					labelled: people.labelled,
					disputed: people.disputed,
					of: people.of,
				},
				remedies: verdictRemedies(standing, EN),
			};
		}),
		replays: summarizeReplays(log).map(({ suite, flips, measures, place }) => ({
			suite: suite.name,
			place,
			measures,
			flips: flips.map(flipFacts),
		})),
		reflections: summarizeReflections(log).map(({ suite, variant, flips, reflected }) => ({
			suite: suite.name,
			variant,
			reflected,
			flips: flips.map(flipFacts),
		})),
		suites: summarizeSuites(log).map(({ suite, variants }) => ({
			suite: suite.name,
			main: mainScore(suite),
			variants: variants.map(({ variant, evaluated, scores }) => ({
				variant,
				evaluated,
				scores: scores.map(({ name, rate, values, reasons, unscored }) => ({ name, rate, values, reasons, unscored })),
				facets: suite.facets && facetsOf(suite, { scores }),
			})),
		})),
	};
}

function flipFacts({ score, first, second, gained, lost, p }: ScoreFlips): object {
	return { score, first, second, gained, lost, p };
}

/** What a sample came to, for `--verbose`: `✗ prefix p02 filler, 812 ms`; its repeat and variant where there are several. */
export function sampleOutcome(
	result: SampleResult,
	suites: readonly Suite[],
): { readonly text: string; readonly colour: Colour | undefined } {
	const suite = suites.find(({ name }) => name === result.suite);
	const declared = suite && declaredSuite(suite, { skipped: [], planned: 0 });
	const score = scoreNamed(result, declared && mainScore(declared));
	const { mark, colour, said } = outcomeOf(score);
	const name = [
		result.suite,
		...(suite !== undefined && suite.variants.length > 1 ? [result.variant] : []),
		result.sampleId,
		...(result.epoch > 0 ? [`(repeat ${result.epoch})`] : []),
		...(said === undefined ? [] : [said]),
	];
	return { text: singleLine(`${mark} ${name.join(' ')}, ${Math.round(result.timings.endToEndMs)} ms`), colour };
}

interface Outcome {
	readonly mark: string;
	readonly colour?: Colour;
	readonly said?: string | undefined;
}

function outcomeOf(score: Score | undefined): Outcome {
	if (score === undefined) return { mark: '-', said: 'no score' };
	if (score.unscored !== undefined) return { mark: '?', colour: 'yellow', said: score.unscored };
	if (typeof score.value === 'number') return { mark: '-', said: String(score.value) };
	return score.value ? { mark: '✓', colour: 'green' } : { mark: '✗', colour: 'red', said: score.reason };
}
