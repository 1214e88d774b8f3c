import { isRounded, type Loss } from '../../../json/read-losses.ts';

const SPACE = /[ \t\r\n]*/y;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** A place in a text, and the ways to read on from it. Patterns must be sticky. */
export class TextCursor {
	at = 0;
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}

	get next(): string {
		return this.text[this.at] ?? '';
	}

	takes(literal: string): boolean {
		if (!this.text.startsWith(literal, this.at)) return false;
		this.at += literal.length;
		return true;
	}

	pattern(pattern: RegExp): string | undefined {
		pattern.lastIndex = this.at;
		const match = pattern.exec(this.text)?.[0];
		if (match !== undefined) this.at += match.length;
		return match;
	}

	space(): void {
		this.pattern(SPACE);
	}

	/** A number as JSON writes it; undefined, also for one that is not finite. One that no double holds is noted in `losses`. */
	number(pattern: RegExp, losses: { add(loss: Loss): unknown }): number | undefined {
		const written = this.pattern(pattern);
		if (written === undefined || !Number.isFinite(Number(written))) return undefined;
		if (isRounded(written)) losses.add('rounded-number');
		return Number(written);
	}

	/**
	 * A string between these marks; undefined when it does not end. Where one backslash escapes nothing that JSON or
	 * Python knows (`'\s+'`, `"C:\users"`), none in the string is an escape but those before a mark.
	 */
	quoted(mark: string): string | undefined {
		let [content, literal, known] = ['', '', true];
		for (let at = this.at + 1; at < this.text.length; at++) {
			const character = this.text[at] ?? '';
			if (character === mark) {
				this.at = at + 1;
				return known ? content : literal;
			}
			if (character !== '\\') {
				content += character;
				literal += character;
				continue;
			}
			const escaped = readEscape(this.text, at);
			content += escaped.character;
			literal += this.text[at + 1] === mark ? mark : this.text.slice(at, at + escaped.length);
			known &&= escaped.known;
			at += escaped.length - 1;
		}
		return undefined;
	}

	/** Items up to the closing literal, commas between them and, where allowed, behind the last. */
	items(close: string, item: () => boolean, trailingComma: boolean): boolean {
		this.space();
		if (this.takes(close)) return true;
		for (;;) {
			this.space();
			if (!item()) return false;
			this.space();
			if (this.takes(close)) return true;
			if (!this.takes(',')) return false;
			this.space();
			if (trailingComma && this.takes(close)) return true;
		}
	}
}

/** One escape of JSON or Python at a backslash: `\n`, `\u00e9`, `\"`. Before a sign it stands for the sign. */
function readEscape(
	text: string,
	at: number,
): { readonly character: string; readonly length: number; readonly known: boolean } {
	const letter = text[at + 1] ?? '';
	const code = /^[0-9a-fA-F]{4}$/.exec(text.slice(at + 2, at + 6))?.[0];
	if (letter === 'u' && code !== undefined) {
		return { character: String.fromCharCode(Number.parseInt(code, 16)), length: 6, known: true };
	}
	const known = Object.hasOwn(ESCAPES, letter) || !/[\p{L}\p{N}]/u.test(letter);
	return { character: ESCAPES[letter] ?? letter, length: 2, known };
}
