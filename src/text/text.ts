import type { LocalizedText } from '../base/border.ts';
import { ConfigError } from '../base/errors.ts';
import { message } from '../base/message.ts';

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

/** A command whose arguments are {@link shellQuoted}, without these options and their values. */
export function withoutOptions(command: string, ...names: readonly string[]): string {
	const name = `(?:${names.join('|')})`;
	return command.replace(new RegExp(` (?:'${name}=[^']*'|${name}(?:=| +))(?:'[^']*'|\\\\'|[^\\s'])*`, 'gu'), '');
}

/**
 * What moves a cursor, turns the direction of text or stays invisible: controls but lines and tabs, bidi controls, zero-width
 * characters, annotation marks, tags. Joiners are none where a script or an emoji needs them.
 */
export const HIDDEN: RegExp =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
	/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\r(?!\n)|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{Script=Devanagari}]|\ufe0f)[\u200c\u200d]/gu;

/** Language of what gemmark shows to people. */
export type Lang = 'en' | 'ko';

/** The text in the language of the reader. */
export function localized(text: LocalizedText, lang: Lang): string {
	return typeof text === 'string' ? text : text[lang];
}

/** A language that somebody named, such as `en-US`: its canonical BCP 47 tag, and its base (`en`). */
interface Language {
	readonly tag: string;
	readonly base: string;
}

/** Reads a BCP 47 tag, or `any`. Throws {@link ConfigError} where it is none. */
export function readLanguage(tag: string): Language {
	const locale = readLocale(tag);
	// Longer bases are reserved but unassigned: 'english' would pass.
	if (locale === undefined || locale.language.length > 3) {
		throw new ConfigError(message('config.language', { tag }));
	}
	return { tag: locale.toString(), base: locale.language };
}

function readLocale(tag: string): Intl.Locale | undefined {
	try {
		return new Intl.Locale(tag);
	} catch {
		return undefined;
	}
}

/** A text as a cell that no spreadsheet runs: one that opens like a formula, after blanks or in full width too, is quoted by an apostrophe. */
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
