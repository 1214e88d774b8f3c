import type { ReasonCounts } from '../../src/stats/counts.ts';
import type { RunSummary } from '../../src/summary/summarize.ts';
import { HIDDEN } from '../../src/text/text.ts';
import { causeName, reasonName } from '../html/words.ts';
import type { Locale } from '../messages/catalogue.ts';
import { noticeText } from '../notices.ts';

const LINE_CHARS = 600;

/**
 * Untrusted text as one line of Markdown without markup, links, mentions or issue numbers. Must not begin a paragraph,
 * where a dash or a hash would begin a list or a heading.
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

/** Untrusted text as one line within a fence, which it cannot close. */
export function markdownCode(text: string): string {
	return text
		.toWellFormed()
		.replace(/[`\t\r\n]/gu, ' ')
		.replace(HIDDEN, '');
}

/** Cells must be Markdown. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function lineText(text: string): string {
	return markdownText(text, LINE_CHARS);
}

/** `empty 5, ...`: reasons or causes with their counts. Markdown. */
export function countedWords(counts: ReasonCounts, locale: Locale): string {
	if (counts.length === 0) return locale.markdown.none;
	return counts.map(({ reason, count }) => `${reasonWord(reason, locale)} ${count}`).join(', ');
}

/** A reason or cause. Markdown. */
export function reasonWord(word: string, locale: Locale): string {
	return markdownText(Object.hasOwn(locale.causes, word) ? causeName(word, locale) : reasonName(word, locale), 120);
}

/** Notices of a run, a Markdown paragraph each. */
export function runReservations(summary: RunSummary, locale: Locale): readonly string[] {
	return summary.notices.map((notice) => lineText(noticeText(notice, locale).join(' ')));
}
