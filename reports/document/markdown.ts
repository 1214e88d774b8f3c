import { markdownTable, markdownText } from '../markdown/text.ts';
import type { Block } from './block.ts';

const MOST = 600;

export function markdown(blocks: readonly Block[]): string {
	return `${blocks.map(block).join('\n\n')}\n`;
}

function block(one: Block): string {
	switch (one.type) {
		case 'heading':
			return `${'#'.repeat(one.level)} ${text(one.text)}`;
		case 'paragraph':
			if (one.tone === undefined) return text(one.text);
			return one.tone === 'strong' ? `**${text(one.text)}**` : `> **${text(one.text)}**`;
		case 'list':
			return one.items.map((item) => `- ${text(item)}`).join('\n');
		case 'table':
			return markdownTable(
				one.head.map(text),
				one.rows.map((cells) => cells.map(text)),
			);
	}
}

const text = (plain: string): string => markdownText(plain, MOST);
