import { HIDDEN } from '../../src/text/text.ts';
import type { Block, Fact } from './block.ts';

const MOST = 600;

export function markdown(blocks: readonly Block[]): string {
	return `${blocks.map(block).join('\n\n')}\n`;
}

function block(one: Block): string {
	switch (one.type) {
		case 'state':
			return `**${one.sign} ${text(one.text)}**`;
		case 'facts':
			return one.rows.map(fact).join('\n');
		case 'heading':
			return `${'#'.repeat(one.level)} ${text(one.text)}`;
		case 'paragraph':
			if (one.tone === undefined) return text(one.text);
			return one.tone === 'strong' ? `**${text(one.text)}**` : `> **${text(one.text)}**`;
		case 'code':
			return `\`\`\`\n${markdownCode(one.text)}\n\`\`\``;
		case 'record':
			return one.markdown;
		case 'list':
			return one.items.map((item) => `- ${text(item)}`).join('\n');
		case 'table':
			return markdownTable(
				one.head.map(text),
				one.rows.map((cells) => cells.map(text)),
			);
	}
}

function fact({ name, lines }: Fact): string {
	const [only, ...more] = lines.map(text);
	if (more.length === 0) return `- **${text(name)}**: ${only}`;
	return [`- **${text(name)}**:`, ...[only, ...more].map((line) => `  - ${line}`)].join('\n');
}

const text = (plain: string): string => markdownText(plain, MOST);

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
function markdownCode(text: string): string {
	return text
		.toWellFormed()
		.replace(/[`\t\r\n]/gu, ' ')
		.replace(HIDDEN, '');
}

/** Cells must be Markdown. */
function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
