import { BATCHIM, decomposeSyllable } from './hangul.ts';

/**
 * Stems joined to the past and to -아/-어 as they are mostly written: '되었다' gives '됐다', '하였다' '했다', '보았다' '봤다',
 * '마시었다' '마셨다', '되어' '돼', '나누어' '나눠'. Made for comparing two texts, not for showing one.
 */
export function contract(text: string): string {
	return text
		.replaceAll('하였', '했')
		.replaceAll('되어', '돼')
		.replace(/하여(?=[서야도]?(?![가-힣]))/g, '해')
		.replace(/보아(?=[서야도요]?(?![가-힣]))/g, '봐')
		.replace(/([가-힣]?)([가-힣])([았었])/g, (whole, before: string, stem: string, ending: string) => {
			const joined = joinedIn(before, stem, ending === '았' ? PAST_A : PAST_EO, BATCHIM.ssangsiot);
			return joined === undefined ? whole : before + joined;
		})
		.replace(/([가-힣]?)([가-힣])어(?=[서야도요]?(?![가-힣]))/g, (whole, before: string, stem: string) => {
			const joined = joinedIn(before, stem, EO, BATCHIM.none);
			return joined === undefined ? whole : before + joined;
		});
}

/** The syllable in which a stem without a final consonant is one with -아/-어: 가: 가, 마시: 셔, 하: 해. */
export function withEnding(stem: string): string | undefined {
	return stem === '하' ? '해' : joined(stem, ANY, BATCHIM.none);
}

type Vowels = Readonly<Record<number, number>>;

/** By the vowel of a stem that of both: ㅐ and ㅔ stay, ㅣ gives ㅕ, ㅗ ㅘ, ㅚ ㅙ, ㅜ ㅝ. */
const PAST_A: Vowels = { 8: 9 };
const PAST_EO: Vowels = { 1: 1, 5: 5, 11: 10, 13: 14, 20: 6 };
/** Not ㅐ and ㅔ: 제어 is control. */
const EO: Vowels = { 13: 14, 20: 6 };
const ANY: Vowels = { 0: 0, 4: 4, 6: 6, ...PAST_A, ...PAST_EO };

/** In one syllable ㅣ is left apart: '지었다' is of 짓다, '졌다' of 지다, and 피어 and 펴 are two verbs. */
function joinedIn(before: string, stem: string, vowels: Vowels, final: number): string | undefined {
	return before === '' && decomposeSyllable(stem)?.vowel === 20 ? undefined : joined(stem, vowels, final);
}

function joined(stem: string, vowels: Vowels, final: number): string | undefined {
	const letters = decomposeSyllable(stem);
	const vowel = vowels[letters?.vowel ?? -1];
	if (letters === undefined || vowel === undefined || letters.final !== BATCHIM.none) return undefined;
	return String.fromCharCode(stem.charCodeAt(0) + (vowel - letters.vowel) * 28 + final);
}
