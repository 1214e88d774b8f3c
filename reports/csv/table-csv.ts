import { stringify } from 'csv-stringify/sync';

/** A cell; unknown is an empty cell. */
export type Cell = string | number | undefined;
export type Column<Row> = readonly [name: string, cell: (row: Row) => Cell];

/**
 * A table as spreadsheets open it: UTF-8 with a byte order mark, CRLF, formulas defused by a leading apostrophe. Numbers
 * stay numbers.
 */
export function tableCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
	return stringify([columns.map(([name]) => name), ...rows.map((row) => columns.map(([, cell]) => cell(row)))], {
		bom: true,
		record_delimiter: 'windows',
		escape_formulas: true,
		// It quotes by itself only what holds the whole record delimiter, but readers end a row at a bare line feed too.
		quoted_match: /[\r\n]/u,
		cast: { string: spreadsheetText },
	});
}

/** Spreadsheets skip leading blanks before they look for a formula, and stop reading at a NUL. */
function spreadsheetText(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: spreadsheets cannot hold them
	const clean = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu, '\ufffd');
	return /^\s+[=+\-@＝＋－＠]/u.test(clean) ? `'${clean}` : clean;
}
