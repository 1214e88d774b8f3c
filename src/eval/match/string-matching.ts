import { sameText } from '../../text/same-text.ts';

/**
 * How strings are compared. `korean`: text that holds Hangul is equal whatever its spacing, punctuation, particles and
 * way to write numbers ('아침 열 시에' and '아침 10시'); all else, such as ids, must be equal after NFC and trimming.
 * `spaceless`: equal but for spaces and case, as in FunctionChat-Bench. `bfcl`: BFCL's standardisation
 * (`[ ,./\-_*^]` deleted, lower case, `'` to `"`). Both behind NFC, and neither forgives a line break, as theirs do not.
 */
export type StringMatching = 'korean' | 'spaceless' | 'bfcl';

export function sameString(expected: string, actual: string, matching: StringMatching): boolean {
	const [whole, given] = [expected.normalize('NFC'), actual.normalize('NFC')];
	if (matching === 'bfcl') return standardise(whole) === standardise(given);
	if (matching === 'spaceless') return withoutSpaces(whole) === withoutSpaces(given);
	const [one, other] = [whole.trim(), given.trim()];
	if (one === other) return true;
	return hasHangul(one) && hasHangul(other) && sameText(one, other);
}

function standardise(text: string): string {
	return text
		.replace(/[ ,./\-_*^]/g, '')
		.toLowerCase()
		.replaceAll("'", '"');
}

function withoutSpaces(text: string): string {
	return text.replaceAll(' ', '').toLowerCase();
}

function hasHangul(text: string): boolean {
	return /[가-힣]/.test(text);
}
