/**
 * Whether a text in compact form (letters and digits) repeats itself as only a broken model does: a syllable six times
 * in a row, two or three of them five times, a longer phrase three times, or hardly any two syllables that differ.
 */
export function isDegenerate(compact: string): boolean {
	for (let period = 1; period <= LONGEST_PHRASE && period * 2 < compact.length; period += 1) {
		if (longestRun(compact, period) >= repeats(period) * period) return true;
	}
	return compact.length >= 8 && compact.length <= 80 && new Set(compact).size <= compact.length * 0.3;
}

const LONGEST_PHRASE = 40;

/** How many times a phrase must come again behind itself. */
function repeats(period: number): number {
	if (period === 1) return 5;
	return period <= 3 ? 4 : 2;
}

/** Length of the longest stretch that equals what stands `period` before it. Digits alone may repeat: 10000000. */
function longestRun(text: string, period: number): number {
	let longest = 0;
	let run = 0;
	let spoken = false;
	for (let index = period; index < text.length; index += 1) {
		if (text[index] !== text[index - period]) {
			run = 0;
			spoken = false;
			continue;
		}
		run += 1;
		spoken ||= /\p{L}/u.test(text.charAt(index)) && !LAUGHTER.test(text.charAt(index));
		if (spoken && run > longest) longest = run;
	}
	return longest;
}

/** ㅋㅋㅋㅋ and ㅠㅠㅠㅠ are typed so on purpose. */
const LAUGHTER = /[ㄱ-ㅣ]/;
