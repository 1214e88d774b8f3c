/** Escaped for content and attributes; characters that XML 1.0 forbids become U+FFFD. */
export function xml(text: string): string {
	return (
		text
			.toWellFormed()
			// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
			.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu, '\ufffd')
			.replace(/[&<>"'\t\n\r]/gu, (char) => `&#${char.charCodeAt(0)};`)
	);
}
