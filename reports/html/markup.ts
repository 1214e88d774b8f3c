import { formatCount } from '../messages/numbers.ts';

/** Markup that is safe to insert. Only {@link html} makes it; every string put into one is text and is escaped. */
export class Markup {
	readonly source: string;

	constructor(source: string) {
		this.source = source;
	}

	toString(): string {
		return this.source;
	}
}

/** What may stand in an {@link html} template; `undefined` and `false` insert nothing. */
export type Insert = Markup | string | number | undefined | false | readonly Insert[];

/** Template tag: the literal parts are markup, every inserted string is text, in content and in quoted attributes. */
export function html(literals: TemplateStringsArray, ...inserts: readonly Insert[]): Markup {
	let source = literals[0] ?? '';
	for (let index = 0; index < inserts.length; index += 1)
		source += markupOf(inserts[index]) + (literals[index + 1] ?? '');
	return new Markup(source);
}

function escapeText(text: string): string {
	return visibleText(text).replace(/[&<>"']/gu, (char) => ESCAPES[char] ?? char);
}

/**
 * Text that can be shown as it is: control characters as their pictures, lone surrogates as U+FFFD. Line breaks and tabs
 * stay.
 */
export function visibleText(text: string): string {
	return text
		.toWellFormed()
		.replace(/\r\n?/gu, '\n')
		.replace(CONTROLS, (char) => {
			const code = char.charCodeAt(0);
			if (code < 0x20) return String.fromCharCode(0x2400 + code);
			return code === 0x7f ? '\u2421' : '\ufffd';
		});
}

/** JSON for a script element: no `<`, so no text in it can end the element or open a comment. */
export function jsonMarkup(json: string): Markup {
	return new Markup(
		json.replace(/[<\u007f-\u009f\ufffe\uffff]/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
	);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/gu;

const ESCAPES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

function markupOf(insert: Insert): string {
	if (insert === undefined || insert === false) return '';
	if (insert instanceof Markup) return insert.source;
	if (typeof insert === 'string') return escapeText(insert);
	if (typeof insert === 'number') return String(insert);
	return insert.map(markupOf).join('');
}

const HANGUL = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/u;

/** Words of a user, model or tool: in their own direction and language, so that Hangul gets Korean glyphs everywhere. */
export function said(tag: 'span' | 'p' | 'q' | 'bdi', text: string, className = '', lang?: string): Markup {
	const language = lang ?? (HANGUL.test(text) ? 'ko' : undefined);
	const attributes = html`${className !== '' && html` class="${className}"`} dir="auto"${language !== undefined && html` lang="${language}"`}`;
	switch (tag) {
		case 'p':
			return html`<p${attributes}>${text}</p>`;
		case 'q':
			return html`<q${attributes}>${text}</q>`;
		case 'bdi':
			return html`<bdi${attributes}>${text}</bdi>`;
		case 'span':
			return html`<span${attributes}>${text}</span>`;
	}
}

/** Text cut after `most` UTF-16 units, between characters, with a word on how long it was. */
export function clipped(text: string, most: number, long: (characters: string) => string): string {
	if (text.length <= most) return text;
	return `${text
		.slice(0, most)
		.toWellFormed()
		.replace(/\ufffd$/u, '')} ${long(formatCount(text.length))}`;
}
