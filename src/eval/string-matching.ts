import { compactText } from '../text/normalize-text.ts';
import { normalizeNumerals } from '../text/numeral.ts';
import { stripParticle } from '../text/particle.ts';

/**
 * How strings are compared. `korean`: text that holds Hangul is equal whatever its spacing, punctuation, particles and
 * way to write numbers ('아침 열 시에' and '아침 10시'); all else, such as ids, must be equal after NFC and trimming.
 * `bfcl`: BFCL's standardisation (`[ ,./\-_*^]` deleted, lower case, `'` to `"`) behind NFC.
 */
export type StringMatching = 'korean' | 'bfcl';

export function sameString(expected: string, actual: string, matching: StringMatching): boolean {
	const one = expected.normalize('NFC').trim();
	const other = actual.normalize('NFC').trim();
	if (one === other) return true;
	if (matching === 'bfcl') return standardise(one) === standardise(other);
	if (!/[가-힣]/.test(one) || !/[가-힣]/.test(other)) return false;
	return compactText(one) === compactText(other) || bareWords(one) === bareWords(other);
}

function standardise(text: string): string {
	return text
		.replace(/[ ,./\-_*^]/g, '')
		.toLowerCase()
		.replaceAll("'", '"');
}

function bareWords(text: string): string {
	const numbered = normalizeNumerals(text).replace(/(\d시)\s?반(?![가-힣])/g, '$1 30분');
	const words = numbered.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
	return words.map((word) => stripParticle(word.toLowerCase())).join('');
}
