/** Untrusted text for one terminal line: control characters would move the cursor or recolour what follows. */
export function singleLine(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose
	return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/gu, ' ').trim();
}
