import type { SweepCell, SweepSummary } from '../../src/summary/sweep/summarize.ts';
import { localeOf } from '../messages/catalogue.ts';
import { formatBytes, formatMs, formatShare } from '../messages/numbers.ts';
import { buildLabel, cellNote, engineLabel, formatSpan, setupColumns, sweepSentences } from '../sweep/words.ts';
import { type Colour, columnsOf, type PaintedLine, singleLine } from './text.ts';

/** A sweep on a terminal: one row a cell, then the sentence, then what is open. */
export function sweepLines(summary: SweepSummary, folder: string): readonly PaintedLine[] {
	const locale = localeOf('en');
	const { sweep: words } = locale;
	const sentences = sweepSentences(summary, locale, folder);
	const shown = summary.cells.filter(({ state }) => state !== 'refused');
	const rows = shown.map((cell) => [...cellsOf(cell, summary), singleLine(cellNote(cell, summary, locale))]);
	const { build, engine, right, turn, memory } = words.heads;
	const setup = setupColumns(summary, locale).map(({ head }) => head);
	const heads = ['', build, engine, ...setup, right.replace(/,.*/u, ''), turn, memory, ''];
	const table = [heads, ...rows];
	// A column of dashes says nothing.
	const columns = heads.map((_, column) => column).filter((column) => rows.some((row) => row[column] !== ''));
	const widths = heads.map((_, column) => Math.max(...table.map((row) => columnsOf(row[column] ?? ''))));
	const line = (row: readonly string[]): string =>
		columns
			.map((column) => padded(row[column] ?? '', widths[column] ?? 0))
			.join('  ')
			.trimEnd();
	const used = words.used(
		formatSpan(summary.usedMs),
		summary.budgetMs === undefined ? undefined : formatSpan(summary.budgetMs),
	);
	const end = summary.outcome === undefined ? [] : [words.outcome[summary.outcome]];
	return [
		...table.map((row, index): PaintedLine => ({ text: line(row), ...colourOf(shown[index - 1]) })),
		...refusedLines(summary),
		{ text: '' },
		{ text: singleLine(sentences.line), colour: 'bold' },
		...sentences.lead.map((text) => ({ text: singleLine(text) })),
		...sentences.open.map((text) => ({ text: singleLine(text) })),
		{ text: [...end, used].join(', '), colour: 'dim' },
	];
}

/** One line for each reason. */
function refusedLines({ cells }: SweepSummary): readonly PaintedLine[] {
	const { say, remedyOf, sweep: words } = localeOf('en');
	const refused = cells.filter(({ state }) => state === 'refused');
	const byReason = Map.groupBy(refused, ({ reason = '' }) =>
		[say(reason), remedyOf(reason)].filter(Boolean).join('. '),
	);
	return Array.from(byReason, ([reason, same]) => ({
		text: singleLine(words.refusedCells(same.length, reason)),
		colour: 'dim',
	}));
}

function cellsOf(cell: SweepCell, summary: SweepSummary): readonly string[] {
	const { number, engine, right, turnMs, peakBytes } = cell;
	return [
		String(number),
		singleLine(buildLabel(cell, summary.cells)),
		engineLabel(engine),
		...setupColumns(summary, localeOf('en')).map(({ of }) => of(cell)),
		right?.rate === undefined ? '' : `${right.hits}/${right.n} ${formatShare(right.rate)}`,
		turnMs === undefined ? '' : formatMs(turnMs),
		peakBytes === undefined ? '' : formatBytes(peakBytes),
	];
}

function colourOf(cell: SweepCell | undefined): { readonly colour?: Colour } {
	if (cell === undefined) return { colour: 'bold' };
	if (cell.state === 'ship') return { colour: 'green' };
	return cell.state === 'considered' ? {} : { colour: 'dim' };
}

function padded(text: string, columns: number): string {
	return text + ' '.repeat(Math.max(0, columns - columnsOf(text)));
}
