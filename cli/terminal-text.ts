/** Untrusted text for one terminal line: control characters would move the cursor or recolour what follows. */
export function singleLine(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose
	return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/gu, ' ').trim();
}

/** The beginning of a line that fits into so many columns of a terminal, in which Hangul and emoji take two. */
export function cutToColumns(text: string, columns: number): string {
	let used = 0;
	let end = 0;
	for (const char of text) {
		used += columnsOf(char);
		if (used > columns) break;
		end += char.length;
	}
	return text.slice(0, end);
}

/** Columns of a terminal that a line takes. */
export function columnsOf(text: string): number {
	return Array.from(text).reduce((columns, char) => columns + (WIDE.test(char) ? 2 : 1), 0);
}

const WIDE =
	/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u;
