/** NFC, without invisible fillers, trimmed. Offsets that gemmark reports for a text count in this form. */
export function normalizeText(text: string): string {
	return text.normalize('NFC').replace(INVISIBLE, '').trim();
}

/** One line: white space of any kind (line separators and control characters included) becomes a single space. */
export function singleLine(text: string): string {
	return normalizeText(text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' '));
}

/** Letters and digits only, lower case: what is left when spacing, punctuation and emoji do not count. */
export function compactText(text: string): string {
	return text
		.normalize('NFC')
		.replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
		.toLowerCase();
}

/** Zero-width space, word joiner, byte order mark, soft hyphen, Hangul fillers. The joiners that emoji need stay. */
const INVISIBLE = /[\u200B\u2060\uFEFF\u00AD\u115F\u1160\u3164]/g;

/** An argument as a POSIX shell takes it. */
export function shellQuoted(argument: string): string {
	return /^[\w\p{L}\p{N}@%+=:,./-]+$/u.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}
