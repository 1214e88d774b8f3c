import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDegenerate } from './broken.ts';

const syllables = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
	fc.string({ unit: fc.constantFrom(...'가나다라마바사아자차카타파하오늘물을마셔요'), minLength, maxLength });

describe('isDegenerate', () => {
	it('finds a phrase that comes three times in a row, wherever it stands', () => {
		fc.assert(
			fc.property(syllables(0, 30), syllables(4, 40), syllables(0, 30), (before, phrase, after) => {
				expect(isDegenerate(before + phrase.repeat(3) + after)).toBe(true);
			}),
		);
	});

	it('finds a word in five and a syllable in six', () => {
		fc.assert(
			fc.property(syllables(0, 20), syllables(2, 3), syllables(0, 20), (before, word, after) => {
				expect(isDegenerate(before + word.repeat(5) + after)).toBe(true);
				expect(isDegenerate(`${before}${'물'.repeat(6)}${after}`)).toBe(true);
			}),
		);
	});

	it('takes digits and laughter that repeat for what they are', () => {
		expect(isDegenerate('오늘은10000000걸음걸었어요')).toBe(false);
		expect(isDegenerate('그거참재밌네요ㅋㅋㅋㅋㅋㅋㅋ')).toBe(false);
	});
});
