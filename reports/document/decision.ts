import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import type { DecisionSummary } from '../../src/summary/decisions/decisions.ts';
import type { CallsSummary } from '../../src/summary/state/calls.ts';
import { localTime } from '../../src/text/local-time.ts';
import { localized } from '../../src/text/text.ts';
import { callText, expectedText, wrongText } from '../calls.ts';
import type { Locale } from '../messages/catalogue.ts';
import type { ReportedRun } from '../reported-run.ts';
import { suiteTitle } from '../titles.ts';
import { agreementText } from '../verdict.ts';
import { type Block, blocks, code, cut, heading, paragraph, record, table } from './block.ts';
import { decisionTable } from './decision-table.ts';
import { decisionRecord } from './record.ts';
import { firstBlocks } from './run.ts';
import { evidence, gateBlocks, reservations } from './summary.ts';

/** The verdicts of a run to commit: what it says first, the prompts, and what follows. */
export function decisionDocument(run: ReportedRun, locale: Locale): readonly Block[] {
	const words = locale.markdown;
	const { header } = run.log;
	const { model, host, target } = header;
	const { decisions, calls } = run.summary;
	const quantization = model.quantization === undefined ? '' : ` (${model.quantization})`;
	return blocks(
		heading(1, words.decision(decisions.length > 1)),
		firstBlocks(run, locale),
		paragraph(
			[
				...(target === undefined ? [] : [`${words.target}: ${target}`]),
				...(host.device === undefined ? [] : [`${words.device}: ${host.device}`]),
				`${words.model}: ${model.name}${quantization}`,
				words.run({ startedAt: localTime(header) }),
				`gemmark ${header.gemmark}`,
			].join(' · '),
		),
		model.miniature && paragraph(localized(MINIATURE_NOTICE, locale.lang), 'notice'),
		reservations(run.summary, locale),
		decisions.flatMap((decision) => decisionBlocks(run, decision, locale)),
		calls && missedCalls(calls, locale),
		run.gate && gateBlocks(run.gate, 2, locale),
		heading(2, words.repeat),
		code(header.command),
	);
}

function decisionBlocks(run: ReportedRun, summary: DecisionSummary, locale: Locale): readonly Block[] {
	return [
		heading(2, suiteTitle(summary.suite, locale)),
		...evidence(run.summary, summary, locale),
		paragraph(agreementText(summary, locale)),
		decisionTable(run, summary, locale),
		...consequence(run, summary, locale),
	];
}

const CALL_CHARS = 200;

/** The prompts whose calls are wrong. */
function missedCalls({ wrong }: CallsSummary, locale: Locale): readonly Block[] {
	if (wrong.length === 0) return [];
	const words = locale.first;
	return [
		heading(2, words.missed),
		table(
			words.missedColumns,
			wrong.map((one) => [
				cut(one.input ?? one.sampleId, CALL_CHARS),
				cut(expectedText(one.expected, locale), CALL_CHARS),
				cut(callText(one.called, locale), CALL_CHARS),
				wrongText(one, locale),
			]),
		),
	];
}

/** The record or meaning of the path; nothing without a path. */
function consequence(run: ReportedRun, summary: DecisionSummary, locale: Locale): readonly Block[] {
	const { lang } = locale;
	const { verdict } = summary.standing;
	const path = summary.decision.paths.find(({ name }) => name === verdict.path);
	if (verdict.path === undefined || path === undefined) return [];
	if (path.record !== undefined) return [record(decisionRecord(run, summary, { path, verdict, lang }))];
	const meaning = path.meaning === undefined ? '' : ` ${localized(path.meaning, lang)}`;
	return [paragraph(`${locale.markdown.path({ name: path.name, title: localized(path.title, lang) })}${meaning}`)];
}
