import { declaredSuite, mainScore, unendedNote } from '../../src/eval/header.ts';
import { OWN_CODE, type SampleResult, scoreNamed } from '../../src/eval/sample.ts';
import type { Score, UnscoredCause } from '../../src/eval/score.ts';
import type { Suite } from '../../src/eval/suite.ts';
import { declinedCalls, turnOf } from '../../src/eval/turn.ts';
import { engineName } from '../../src/model/identity.ts';
import { MINIATURE_NOTICE, MINIATURE_TOOLS } from '../../src/model/miniature-notice.ts';
import { countOf } from '../../src/stats/counts.ts';
import { intervalOf, type Rate } from '../../src/stats/rate.ts';
import { UNREADABLE } from '../../src/summary/calls.ts';
import type { DecisionSummary } from '../../src/summary/decisions/decisions.ts';
import { type RunNotice, userCodeMessage } from '../../src/summary/notices.ts';
import { checksOf, failedCheck, isRight } from '../../src/summary/state/right.ts';
import type { SuiteSummary, VariantSummary } from '../../src/summary/suites.ts';
import type { RunSummary } from '../../src/summary/summarize.ts';
import { isCached } from '../../src/summary/turn-times.ts';
import { localized } from '../../src/text/text.ts';
import { firstBlocks } from '../document/run.ts';
import { sustainedBlocks } from '../document/sustained.ts';
import { terminalLines } from '../document/terminal.ts';
import { toolCountBlocks } from '../document/tool-counts.ts';
import { effectLines } from '../effects.ts';
import { shownByApp } from '../frame-words.ts';
import { causeName, causeRemedy, reasonName, unscoredText } from '../html/words.ts';
import { type Lang, type Locale, localeOf } from '../messages/catalogue.ts';
import { formatShareRange } from '../messages/numbers.ts';
import { engineWarning } from '../notices.ts';
import type { ReportedRun } from '../reported-run.ts';
import { scoreFigure } from '../titles.ts';
import { pushedText } from '../verdict.ts';
import { type Colour, type PaintedLine, singleLine } from './text.ts';

const EN = localeOf('en');

interface SummaryLine extends PaintedLine {
	/** Not printed by a quiet run. */
	readonly detail?: boolean;
}

/**
 * What a run says first, then rates per suite and variant, effects, failures, warnings. `quiet` keeps the state and its
 * facts (without them, rates), failures and the number of warnings.
 */
export function summaryLines(
	reported: ReportedRun,
	{ quiet = false, lang = 'en' }: { readonly quiet?: boolean; readonly lang?: Lang } = {},
): readonly SummaryLine[] {
	const { log, summary } = reported;
	const { run, decisions, notices } = summary;
	const { model, engine } = run;
	const locale = localeOf(lang);
	const words = locale.terminal;
	const of = (...kinds: readonly RunNotice['kind'][]): readonly string[] =>
		notices.flatMap((one) => (kinds.includes(one.kind) ? locale.say(one.said) : []));
	const warnings = of('warning');
	const rates = summary.suites.flatMap((suite) => {
		const isRepeated = decisions.some((decision) => hasRate(decision, suite));
		return suite.variants.flatMap((variant) => [
			...(isRepeated ? [] : [variantLine(suite, variant, locale)]),
			...facetLines(suite, variant, locale),
			...callLines(suite, variant, locale),
		]);
	});
	const details = [
		...decisions.flatMap((decision) => (isAllWorth(decision) ? [] : (pushedText(decision, locale) ?? []))),
		...of('note').map((text) => `${locale.notice.note} ${text}`),
		...decisions.flatMap((decision) => engineWarning(summary, decision, locale)?.join(' ') ?? []),
	];
	const unended = unendedNote(log);
	const missing = summary.samples.missing.length;
	const incomplete = [
		...(unended === undefined ? [] : [locale.say(unended)]),
		...(missing === 0 ? [] : [words.missing({ n: missing })]),
	];
	const subject = words.subject({
		title: run.title,
		engine: engineName(engine),
		template: model.templateName,
		samples: summary.samples.evaluated,
	});
	const lines: readonly SummaryLine[] = [
		...details.map((text) => ({ text, detail: true })),
		...rates.map((text) => ({ text, detail: decisions.length > 0 || summary.calls !== undefined })),
		...effectLines(summary, locale)
			.flat()
			.map((text) => ({ text, detail: true })),
		...(model.miniature ? [{ text: MINIATURE_NOTICE[lang] }] : []),
		...(model.miniature && run.app?.name !== 'habit-coach' ? [{ text: MINIATURE_TOOLS[lang] }] : []),
		...(incomplete.length === 0 ? [] : [{ text: incomplete.join(': '), colour: 'yellow' as const }]),
		...[
			...failureLines(summary, locale),
			...summary.samples.stopped.map(({ reason, count }) =>
				words.stopped({ n: count, of: summary.samples.evaluated, reason }),
			),
			...userCodeLines(summary, locale),
		].map((text) => ({ text, colour: 'red' as const })),
		...(!quiet
			? warnings.map((line) => `${locale.notice.warning} ${line}`)
			: warnings.length === 0
				? []
				: [words.warnings({ n: warnings.length })]
		).map((text) => ({ text, colour: 'yellow' as const })),
	];
	const shown = lines
		.filter(({ detail }) => detail !== true || !quiet)
		.map((line) => ({ ...line, text: singleLine(line.text) }));
	return [
		...(quiet ? [] : [{ text: singleLine(subject), detail: true }]),
		...terminalLines([
			...firstBlocks(reported, locale),
			...(quiet ? [] : summary.toolCounts.flatMap((one) => toolCountBlocks(one, locale))),
			...sustainedBlocks(summary.sustained, locale),
		]),
		...shown,
	];
}

/** Then there is nothing more to push than what the verdict counts. */
function isAllWorth({ standing: { beforeCall } }: DecisionSummary): boolean {
	return beforeCall?.kinds['not-worth'] === 0;
}

/** Whether the verdict's line has the suite's main rate. */
function hasRate({ suite, decision, rule, epochs, people }: DecisionSummary, other: SuiteSummary): boolean {
	const whole = rule.verdict.status === 'complete' && epochs === 1 && people === undefined;
	return suite.name === other.suite.name && decision.score === other.main && whole;
}

/** Engine failures, the most frequent first. */
function failureLines({ failures }: RunSummary, locale: Locale): readonly string[] {
	const counts = failures.filter(({ failure }) => failure !== OWN_CODE);
	const rest = counts.length - MAX_FAILURES;
	return [
		...counts
			.slice(0, MAX_FAILURES)
			.map(({ said, count }) => locale.terminal.failed({ n: count, said: locale.say(said) })),
		...(rest > 0 ? [locale.terminal.moreFailures({ n: rest })] : []),
	];
}

const MAX_FAILURES = 3;

/** Failures of the user's code, which the rates above would blame on the model. */
function userCodeLines({ userCodeFailures: failures }: RunSummary, locale: Locale): readonly string[] {
	const rest = failures.length - MAX_OWN_FAILURES;
	return [
		...failures.slice(0, MAX_OWN_FAILURES).map((failure) => {
			const said = userCodeMessage(failure);
			return `${locale.say(said)} ${locale.remedyOf(said)}`;
		}),
		...(rest > 0 ? [locale.terminal.moreCode({ n: rest })] : []),
	];
}

const MAX_OWN_FAILURES = 5;

/** The main rate of a variant, and its unscored samples. */
function variantLine(summary: SuiteSummary, own: VariantSummary, locale: Locale): string {
	const name = `${summary.suite.name}, ${own.variant}`;
	const main = own.scores.find((score) => score.name === summary.main) ?? own.scores[0];
	if (main === undefined) return `${name}: ${locale.terminal.noScore({ n: own.evaluated })}`;
	const unscored = main.unscored.length === 0 ? '' : `; ${unscoredText(main.unscored, locale)}`;
	// Remedies of a decision are in its verdict.
	const causes = summary.suite.decision === undefined ? main.unscored : [];
	const remedies = causes.map(({ reason }) => causeRemedy(reason as UnscoredCause, locale)).join('; ');
	const hints = remedies === '' ? '' : ` (${remedies})`;
	const value = [measured(main, locale), shownByApp(summary, own, locale)]
		.filter((one) => one !== undefined)
		.join('; ');
	return `${name}: ${localized(main.declaration.title, locale.lang)}: ${value}${unscored}${hints}`;
}

/** The main rate by the values of each facet. */
function facetLines({ suite }: SuiteSummary, { variant, facets }: VariantSummary, locale: Locale): readonly string[] {
	return facets.map(({ title, rows, firstBelowHalf }) =>
		locale.terminal.facet(
			`${suite.name}, ${variant}`,
			localized(title, locale.lang),
			rows.slice(0, MAX_VALUES).map(({ value, rate }) => `${value}: ${rateText(rate, locale)}`),
			rows.length - MAX_VALUES,
			firstBelowHalf,
		),
	);
}

/** The lowest recalls and the arguments with most errors, only where there are some: no verdict, as they are chosen by their values. */
function callLines({ suite }: SuiteSummary, { variant, calls }: VariantSummary, locale: Locale): readonly string[] {
	if (calls === undefined) return [];
	const { terminal } = locale;
	const name = `${suite.name}, ${variant}`;
	const recalls = calls.tools.flatMap(({ tool, recall }) => (recall === undefined ? [] : [{ tool, recall }]));
	const missed = recalls
		.filter(({ recall }) => recall.hits < recall.n)
		.toSorted((one, other) => (one.recall.rate ?? 0) - (other.recall.rate ?? 0));
	const rates = missed.slice(0, MAX_MISSED).map(({ tool, recall: { hits, n, ...recall } }) => {
		const interval = intervalOf({ hits, n, ...recall });
		const range = interval === undefined ? '' : ` (${formatShareRange(interval, locale.lang)})`;
		return `${tool} ${locale.of(String(hits), String(n))}${range}`;
	});
	const malformed = calls.cells.reduce((sum, { called, n }) => (called === UNREADABLE ? sum + n : sum), 0);
	const fields = calls.fields
		.filter(({ errors }) => errors.length > 0)
		.toSorted((one, other) => countOf(other.errors) - countOf(one.errors) || other.right.n - one.right.n)
		.slice(0, MAX_MISSED)
		.map(({ field, right: { hits, n }, errors }) => {
			const why = errors.map(({ reason, count }) => `${reason} ${count}`).join(', ');
			return terminal.field({ field, rate: locale.of(String(hits), String(n)), errors: why });
		});
	return [
		...(rates.length === 0 && malformed === 0 ? [] : [terminal.lowestRecall(name, recalls.length, rates, malformed)]),
		...(fields.length === 0 ? [] : [terminal.fields(name, fields)]),
	];
}

const MAX_MISSED = 2;
const MAX_VALUES = 12;

/** `7 of 15 (95% CI 24.8–69.9%)`. */
function rateText(rate: Rate, locale: Locale): string {
	const interval = intervalOf(rate);
	const clusters =
		rate.clustered === undefined ? '' : `, ${locale.scores.clustered({ prompts: rate.clustered.clusters })}`;
	const range =
		interval === undefined
			? ''
			: ` (${locale.interval(formatShareRange(interval, locale.lang)).replaceAll('\u00a0', ' ')}${clusters})`;
	return `${rate.n === 0 ? '–' : locale.of(String(rate.hits), String(rate.n))}${range}`;
}

function measured({ rate, values, declaration }: VariantSummary['scores'][number], locale: Locale): string {
	if (rate !== undefined && rate.n > 0) return rateText(rate, locale);
	if (values?.mean === undefined) return locale.gate.notMeasured;
	return `${locale.scores.mean} ${scoreFigure(values.mean, declaration)} (n ${values.n})`;
}

/** A sample's outcome for `--verbose`: `✗ prefix p02 filler, 812 ms`; with repeat and variant if there are several. */
export function sampleOutcome(
	result: SampleResult,
	suites: readonly Suite[],
): { readonly text: string; readonly colour: Colour | undefined } {
	const suite = suites.find(({ name }) => name === result.suite);
	const declared = suite && declaredSuite(suite, { skipped: [], planned: 0 });
	const checks = declared === undefined ? [] : checksOf(declared, result);
	const score = (failedCheck(checks) ?? checks[0])?.score ?? scoreNamed(result, declared && mainScore(declared));
	const { mark, colour, said } = outcomeOf(score, isRight(checks));
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

function outcomeOf(
	score: Score | undefined,
	right: boolean | undefined,
): { readonly mark: string; readonly colour?: Colour; readonly said?: string } {
	if (score === undefined) return { mark: '-', said: 'no score' };
	if (score.unscored !== undefined) return { mark: '?', colour: 'yellow', said: causeName(score.unscored, EN) };
	if (typeof score.value === 'number') return { mark: '-', said: String(score.value) };
	return right === true
		? { mark: '✓', colour: 'green' }
		: { mark: '✗', colour: 'red', said: score.reason && reasonName(score.reason, EN) };
}
