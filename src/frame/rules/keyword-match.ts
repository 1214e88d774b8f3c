import { countHangulSyllables } from '../../text/korean/hangul.ts';
import { stripParticle } from '../../text/korean/particle.ts';

/**
 * The words of a text, with and without their particles: '술을 끊고' gives 술을, 술, 끊고. There is no morphological
 * analyser. Words of one syllable stay, or '술' could never match; Latin words and numbers too (TV, SNS).
 */
export function wordTokens(text: string): ReadonlySet<string> {
	const words = splitWords(text);
	return new Set([...words, ...words.map(stripParticle)]);
}

/**
 * Size of the intersection of tokens and keywords, plus half a point for each other keyword that contains a token, or
 * is contained in one ('운동하고' and '운동'). A part counts from two Hangul syllables on: shorter ones are everywhere.
 * Of a keyword of several words every word must match; the weakest counts.
 */
export function scoreMatch(tokens: ReadonlySet<string>, keywords: readonly string[]): number {
	let score = 0;
	for (const keyword of new Set(keywords)) {
		const words = splitWords(keyword);
		if (words.length > 0) score += Math.min(...words.map((word) => scoreWord(tokens, word)));
	}
	return score;
}

function scoreWord(tokens: ReadonlySet<string>, word: string): number {
	if (tokens.has(word)) return 1;
	const partial = [...tokens].some(
		(token) => (isPart(word) && token.includes(word)) || (isPart(token) && word.includes(token)),
	);
	return partial ? 0.5 : 0;
}

function isPart(word: string): boolean {
	return countHangulSyllables(word) >= 2;
}

function splitWords(text: string): readonly string[] {
	return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
