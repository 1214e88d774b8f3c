import { join } from 'node:path';
import { deviceLines } from '../../../reports/device-lines.ts';
import { fatesBeside } from '../../../reports/fates-beside.ts';
import { markdownLocale } from '../../../reports/locale/markdown-locale.ts';
import { evidenceText } from '../../../reports/markdown/evidence-text.ts';
import type { EnvironmentError } from '../../../src/base/errors.ts';
import { counted } from '../../../src/base/message.ts';
import { shownPath } from '../../../src/base/read-file.ts';
import { missingSamples } from '../../../src/eval/absent.ts';
import type { GateResult } from '../../../src/eval/gate/gate.ts';
import { mainScore, unendedText } from '../../../src/eval/run.ts';
import type { PeoplesJudgement } from '../../../src/eval/scoring/labels.ts';
import { summarizeReflections } from '../../../src/eval/summary/arms/reflection-summary.ts';
import { reflectionLines } from '../../../src/eval/summary/arms/reflection-text.ts';
import { summarizeReplays } from '../../../src/eval/summary/arms/replay-summary.ts';
import { replayLines } from '../../../src/eval/summary/arms/replay-text.ts';
import { type DecisionSummary, summarizeDecisions } from '../../../src/eval/summary/decision/decision-summary.ts';
import { standingSummary } from '../../../src/eval/summary/decision/standing-summary.ts';
import { standingLine } from '../../../src/eval/summary/decision/standing-text.ts';
import { verdictRemedies } from '../../../src/eval/summary/decision/verdict-text.ts';
import { samplingNote } from '../../../src/eval/summary/sampling-note.ts';
import { type SuiteSummary, summarizeSuites } from '../../../src/eval/summary/suite/suite-summary.ts';
import { type Log, runTitle } from '../../../src/log/record.ts';
import { engineName } from '../../../src/model/identity.ts';
import { MINIATURE_NOTICE } from '../../../src/model/miniature-notice.ts';
import { localized } from '../../../src/text/text.ts';
import { writePainted } from '../../terminal/paint.ts';
import { type Colour, singleLine } from '../../terminal/terminal-text.ts';
import { failureLines, ownFailureLines, stoppedLines } from './failure-lines.ts';
import { armLine, facetLines } from './rate-lines.ts';
import { summaryJson } from './summary-json.ts';

/**
 * Prints what a run decided and where its report is: lines for people, or one JSON object for scripts. `quiet` leaves the
 * verdict, without one the rates, how many warnings there are, and the report's place.
 */
export function printSummary(
	log: Log,
	folder: string,
	{ json, quiet = false, judgements, unwritten, gate }: SummaryOptions,
): void {
	if (json) {
		process.stdout.write(`${JSON.stringify(summaryJson(log, folder, { judgements, gate }), undefined, '\t')}\n`);
		return;
	}
	const place: readonly SummaryLine[] =
		unwritten === undefined ? [{ text: `report: ${shownPath(join(folder, 'report.html'))}` }] : [];
	const lines = [...summaryLines(log, quiet, judgements).filter(({ detail }) => detail !== true || !quiet), ...place];
	writePainted(
		process.stdout,
		lines.map(({ text, colour }) => ({ text: singleLine(text), colour })),
	);
}

export interface SummaryOptions {
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

/** Model, a line per decision, a line per suite and arm, what keeping a prefix does, the notice of the miniature, warnings. */
function summaryLines(log: Log, quiet: boolean, judgements: SummaryOptions['judgements']): readonly SummaryLine[] {
	const { model, engine } = log.header;
	const warnings = [...(log.header.warnings ?? []), ...deviceLines(log, 'en')];
	const decisions = summarizeDecisions(log, judgements);
	const template = model.templateName === undefined ? '' : `, chat template ${model.templateName}`;
	const greedy = samplingNote(log);
	const rates = summarizeSuites(log).flatMap((suite) => {
		const isSaid = decisions.some((decision) => saysAll(decision, suite.suite));
		return suite.arms.flatMap((arm) => [...(isSaid ? [] : [armLine(suite, arm)]), ...facetLines(suite, arm)]);
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
		...[...summarizeReplays(log).flatMap(replayLines), ...summarizeReflections(log).flatMap(reflectionLines)].map(
			(text) => ({ text, detail: true }),
		),
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
	const told = [unendedText(log) ?? [], lacks].flat();
	return told.length === 0 ? [] : [{ text: told.join(': '), colour: 'yellow' }];
}

/** Where calls behind a verdict would not reach an app on flutter_gemma as they were written. */
function fateNotes(log: Log, decisions: readonly DecisionSummary[]): readonly string[] {
	return decisions.flatMap((decision) => {
		const standing = standingSummary(decision);
		const fates = standing.turned ? undefined : fatesBeside(log, standing, 'en', (path) => path);
		return fates === undefined ? [] : [`note: ${fates.join(' ')}`];
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
	const line = standingLine(summary);
	const { verdict, turned } = standingSummary(summary);
	const evidence = turned ? undefined : evidenceText(summary.decision, verdict, markdownLocale.en);
	const text = several ? `${summary.suite.name}: ${line}` : line;
	return [
		{ text, colour: 'bold' },
		...(evidence === undefined ? [] : [{ text: evidence, detail: true }]),
		...verdictRemedies(verdict).map((remedy) => ({ text: remedy })),
	];
}
