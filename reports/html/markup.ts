import { formatCount } from '../messages/numbers.ts';

/** Markup that is safe to insert, made by {@link html}. */
export class Markup {
	readonly source: string;

	constructor(source: string) {
		this.source = source;
	}
}

/** A value for an {@link html} template; `undefined` and `false` insert nothing. */
export type Insert = Markup | string | number | undefined | false | readonly Insert[];

/** Template tag: literal parts are markup; inserted strings are escaped, in content and in quoted attributes. */
export function html(literals: TemplateStringsArray, ...inserts: readonly Insert[]): Markup {
	let source = literals[0] ?? '';
	for (let index = 0; index < inserts.length; index += 1)
		source += markupOf(inserts[index]) + (literals[index + 1] ?? '');
	return new Markup(source);
}

/** Escaped, with control characters as their pictures and lone surrogates as U+FFFD; line breaks and tabs stay. */
function escapeText(text: string): string {
	return text
		.toWellFormed()
		.replace(/\r\n?/gu, '\n')
		.replace(CONTROLS, (char) => {
			const code = char.charCodeAt(0);
			if (code < 0x20) return String.fromCharCode(0x2400 + code);
			return code === 0x7f ? '\u2421' : '\ufffd';
		})
		.replace(/[&<>"']/gu, (char) => ESCAPES[char] ?? char);
}

/** JSON for a script element: without `<`, no text can end the element or open a comment. */
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

/** Words of a user, model or tool in their direction and language, so that Hangul gets Korean glyphs. */
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

/** Cuts text after `most` UTF-16 units, between characters, and adds its length. */
export function clipped(text: string, most: number, long: (characters: string) => string): string {
	if (text.length <= most) return text;
	return `${text
		.slice(0, most)
		.toWellFormed()
		.replace(/\ufffd$/u, '')} ${long(formatCount(text.length))}`;
}
