import { counted, english, englishOf, message } from '../../src/base/message.ts';
import { declaredSuite, mainScore, unendedNote } from '../../src/eval/run.ts';
import { OWN_CODE, type SampleResult, scoreNamed } from '../../src/eval/sample.ts';
import type { Score, UnscoredCause } from '../../src/eval/score.ts';
import type { Suite } from '../../src/eval/suite.ts';
import { declinedCalls, turnOf } from '../../src/eval/turn.ts';
import type { Log } from '../../src/log/record.ts';
import { engineName } from '../../src/model/identity.ts';
import { MINIATURE_NOTICE, MINIATURE_TOOLS } from '../../src/model/miniature-notice.ts';
import { intervalOf, type Rate } from '../../src/stats/rate.ts';
import type { DecisionSummary } from '../../src/summary/decisions/decisions.ts';
import type { ScoreFlips } from '../../src/summary/flips.ts';
import { type RunNotice, repeatsMessage, userCodeMessage } from '../../src/summary/notices.ts';
import { stopsOf } from '../../src/summary/stops.ts';
import type { SuiteSummary, VariantSummary } from '../../src/summary/suites.ts';
import type { RunSummary } from '../../src/summary/summarize.ts';
import { isCached } from '../../src/summary/turn-times.ts';
import { localized } from '../../src/text/text.ts';
import { effectLines } from '../effects.ts';
import { shownByApp } from '../frame-words.ts';
import { causeName, reasonName, unscoredText } from '../html/words.ts';
import { localeOf } from '../messages/catalogue.ts';
import { formatShareRange } from '../messages/numbers.ts';
import { engineWarning } from '../notices.ts';
import type { ReportedRun } from '../reported-run.ts';
import { scoreFigure } from '../titles.ts';
import { finalVerdictLine, pushedText, stopsLine, verdictRemedies, verdictSentences } from '../verdict.ts';
import { type Colour, singleLine } from './text.ts';

const EN = localeOf('en');

interface SummaryLine {
	readonly text: string;
	readonly colour?: Colour;
	/** Not printed by a quiet run. */
	readonly detail?: boolean;
}

/**
 * Decisions, rates per suite and variant, effects, failures, warnings. `quiet` keeps verdicts (without one, rates),
 * failures and the number of warnings.
 */
export function summaryLines(reported: ReportedRun, quiet: boolean): readonly SummaryLine[] {
	const { log, summary } = reported;
	const { run, decisions, notices } = summary;
	const { model, engine } = run;
	const template = model.templateName === undefined ? '' : `, chat template ${model.templateName}`;
	const textsOf = (kind: RunNotice['kind']): readonly string[] =>
		notices.flatMap((one) => (one.kind === kind ? english(one.said) : []));
	const warnings = textsOf('warning');
	const rates = summary.suites.flatMap((suite) => {
		const isRepeated = decisions.some((decision) => hasRate(decision, suite));
		return suite.variants.flatMap((variant) => [
			...(isRepeated ? [] : [variantLine(suite, variant)]),
			...facetLines(suite, variant),
		]);
	});
	const details = [...textsOf('note').map((text) => `note: ${text}`), ...fateNotes(summary)];
	const stops = stopsLine(reported, EN);
	const lines: readonly SummaryLine[] = [
		{
			text: `${run.title} in ${engineName(engine)}${template}, ${counted(summary.samples.evaluated, 'sample')}`,
			detail: true,
		},
		...(stops === undefined ? [] : [{ text: stops, colour: 'red' as const }]),
		...decisions.flatMap((decision) => decisionLines(decision, decisions.length > 1)),
		...details.map((text) => ({ text, detail: true })),
		...rates.map((text) => ({ text, detail: decisions.length > 0 })),
		...effectLines(summary, EN)
			.flat()
			.map((text) => ({ text, detail: true })),
		...(model.miniature ? [{ text: MINIATURE_NOTICE.en }] : []),
		...(model.miniature && run.app?.name !== 'habit-coach' ? [{ text: MINIATURE_TOOLS }] : []),
		...unendedLine(log, summary),
		...[...failureLines(summary), ...stoppedLines(summary), ...userCodeLines(summary)].map((text) => ({
			text,
			colour: 'red' as const,
		})),
		...(quiet ? warningCount(warnings) : warnings.map((line) => `warning: ${line}`)).map((text) => ({
			text,
			colour: 'yellow' as const,
		})),
	];
	return lines
		.filter(({ detail }) => detail !== true || !quiet)
		.map((line) => ({ ...line, text: singleLine(line.text) }));
}

/** Why a run is incomplete, and how many samples are missing. */
function unendedLine(log: Log, { samples }: RunSummary): readonly SummaryLine[] {
	const missing = samples.missing.length;
	const lacks = missing === 0 ? [] : [`${counted(missing, 'sample is', 'samples are')} missing`];
	const parts = [englishOf(unendedNote(log)) ?? [], lacks].flat();
	return parts.length === 0 ? [] : [{ text: parts.join(': '), colour: 'yellow' }];
}

/** Warns that calls of a decision would not reach the app as written. */
function fateNotes(summary: RunSummary): readonly string[] {
	return summary.decisions.flatMap((decision) => {
		const warning = engineWarning(summary, decision, EN);
		return warning === undefined ? [] : [warning.join(' ')];
	});
}

/** In a quiet run too, warnings are counted. */
function warningCount({ length }: readonly string[]): readonly string[] {
	return length === 0 ? [] : [`${counted(length, 'warning')}, in the report`];
}

/** Whether the verdict's line has the suite's main rate. */
function hasRate({ suite, decision, rule, epochs, people }: DecisionSummary, other: SuiteSummary): boolean {
	const whole = rule.verdict.status === 'complete' && epochs === 1 && people === undefined;
	return suite.name === other.suite.name && decision.score === other.main && whole;
}

/** With several decisions, each names its suite. */
function decisionLines(summary: DecisionSummary, several: boolean): readonly SummaryLine[] {
	const [line, rest] = verdictSentences(summary, EN);
	const text = several ? `${summary.suite.name}: ${line}` : line;
	const pushed = pushedText(summary, EN);
	const isAllWorth = summary.standing.beforeCall?.kinds['not-worth'] === 0;
	return [
		{ text, colour: 'bold' },
		...[rest, ...verdictRemedies(summary, EN)].filter((one) => one !== '').map((one) => ({ text: one })),
		...(pushed === undefined || isAllWorth ? [] : [{ text: pushed, detail: true }]),
	];
}

/** Engine failures, the most frequent first. */
function failureLines({ failures }: RunSummary): readonly string[] {
	const counts = failures.filter(({ failure }) => failure !== OWN_CODE);
	const rest = counts.length - MAX_FAILURES;
	return [
		...counts.slice(0, MAX_FAILURES).map(({ said, count }) => `failed: ${counted(count, 'sample')}: ${english(said)}`),
		...(rest > 0 ? [`failed: ${counted(rest, 'more way')}, in the report`] : []),
	];
}

const MAX_FAILURES = 3;

/** Turns that the chat loop ended because the model went on calling; they are scored as they are. */
function stoppedLines({ samples: { stopped, evaluated } }: RunSummary): readonly string[] {
	return stopped.map(
		({ reason, count }) => `stopped by the chat loop: ${count} of ${counted(evaluated, 'sample')}: ${reason}`,
	);
}

/** Failures of the user's code, which the rates above would blame on the model. */
function userCodeLines({ userCodeFailures: failures }: RunSummary): readonly string[] {
	const rest = failures.length - MAX_OWN_FAILURES;
	return [
		...failures.slice(0, MAX_OWN_FAILURES).map((failure) => {
			const said = userCodeMessage(failure);
			return `${english(said)} ${EN.remedyOf(said)}`;
		}),
		...(rest > 0
			? [`${counted(rest, 'other tool, scorer or suite', 'other tools, scorers or suites')} failed too, in the report`]
			: []),
	];
}

const MAX_OWN_FAILURES = 5;

/** The main rate of a variant, and its unscored samples. */
function variantLine(summary: SuiteSummary, own: VariantSummary): string {
	const name = `${summary.suite.name}, ${own.variant}`;
	const main = own.scores.find((score) => score.name === summary.main) ?? own.scores[0];
	if (main === undefined) return `${name}: ${counted(own.evaluated, 'sample')}, no score`;
	const unscored = main.unscored.length === 0 ? '' : `; ${unscoredText(main.unscored, EN)}`;
	// Remedies of a decision are in its verdict.
	const causes = summary.suite.decision === undefined ? main.unscored : [];
	const remedies = causes.map(({ reason }) => EN.remedies[reason as UnscoredCause]).join('; ');
	const hints = remedies === '' ? '' : ` (${remedies})`;
	const value = [measured(main), shownByApp(summary, own, EN)].filter((one) => one !== undefined).join('; ');
	return `${name}: ${localized(main.declaration.title, 'en')}: ${value}${unscored}${hints}`;
}

/** The main rate by the values of each facet. */
function facetLines({ suite }: SuiteSummary, { variant, facets }: VariantSummary): readonly string[] {
	return facets.map(({ title, rows, firstBelowHalf }) => {
		const rates = rows.slice(0, MAX_VALUES).map(({ value, rate }) => `${value}: ${rateText(rate)}`);
		const more = rows.length > MAX_VALUES ? `; ${rows.length - MAX_VALUES} more, in the report` : '';
		const breaks = firstBelowHalf === undefined ? '' : `; first below half at ${firstBelowHalf}`;
		return `${suite.name}, ${variant}, by ${localized(title, 'en')}: ${rates.join('; ')}${more}${breaks}`;
	});
}

const MAX_VALUES = 12;

/** `7 of 15 (95% CI 24.8–69.9%)`. */
function rateText(rate: Rate): string {
	const interval = intervalOf(rate);
	const clusters = rate.clustered === undefined ? '' : `, ${EN.scores.clustered(rate.clustered.clusters)}`;
	const range = interval === undefined ? '' : ` (95% CI ${formatShareRange(interval, 'en')}${clusters})`;
	return `${rate.n === 0 ? '–' : `${rate.hits} of ${rate.n}`}${range}`;
}

function measured({ rate, values, declaration }: VariantSummary['scores'][number]): string {
	if (rate !== undefined && rate.n > 0) return rateText(rate);
	return values?.mean === undefined ? 'not measured' : `mean ${scoreFigure(values.mean, declaration)} (n ${values.n})`;
}

/** The output of `--json`. */
export function summaryJson({ log, summary, gate }: ReportedRun, folder: string): object {
	const { target, model, engine } = summary.run;
	return {
		folder,
		target,
		model,
		notice: model.miniature ? MINIATURE_NOTICE.en : undefined,
		engine,
		warnings: log.header.warnings,
		repeats: summary.repeats && { ...summary.repeats, text: englishOf(repeatsMessage(summary.repeats)) },
		sampling: summary.greedy ? english(message('run.greedy')) : undefined,
		outcome: summary.outcome,
		gate,
		stops: stopsOf(summary, gate),
		samples: summary.samples.evaluated,
		failed: summary.failures,
		ownFailures: summary.userCodeFailures,
		decisions: summary.decisions.map(decisionFacts),
		replays: summary.variants.flatMap(({ kind, suite, flips, measures, place }) =>
			kind === 'replay' ? [{ suite, place, measures, flips: flips.map(flipFacts) }] : [],
		),
		reflections: summary.variants.flatMap(({ kind, suite, variant, flips, reflected }) =>
			kind === 'reflection' ? [{ suite, variant, reflected, flips: flips.map(flipFacts) }] : [],
		),
		suites: summary.suites.map(({ suite, main, variants }) => ({
			suite: suite.name,
			main,
			variants: variants.map(({ variant, evaluated, scores, facets }) => ({
				variant,
				evaluated,
				scores: scores.map(({ name, rate, values, reasons, unscored }) => ({ name, rate, values, reasons, unscored })),
				facets: suite.facets && facets,
			})),
		})),
	};
}

function decisionFacts(summary: DecisionSummary): object {
	const { suite, rule, standing, people } = summary;
	return {
		suite: suite.name,
		verdict: rule.verdict,
		beforeCall: standing.beforeCall,
		figure: standing.figure,
		reasons: rule.reasons,
		people: people && {
			verdict: people.verdict,
			standing: standing.verdict,
			labelled: people.labelled,
			disputed: people.disputed,
			of: people.of,
		},
		said: finalVerdictLine(summary, EN),
		remedies: verdictRemedies(summary, EN),
	};
}

function flipFacts({ score, first, second, gained, lost, p }: ScoreFlips): object {
	return { score, first, second, gained, lost, p };
}

/** A sample's outcome for `--verbose`: `✗ prefix p02 filler, 812 ms`; with repeat and variant if there are several. */
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
		...declinedCalls(turnOf(result.transcript)).map(({ call }) => `(${EN.detail.declined}: ${call.name})`),
	];
	return {
		text: singleLine(
			`${mark} ${name.join(' ')}, ${isCached(result.timings) ? 'cached' : `${Math.round(result.timings.endToEndMs)} ms`}`,
		),
		colour,
	};
}

function outcomeOf(score: Score | undefined): {
	readonly mark: string;
	readonly colour?: Colour;
	readonly said?: string;
} {
	if (score === undefined) return { mark: '-', said: 'no score' };
	if (score.unscored !== undefined) return { mark: '?', colour: 'yellow', said: causeName(score.unscored, EN) };
	if (typeof score.value === 'number') return { mark: '-', said: String(score.value) };
	return score.value
		? { mark: '✓', colour: 'green' }
		: { mark: '✗', colour: 'red', said: score.reason && reasonName(score.reason, EN) };
}
