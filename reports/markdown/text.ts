import type { RunSummary } from '../../src/summary/summarize.ts';
import { HIDDEN } from '../../src/text/text.ts';
import { causeName, reasonName } from '../html/words.ts';
import type { Locale } from '../messages/catalogue.ts';
import { noticeText } from '../notices.ts';

const LINE_CHARS = 600;

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

/** A line of a report in Markdown. */
export function lineText(text: string): string {
	return markdownText(text, LINE_CHARS);
}

/** `empty 5, ...`: reasons or causes with their counts. Markdown. */
export function countedWords(
	counts: readonly { readonly word: string; readonly count: number }[],
	locale: Locale,
): string {
	if (counts.length === 0) return locale.markdown.none;
	return counts.map(({ word, count }) => `${reasonWord(word, locale)} ${count}`).join(', ');
}

/** A reason or cause alone. Markdown. */
export function reasonWord(word: string, locale: Locale): string {
	return markdownText(Object.hasOwn(locale.causes, word) ? causeName(word, locale) : reasonName(word, locale), 120);
}

/** Every reservation about a run, a Markdown paragraph each. */
export function runReservations(summary: RunSummary, locale: Locale): readonly string[] {
	return summary.notices.map((notice) => lineText(noticeText(notice, locale).join(' ')));
}
