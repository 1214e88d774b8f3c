import { spreadsheetText } from '../../src/index.ts';

/** A cell; unknown is an empty cell. */
export type Cell = string | number | undefined;
export type Column<Row> = readonly [name: string, cell: (row: Row) => Cell];
/** Has the same cell in every row. */
export type FixedColumn = readonly [name: string, cell: Cell];

/**
 * A table as spreadsheets open it: UTF-8 with a byte order mark, CRLF, formulas defused by a leading apostrophe. Numbers
 * stay numbers. Written here: for what two patterns say, csv-stringify takes a fifth of the time of a long log's reports.
 */
export function tableCsv<Row>(columns: readonly (Column<Row> | FixedColumn)[], rows: readonly Row[]): string {
	const cells = columns.map(([, cell]) => (typeof cell === 'function' ? cell : cellText(cell)));
	const head = columns.map(([name]) => cellText(name)).join(',');
	const lines = rows.map((row) =>
		cells.map((cell) => (typeof cell === 'string' ? cell : cellText(cell(row)))).join(','),
	);
	return `\ufeff${[head, ...lines, ''].join('\r\n')}`;
}

/** Readers end a row at a bare line feed too. */
function cellText(cell: Cell): string {
	if (cell === undefined) return '';
	if (typeof cell === 'number') return String(cell);
	if (PLAIN.test(cell)) return cell;
	const text = spreadsheetText(cell);
	return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Most cells: nothing in them that a spreadsheet or a reader of CSV could take for more than text. */
const PLAIN = /^[\w가-힣][\w가-힣 ./:-]*$/;
