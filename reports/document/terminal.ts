import { type Colour, columnsOf, type PaintedLine, singleLine } from '../terminal/text.ts';
import type { Block } from './block.ts';

/** Blocks as lines of a terminal; a table wider than so many columns has a field a line. */
export function terminalLines(
	blocks: readonly Block[],
	columns: number = Number.POSITIVE_INFINITY,
): readonly PaintedLine[] {
	return blocks.flatMap((block) => linesOf(block, columns));
}

const STATE_COLOURS = { '✓': 'green', '✕': 'red', '?': 'yellow' } as const;
const TONE_COLOURS: Readonly<Record<string, Colour>> = { strong: 'bold', notice: 'yellow' };

/** Columns of a fact's name. */
const NAME_COLUMNS = 9;

function linesOf(block: Block, columns: number): readonly PaintedLine[] {
	switch (block.type) {
		case 'state':
			return [{ text: singleLine(`${block.sign} ${block.text}`), colour: STATE_COLOURS[block.sign] }];
		case 'facts':
			return block.rows.flatMap(({ name, lines }) =>
				lines.map((line, index) => {
					const lead = index === 0 ? name : '';
					return { text: `${lead}${' '.repeat(Math.max(1, NAME_COLUMNS - columnsOf(lead)))}${singleLine(line)}` };
				}),
			);
		case 'heading':
			return [{ text: singleLine(block.text), colour: 'bold' }];
		case 'paragraph':
			return [{ text: singleLine(block.text), colour: TONE_COLOURS[block.tone ?? ''] }];
		case 'code':
			return [{ text: `  ${singleLine(block.text)}` }];
		case 'record':
			return [];
		case 'list':
			return block.items.map((item) => ({ text: `  ${singleLine(item)}` }));
		case 'table':
			return tableLines(block, columns);
	}
}

const TABLE_COLOURS = { good: 'green', dim: 'dim' } as const;

function tableLines(
	{ head, rows, tones = [] }: Extract<Block, { readonly type: 'table' }>,
	columns: number,
): readonly PaintedLine[] {
	// An empty column says nothing.
	const shown = head.flatMap((_, at) => (rows.some((cells) => (cells[at] ?? '') !== '') ? [at] : []));
	const [heads = [], ...table] = [head, ...rows].map((cells) => shown.map((at) => singleLine(cells[at] ?? '')));
	const widths = heads.map((_, at) => Math.max(...[heads, ...table].map((cells) => columnsOf(cells[at] ?? ''))));
	const colourOf = (row: number): Colour | undefined => {
		const tone = tones[row];
		return tone && TABLE_COLOURS[tone];
	};
	if (2 * widths.length + widths.reduce((sum, width) => sum + width, 0) > columns)
		return table.flatMap(([name = '', ...cells], row) => [
			{ text: `  ${name}`, colour: colourOf(row) },
			...cells.flatMap((cell, at) =>
				cell === '' ? [] : [{ text: `    ${[heads[at + 1], cell].filter(Boolean).join(': ')}`, colour: colourOf(row) }],
			),
		]);
	const line = (cells: readonly string[]): string =>
		`  ${cells.map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - columnsOf(cell))).join('  ')}`.trimEnd();
	return [
		{ text: line(heads), colour: 'bold' },
		...table.map((cells, row) => ({ text: line(cells), colour: colourOf(row) })),
	];
}
