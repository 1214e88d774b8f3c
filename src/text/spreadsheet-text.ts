/** A text as a cell that no spreadsheet runs: one that opens like a formula, behind blanks or in full width too, is quoted by an apostrophe. */
export function spreadsheetText(text: string): string {
	const clean = text.toWellFormed().replace(UNFIT, '\ufffd');
	return FORMULA.test(clean) ? `'${clean}` : clean;
}

/** The text of such a cell. */
export function textOfCell(cell: string): string {
	return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}

const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r])/u;

/** Spreadsheets cannot hold controls, stop reading at a NUL, and obey what turns the direction of text. */
const UNFIT =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
	/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;
