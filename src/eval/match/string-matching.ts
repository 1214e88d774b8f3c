import { sameText } from '../../text/same-text.ts';

/**
 * How strings are compared. `korean`: text that holds Hangul is equal whatever its spacing, punctuation, particles and
 * way to write numbers ('아침 열 시에' and '아침 10시'); so are a quantity with its unit ('500 mg', '500밀리그램'), a date with full
 * stops ('2026. 3. 5.') and a telephone number ('(02) 123-4567') alone. All else, such as ids, must be equal after NFC and trimming.
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
	return forPeople(one) && forPeople(other) && sameText(one, other);
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

/** Not '2026-03-05': that is written for programs, which read no other. */
function forPeople(text: string): boolean {
	return /[가-힣]/.test(text) || QUANTITY.test(text) || DATE.test(text) || TELEPHONE.test(text);
}

const QUANTITY = /^\d[\d,]{0,12}(?:\.\d{1,6})?\s?(?:km|cm|mm|m|kg|mg|g|m[lL]|[lL])$/;
const DATE = /^\d{4}\.\s?\d{1,2}\.\s?\d{1,2}\.?$/;
const TELEPHONE = /^(?:\(0\d{1,2}\)\s?|0\d{1,2}[-) ]\s?)\d{3,4}[- ]\d{4}$/;
