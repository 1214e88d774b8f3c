import { stringify } from 'csv-stringify/sync';
import { spreadsheetText } from '../../src/index.ts';

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
