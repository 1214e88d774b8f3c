/**
 * Whether a text repeats itself as only a broken model does: a unit six times in a row, two or three of them five times, a
 * longer phrase three times, or hardly any two units that differ. Units are the syllables of Korean in compact form (letters
 * and digits), or the words of a language in an alphabet.
 */
export function isDegenerate(units: string | readonly string[]): boolean {
	for (let period = 1; period <= LONGEST_PHRASE && period * 2 < units.length; period += 1) {
		const length = repeats(period) * period;
		if (mayRun(units, period, length) && longestRun(units, period) >= length) return true;
	}
	return units.length >= 8 && units.length <= 80 && hasFewUnits(units);
}

function hasFewUnits(units: string | readonly string[]): boolean {
	const different = new Set<string>();
	for (const unit of units) if (different.add(unit).size > units.length * 0.3) return false;
	return true;
}

const LONGEST_PHRASE = 40;

/** How many times a phrase must come again behind itself. */
function repeats(period: number): number {
	if (period === 1) return 5;
	return period <= 3 ? 4 : 2;
}

/** Whether a stretch of that length may equal what stands `period` before it: each such stretch has one of the places looked at. */
function mayRun(text: string | readonly string[], period: number, length: number): boolean {
	for (let index = period + length - 1; index < text.length; index += length) {
		if (text[index] === text[index - period]) return true;
	}
	return false;
}

/** Length of the longest stretch that equals what stands `period` before it. Digits alone may repeat: 10000000. */
function longestRun(text: string | readonly string[], period: number): number {
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
		spoken ||= isSpoken(text[index] ?? '');
		if (spoken && run > longest) longest = run;
	}
	return longest;
}

function isSpoken(unit: string): boolean {
	return /\p{L}/u.test(unit) && !LAUGHTER.test(unit);
}

/** ㅋㅋㅋㅋ and ㅠㅠㅠㅠ are typed so on purpose. */
const LAUGHTER = /[ㄱ-ㅣ]/;
