import type { LocalizedText } from '../../src/base/border.ts';
import type { DecisionPath, Verdict } from '../../src/eval/decision.ts';
import { engineNameWithBackend } from '../../src/model/identity.ts';
import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import type { DecisionSummary } from '../../src/summary/decisions/decisions.ts';
import { unscoredCounts } from '../../src/summary/decisions/said.ts';
import { localDate } from '../../src/text/local-time.ts';
import { HIDDEN, type Lang, localized } from '../../src/text/text.ts';
import { countedReasons } from '../html/words.ts';
import { type Locale, localeOf } from '../messages/catalogue.ts';
import { formatProbability, formatShare } from '../messages/numbers.ts';
import type { ReportedRun } from '../reported-run.ts';
import { finalVerdictLine, intervalsText } from '../verdict.ts';
import { decisionTable } from './decision-table.ts';
import { markdown, markdownText } from './markdown.ts';

const COMMAND_CHARS = 4000;

type TakenVerdict = Extract<Verdict, { readonly path: string }>;

/**
 * Fills the record template of the taken path; docs/decisions-of-a-suite.md lists the placeholders. Values from model or
 * log are text, never markup.
 */
export function decisionRecord(
	run: ReportedRun,
	summary: DecisionSummary,
	{ path, verdict, lang }: { readonly path: DecisionPath; readonly verdict: TakenVerdict; readonly lang: Lang },
): string {
	return filledTemplate(path.record ?? '', {
		values: new Map(
			placeholders(run, summary, path, verdict).flatMap(([name, text]) => [
				[name, localized(text, 'en')],
				[`${name}.ko`, localized(text, 'ko')],
			]),
		),
		conditions: new Map([
			['complete', verdict.status === 'complete'],
			['truncated', verdict.status === 'truncated'],
			['borderline', verdict.certainty === 'borderline'],
			['narrow', verdict.certainty === 'narrow'],
			['hits', verdict.hits > 0],
			['reasons', summary.standing.reasons.length > 0],
			['unscored', verdict.unscored.length > 0],
			['miniature', run.log.header.model.miniature],
			['quantization', run.log.header.model.quantization !== undefined],
			['en', lang === 'en'],
			['ko', lang === 'ko'],
		]),
	});
}

function placeholders(
	run: ReportedRun,
	summary: DecisionSummary,
	path: DecisionPath,
	verdict: TakenVerdict,
): readonly (readonly [name: string, text: LocalizedText])[] {
	const { header } = run.log;
	const { model } = header;
	const complete = verdict.status === 'complete' ? verdict : undefined;
	return [
		['hits', String(verdict.hits)],
		['n', String(verdict.n)],
		['threshold', String(verdict.threshold)],
		['path', markdownText(path.name)],
		['verdict', both((locale) => markdownText(finalVerdictLine(summary, locale), 600))],
		['title', both(({ lang }) => markdownText(localized(path.title, lang)))],
		['model', markdownText(model.name)],
		['quantization', orUnknown(model.quantization)],
		['template', orUnknown(model.templateSha256?.slice(0, 12))],
		['engine', markdownText(engineNameWithBackend(header.engine))],
		['date', markdownText(localDate(header))],
		['rate', orUnknown(complete && formatShare(complete.hits / complete.n))],
		['intervals', complete === undefined ? UNKNOWN : both((locale) => markdownText(intervalsText(complete, locale)))],
		['probability', complete?.probability === undefined ? UNKNOWN : formatProbability(complete.probability)],
		[
			'reasons',
			both((locale) => markdownText(countedReasons(summary.standing.reasons, locale) || locale.markdown.none)),
		],
		[
			'unscored',
			both((locale) => markdownText(countedReasons(unscoredCounts(verdict), locale) || locale.markdown.none)),
		],
		['notice', model.miniature ? MINIATURE_NOTICE : ''],
		['command', markdownText(header.command, COMMAND_CHARS)],
		['table', markdown([decisionTable(run, summary, localeOf('en'))]).trimEnd()],
	];
}

function orUnknown(text: string | undefined): LocalizedText {
	return text === undefined ? UNKNOWN : markdownText(text);
}

function both(text: (locale: Locale) => string): LocalizedText {
	return { en: text(localeOf('en')), ko: text(localeOf('ko')) };
}

const UNKNOWN: LocalizedText = both(({ time }) => time.unknown);

interface TemplateWords {
	/** Markdown by placeholder. */
	readonly values: ReadonlyMap<string, string>;
	/** Whether the lines of a condition are shown. */
	readonly conditions: ReadonlyMap<string, boolean>;
}

const TAG = /\{\{([#/]?)([A-Za-z][A-Za-z.]{0,39})\}\}/gu;
/** Characters that values may add, so that a template that repeats its table gives a file that opens. */
const MAX_ADDED = 1_000_000;

/**
 * Fills `{{name}}`, and keeps or drops the text between `{{#name}}` and `{{/name}}`; a tag alone on its line goes with
 * its line break. One pass: values are never read as a template. Unknown and unbalanced tags stay.
 */
export function filledTemplate(template: string, { values, conditions }: TemplateWords): string {
	const text = cleanText(template);
	const out: string[] = [];
	const open: { readonly name: string; readonly place: number; readonly beginsLine: boolean }[] = [];
	let at = 0;
	let room = MAX_ADDED;
	for (const { 0: tag, 1: kind, 2: name = '', index } of text.matchAll(TAG)) {
		const end = index + tag.length;
		const beginsLine = index === 0 || text[index - 1] === '\n';
		const endsLine = end === text.length || text[end] === '\n';
		const after = beginsLine && endsLine ? end + 1 : end;
		if (kind === '') {
			const value = values.get(name);
			if (value === undefined || value.length > room) continue;
			room -= value.length;
			out.push(text.slice(at, index), value);
			at = end;
		} else if (kind === '#') {
			if (!conditions.has(name)) continue;
			out.push(text.slice(at, index));
			// The tag stays until it is closed.
			open.push({ name, place: out.push(text.slice(index, after)) - 1, beginsLine });
			at = after;
		} else {
			const opened = open.at(-1);
			if (opened?.name !== name) continue;
			open.pop();
			if (conditions.get(name) === true) {
				out.push(text.slice(at, index));
				out[opened.place] = '';
				at = after;
			} else {
				out.length = opened.place;
				at = opened.beginsLine && endsLine ? end + 1 : end;
			}
		}
	}
	return `${out.join('')}${text.slice(at)}`.trimEnd();
}

function cleanText(template: string): string {
	return template.toWellFormed().replaceAll('\r\n', '\n').replace(HIDDEN, '');
}
