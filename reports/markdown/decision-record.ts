import {
	type DecisionPath,
	type DecisionSummary,
	engineNameWithBackend,
	type Lang,
	type LocalizedText,
	type Log,
	localized,
	MINIATURE_NOTICE,
	type Verdict,
} from '../../src/index.ts';
import { formatProbability, formatShare } from '../locale/format-number.ts';
import { decisionTable } from './decision-table.ts';
import { intervalsText } from './evidence-text.ts';
import { markdownText } from './markdown-text.ts';
import { countedWords } from './reason-words.ts';
import { filledTemplate } from './record-template.ts';

const COMMAND_CHARS = 4000;

/** A verdict that takes a path. */
export type TakenVerdict = Extract<Verdict, { readonly path: string }>;

/**
 * The record of the path that is taken, from its template; docs/decisions-of-a-suite.md lists the placeholders. What
 * comes from model or log is text in it, never markup.
 */
export function decisionRecord(
	log: Log,
	summary: DecisionSummary,
	{ path, verdict, lang }: { readonly path: DecisionPath; readonly verdict: TakenVerdict; readonly lang: Lang },
): string {
	return filledTemplate(path.record ?? '', {
		values: new Map(
			placeholders(log, summary, path, verdict).flatMap(([name, text]) => [
				[name, localized(text, 'en')],
				[`${name}.ko`, localized(text, 'ko')],
			]),
		),
		conditions: new Map([
			['complete', verdict.status === 'complete'],
			['truncated', verdict.status === 'truncated'],
			['greyZone', verdict.greyZone],
			['hits', verdict.hits > 0],
			['reasons', summary.reasons.length > 0],
			['unscored', verdict.unscored.length > 0],
			['miniature', log.header.model.miniature],
			['quantization', log.header.model.quantization !== undefined],
			['en', lang === 'en'],
			['ko', lang === 'ko'],
		]),
	});
}

function placeholders(
	log: Log,
	summary: DecisionSummary,
	path: DecisionPath,
	verdict: TakenVerdict,
): readonly (readonly [name: string, text: LocalizedText])[] {
	const { header } = log;
	const { model } = header;
	const complete = verdict.status === 'complete' ? verdict : undefined;
	return [
		['hits', String(verdict.hits)],
		['n', String(verdict.n)],
		['threshold', String(verdict.threshold)],
		['path', markdownText(path.name)],
		['title', { en: markdownText(localized(path.title, 'en')), ko: markdownText(localized(path.title, 'ko')) }],
		['model', markdownText(model.name)],
		['quantization', told(model.quantization)],
		['template', told(model.templateSha256?.slice(0, 12))],
		['engine', markdownText(engineNameWithBackend(header.engine))],
		['date', markdownText(header.startedAt.slice(0, 10))],
		['rate', told(complete && `${formatShare(complete.hits / complete.n)} %`)],
		['intervals', complete ? { en: intervalsText(complete, 'en'), ko: intervalsText(complete, 'ko') } : UNKNOWN],
		['probability', complete?.probability === undefined ? UNKNOWN : formatProbability(complete.probability)],
		['reasons', countedWords(summary.reasons.map(({ reason, count }) => ({ word: reason, count })))],
		['unscored', countedWords(verdict.unscored.map(({ cause, count }) => ({ word: cause, count })))],
		['notice', model.miniature ? { en: MINIATURE_NOTICE.en, ko: MINIATURE_NOTICE.ko } : ''],
		['command', markdownText(header.command, COMMAND_CHARS)],
		['table', decisionTable(log, summary)],
	];
}

function told(text: string | undefined): LocalizedText {
	return text === undefined ? UNKNOWN : markdownText(text);
}

const UNKNOWN: LocalizedText = { en: 'unknown', ko: '알 수 없음' };
