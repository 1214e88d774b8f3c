import { formatCount } from '../locale/format-number.ts';
import { html, type Markup } from './markup.ts';

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
