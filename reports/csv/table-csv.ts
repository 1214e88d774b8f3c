import { spreadsheetText } from '../../src/index.ts';

/** A cell; unknown is an empty cell. */
export type Cell = string | number | undefined;
export type Column<Row> = readonly [name: string, cell: (row: Row) => Cell];

/**
 * A table as spreadsheets open it: UTF-8 with a byte order mark, CRLF, formulas defused by a leading apostrophe. Numbers
 * stay numbers. Written here: for what two patterns say, csv-stringify takes a fifth of the time of a long log's reports.
 */
export function tableCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
	let table = `\ufeff${columns.map(([name]) => cellText(name)).join(',')}\r\n`;
	for (const row of rows) table += `${columns.map(([, cell]) => cellText(cell(row))).join(',')}\r\n`;
	return table;
}

/** Readers end a row at a bare line feed too. */
function cellText(cell: Cell): string {
	if (cell === undefined) return '';
	if (typeof cell === 'number') return String(cell);
	const text = spreadsheetText(cell);
	return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
