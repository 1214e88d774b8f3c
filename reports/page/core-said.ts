import type { Message } from '../../src/base/message.ts';
import { type CorePart, coreParts } from '../locale/core/core-text.ts';
import type { Locale } from '../locale/locale.ts';
import { html, type Markup } from './markup.ts';
import { clipped } from './said.ts';

const HANGUL = /[\uac00-\ud7af]/u;
const ENGLISH = /[a-z]{2}/iu;

/** What the core said into a log, in the reader's language; words that nobody translated are marked as English. */
export function coreSaid(text: Message | string, most: number, locale: Locale): readonly Markup[] {
	return partsSaid(coreParts(text, locale.lang), most, locale);
}

/** The same of what is translated already. */
export function partsSaid(parts: readonly CorePart[], most: number, { detail }: Locale): readonly Markup[] {
	let left = most;
	return parts.flatMap(({ text, foreign }) => {
		if (left <= 0) return [];
		const words = clipped(text, left, detail.long);
		left -= text.length;
		const lang = isEnglish(words, foreign) && html` lang="en"`;
		return [foreign ? html`<span dir="auto"${lang}>${words}</span>` : html`${words}`];
	});
}

/** Whether a text that nobody translated is to be read as English on a page of another language. */
export function isEnglish(text: string, foreign: boolean): boolean {
	return foreign && ENGLISH.test(text) && !HANGUL.test(text);
}
