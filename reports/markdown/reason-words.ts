import type { Lang, LocalizedText } from '../../src/index.ts';
import { ko } from '../locale/ko.ts';
import { markdownText } from './markdown-text.ts';

/** `말 없음 5건, ...`, or `empty 5, ...`: reasons or causes with their counts. Markdown. */
export function countedWords(counts: readonly { readonly word: string; readonly count: number }[]): LocalizedText {
	if (counts.length === 0) return { en: 'none', ko: '없음' };
	return {
		en: counts.map(({ word, count }) => `${markdownText(word)} ${count}`).join(', '),
		ko: counts.map(({ word, count }) => `${korean(word) ?? markdownText(word)} ${count}건`).join(', '),
	};
}

/** A reason or cause alone. Markdown. */
export function reasonWord(word: string, lang: Lang): string {
	return (lang === 'ko' ? korean(word) : undefined) ?? markdownText(word, 120);
}

/** The page's words for what gemmark's own scorers say; those of others are told as they are. */
function korean(word: string): string | undefined {
	const words: Readonly<Record<string, string>> = Object.hasOwn(ko.reasons, word) ? ko.reasons : ko.causes;
	return Object.hasOwn(words, word) ? words[word] : undefined;
}
