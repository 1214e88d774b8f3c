import { HIDDEN } from '../../src/index.ts';

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
