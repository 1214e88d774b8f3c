import { sameText } from '../../text/same-text.ts';

/**
 * How strings are compared. `korean`: text that holds Hangul is equal whatever its spacing, punctuation, particles and
 * way to write numbers ('아침 열 시에' and '아침 10시'); all else, such as ids, must be equal after NFC and trimming.
 * `spaceless`: equal but for spaces and case, as in FunctionChat-Bench. `bfcl`: BFCL's standardisation (`[ ,./\-_*^]` deleted, lower case, `'` to `"`) behind NFC.
 */
export type StringMatching = 'korean' | 'spaceless' | 'bfcl';

export function sameString(expected: string, actual: string, matching: StringMatching): boolean {
	const one = expected.normalize('NFC').trim();
	const other = actual.normalize('NFC').trim();
	if (one === other) return true;
	if (matching === 'bfcl') return standardise(one) === standardise(other);
	if (matching === 'spaceless') return withoutSpaces(one) === withoutSpaces(other);
	return hasHangul(one) && hasHangul(other) && sameText(spellHalfHours(one), spellHalfHours(other));
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

/** '일곱 시 반' is '일곱 시 30분'. */
function spellHalfHours(text: string): string {
	return text.replace(/시\s?반(?![가-힣])/g, '시 30분');
}
