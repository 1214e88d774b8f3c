/** A text as a cell that no spreadsheet runs: one that opens like a formula, behind blanks or in full width too, is quoted by an apostrophe. */
export function spreadsheetText(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: spreadsheets cannot hold them, and stop reading at a NUL
	const clean = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu, '\ufffd');
	return FORMULA.test(clean) ? `'${clean}` : clean;
}

/** The text of such a cell. */
export function textOfCell(cell: string): string {
	return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}

const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r])/u;
