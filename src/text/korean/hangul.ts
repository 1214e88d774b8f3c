/** A Hangul syllable taken apart; indices follow the Unicode order of conjoining jamo. */
export interface Syllable {
	/** 0 (ㄱ) to 18 (ㅎ). */
	readonly initial: number;
	/** 0 (ㅏ) to 20 (ㅣ). */
	readonly vowel: number;
	/** 0: no final consonant; 4 is ㄴ, 8 ㄹ, 16 ㅁ, 20 ㅆ. */
	readonly final: number;
}

/** Final consonants (batchim) that Korean endings depend on, as {@link Syllable.final}. */
export const BATCHIM: {
	readonly none: 0;
	readonly nieun: 4;
	readonly rieul: 8;
	readonly mieum: 16;
	readonly ssangsiot: 20;
} = { none: 0, nieun: 4, rieul: 8, mieum: 16, ssangsiot: 20 };

/** The first character of `text` as a Hangul syllable; absent where it is none. Expects NFC. */
export function decomposeSyllable(text: string): Syllable | undefined {
	const index = (text.codePointAt(0) ?? 0) - FIRST;
	if (index < 0 || index >= COUNT) return undefined;
	return { initial: Math.floor(index / 588), vowel: Math.floor((index % 588) / 28), final: index % 28 };
}

/** Batchim of the last character; absent where that is no Hangul syllable. */
export function finalConsonant(text: string): number | undefined {
	return decomposeSyllable(text.slice(-1))?.final;
}

/** How many precomposed Hangul syllables the text holds, in NFC. */
export function countHangulSyllables(text: string): number {
	return text.normalize('NFC').match(/[가-힣]/g)?.length ?? 0;
}

const FIRST = 0xac00;
const COUNT = 11_172;
