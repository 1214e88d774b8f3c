import { counted } from '../../src/base/message.ts';
import type { Verdict } from '../../src/eval/decision.ts';
import type { Log } from '../../src/log/record.ts';
import type { DecisionSummary } from '../../src/summary/decisions.ts';
import { ownFailures } from '../../src/summary/failures.ts';
import { samplingNote } from '../../src/summary/summarize.ts';
import { HIDDEN, type Lang, type LocalizedText, localized } from '../../src/text/text.ts';
import { deviceLines } from '../device-lines.ts';
import { coreText } from '../locale/core/core-text.ts';
import { formatProbability, formatShare } from '../locale/format-number.ts';
import { formatShareRange } from '../locale/format-range.ts';
import { ko } from '../locale/ko.ts';
import { localeOf } from '../locale/locale.ts';
import type { MarkdownLocale } from '../locale/markdown-locale.ts';
import { progressOf } from '../locale/progress.ts';
import { ownFailureLocale } from '../locale/sections/own-failure-locale.ts';
import { runWarnings } from '../run-warnings.ts';

/**
 * Text of people and models as one line of Markdown that means nothing but itself: no markup, links, mentions or issue
 * numbers. It must not open a paragraph of its own, where a dash or a hash would begin a list or a heading.
 */
export function markdownText(text: string, most = 300): string {
	const cut = text.length > most ? `${text.slice(0, most)}…` : text;
	return (
		cut
			.toWellFormed()
			// biome-ignore lint/suspicious/noControlCharactersInRegex: they have no place in Markdown
			.replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/gu, ' ')
			.replace(HIDDEN, '')
			.trim()
			.replace(/[\\`*{}[\]|~$]|(?<!\w)_|_(?!\w)/gu, '\\$&')
			.replace(/[&<>@]|:(?=\/\/)|(?<=\bwww)\.|#(?=\d)/giu, (sign) => `&#${sign.charCodeAt(0)};`)
	);
}

/** Text of people and models as one line within a fence, which it cannot close. */
export function markdownCode(text: string): string {
	return text
		.toWellFormed()
		.replace(/[`\t\r\n]/gu, ' ')
		.replace(HIDDEN, '');
}

/** A table; cells must be Markdown already. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** `말 없음 5건, ...`, or `empty 5, ...`: reasons or causes with their counts. Markdown. */
export function countedWords(counts: readonly { readonly word: string; readonly count: number }[]): LocalizedText {
	if (counts.length === 0) return { en: 'none', ko: '없음' };
	return {
		en: counts.map(({ word, count }) => `${markdownText(word)} ${count}`).join(', '),
		ko: counts.map(({ word, count }) => `${korean(word) ?? markdownText(word)} ${count}건`).join(', '),
	};
}

/** A reason or cause alone. Markdown. */
export function reasonWord(word: string, lang: Lang): string {
	return (lang === 'ko' ? korean(word) : undefined) ?? markdownText(word, 120);
}

/** The page's words for what gemmark's own scorers say; those of others are told as they are. */
function korean(word: string): string | undefined {
	const words: Readonly<Record<string, string>> = Object.hasOwn(ko.reasons, word) ? ko.reasons : ko.causes;
	return Object.hasOwn(words, word) ? words[word] : undefined;
}

/** `46.7 %; 95 % Wilson 24.8–69.9 %, ...`: what a verdict over every prompt rests on. */
export function evidenceText(
	{ threshold }: DecisionSummary['decision'],
	verdict: Verdict,
	words: MarkdownLocale,
): string | undefined {
	if (verdict.status !== 'complete') return undefined;
	const { hits, n, probability } = verdict;
	return words.evidence({
		rate: `${formatShare(hits / n)} %`,
		intervals: intervalsText(verdict, words.lang),
		threshold: `${threshold.hits}/${threshold.of}`,
		probability: probability === undefined ? undefined : formatProbability(probability),
	});
}

/** Both intervals, such as `Wilson 24.8–69.9 %, Clopper-Pearson 21.3–73.4 %`. */
export function intervalsText(
	{ wilson, clopperPearson }: Extract<Verdict, { status: 'complete' }>,
	lang: Lang,
): string {
	return markdownText(
		`Wilson ${formatShareRange(wilson, lang)}, Clopper-Pearson ${formatShareRange(clopperPearson, lang)}`,
	);
}

const WARNING_CHARS = 600;

/** What limits everything that a run says, a Markdown paragraph each. */
export function runReservations(log: Log, decisions: readonly DecisionSummary[], lang: Lang): readonly string[] {
	const { notice } = ko;
	const said = (english: string, korean: readonly string[]): string => (lang === 'ko' ? korean.join(' ') : english);
	const outcome = log.footer?.outcome;
	const lines = runWarnings(log.header, lang).map((parts) => {
		const text = markdownText(parts.map((part) => part.text).join(''), WARNING_CHARS);
		return said(`Warning: ${text}`, [notice.warning, text]);
	});
	const greedy = decisions.length === 0 ? undefined : samplingNote(log);
	if (greedy !== undefined) lines.push(said(`Note: ${localized(greedy, 'en')}.`, [localized(greedy, 'ko')]));
	const { timingsNotComparable } = log.header.engine;
	if (timingsNotComparable !== undefined) {
		const why = coreText(timingsNotComparable, lang);
		lines.push(markdownText(`${localeOf(lang).notice.notComparable} ${why}`, WARNING_CHARS));
	}
	lines.push(...deviceLines(log, lang).map((line) => markdownText(line, WARNING_CHARS)));
	if (log.damaged !== undefined) {
		const { line, problem } = log.damaged;
		const text = markdownText(coreText(problem, lang));
		const korean = [...notice.damaged(line), `${text}.`];
		lines.push(said(`The log is damaged: its last line (${line}) was left out, ${text}.`, korean));
	}
	if (outcome === undefined)
		lines.push(said('The run has not ended: it is under way, or was killed.', notice.cutShort));
	else if (outcome !== 'complete') lines.push(said(`The run ended early: ${outcome}.`, notice[outcome]));
	for (const { kind, said: why } of log.failures) {
		const text = `(${markdownText(kind)}): ${markdownText(coreText(why, lang))}`;
		lines.push(`${localeOf(lang).notice.failure} ${text}`);
	}
	const own = ownFailureLocale[lang];
	for (const failure of ownFailures(log)) {
		const more = failure.otherWays === 0 ? '' : `; ${own.otherWays(failure.otherWays)}`;
		const text = `${own.title(failure)} ${coreText(failure.said, lang)}${more}`;
		lines.push(markdownText(text, WARNING_CHARS));
	}
	const { done, planned } = progressOf(log, decisions);
	if (done < planned) {
		lines.push(
			said(`Incomplete: ${done} of ${counted(planned, 'planned sample')}.`, notice.partial(`${done}`, `${planned}`)),
		);
	}
	return lines;
}
