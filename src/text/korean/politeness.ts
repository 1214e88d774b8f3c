import { BATCHIM, decomposeSyllable } from './stem.ts';

/**
 * A text in plain speech, as far as spelling shows: '마십니다' gives '마신다', '먹습니다' '먹는다', '사람입니다' and '사람이에요'
 * '사람이다', '해 주세요' '해 줘', '읽어요' '읽어', '선생님' '선생', '되었다' '됐다'. Made for comparing two texts, not for showing one.
 */
export function plainSpeech(text: string): string {
	return contract(text)
		.replace(/(?:이에요|예요|입니다)(?![가-힣])/g, '이다')
		.replace(/주(?:세요|십시오|시겠어요|시겠습니까|실래요)(?![가-힣])|줘요(?![가-힣])/g, '줘')
		.replace(/([가-힣])습니다(?![가-힣])/g, (_, stem: string) => stated(stem))
		.replace(/([가-힣])니다(?![가-힣])/g, (whole, stem: string) => withNieun(stem) ?? whole)
		.replace(/(?<=[가-힣]{2})님(?=(?:[께이의은을과도]|에게|한테|께서)?(?![가-힣]))/g, '')
		.replace(/(?<=[가-힣][어아자가와여내게까네]|[해봐줘돼셔려져쳐겨켜펴워]|(?<![가-힣])자)요(?![가-힣])/g, '');
}

/** {@link plainSpeech} where '마셔요' gives '마신다' as '마십니다' does, '했어요' '했다', '읽어요' '읽는다'. */
export function plainStatements(text: string): string {
	return plainSpeech(
		text
			.replace(/([가-힣])[어아]요(?![가-힣])/g, (whole, stem: string) =>
				decomposeSyllable(stem)?.final === BATCHIM.none ? whole : stated(stem),
			)
			.replace(/([가-힣])요(?![가-힣])/g, (whole, contracted: string) => uncontracted(contracted) ?? whole),
	);
}

/** Whether a text asks in formal speech. */
export function isAsked(text: string): boolean {
	return /[가-힣]니까(?![가-힣])/.test(text);
}

/** {@link plainSpeech} where '먹었습니까' gives '먹었어' as '먹었어요' does, '갑니까' '가', and '학생입니까' what '학생이에요' gives. */
export function plainQuestions(text: string): string {
	return plainSpeech(
		text
			.replace(/(?:이에요|예요|입니까)(?![가-힣])/g, '이냐')
			.replace(/([가-힣])습니까(?![가-힣])/g, (_, stem: string) => stem + (isBright(stem) ? '아' : '어'))
			.replace(/([가-힣])니까(?![가-힣])/g, (whole, stem: string) => asked(stem) ?? whole)
			.replace(/([가-힣])요(?![가-힣])/g, (whole, stem: string) => (isJoined(stem) ? stem : whole)),
	);
}

/** Vowels that a stem and its ending have together: ㅏ, ㅐ, ㅓ, ㅔ, ㅕ, ㅘ, ㅙ, ㅝ. */
const JOINED: ReadonlySet<number> = new Set([0, 1, 4, 5, 6, 9, 10, 14]);

function isJoined(syllable: string): boolean {
	const letters = decomposeSyllable(syllable);
	return letters?.final === BATCHIM.none && JOINED.has(letters.vowel);
}

/** Of -아: 좋아, 많아. The past has -어: 갔어. */
function isBright(stem: string): boolean {
	const { vowel = -1, final = 0 } = decomposeSyllable(stem) ?? {};
	return final !== BATCHIM.ssangsiot && (vowel === 0 || vowel === 2 || vowel === 8);
}

/** 갑: 가, 마십: 셔, 합: 해. Absent where the syllable does not end in ㅂ. */
function asked(syllable: string): string | undefined {
	if (decomposeSyllable(syllable)?.final !== 17) return undefined;
	return withEnding(String.fromCharCode(syllable.charCodeAt(0) - 17));
}

function stated(stem: string): string {
	return decomposeSyllable(stem)?.final === BATCHIM.ssangsiot ? `${stem}다` : `${stem}는다`;
}

/** 십니다: 신다. Absent where the syllable does not end in ㅂ. */
function withNieun(syllable: string): string | undefined {
	if (decomposeSyllable(syllable)?.final !== 17) return undefined;
	return `${String.fromCharCode(syllable.charCodeAt(0) - 17 + BATCHIM.nieun)}다`;
}

/** The vowel of a stem by the one it has with -아/-어: ㅏ, ㅐ stay, ㅕ was ㅣ, ㅘ ㅗ, ㅙ ㅚ, ㅝ ㅜ. ㅓ may be of ㅡ (써, 떠). */
const STEM_VOWEL: Readonly<Record<number, number>> = { 0: 0, 1: 1, 6: 20, 9: 8, 10: 11, 14: 13 };

/** 셔: 신다, 해: 한다. Absent where spelling does not show the stem: 켜 and 펴 may be of ㅕ or ㅣ. */
function uncontracted(syllable: string): string | undefined {
	if (syllable === '해') return '한다';
	const letters = decomposeSyllable(syllable);
	const vowel = STEM_VOWEL[letters?.vowel ?? -1];
	if (letters === undefined || vowel === undefined || letters.final !== BATCHIM.none || /[켜펴]/.test(syllable)) {
		return undefined;
	}
	return `${String.fromCharCode(syllable.charCodeAt(0) + (vowel - letters.vowel) * 28 + BATCHIM.nieun)}다`;
}

/**
 * Stems joined to the past and to -아/-어 as they are mostly written: '되었다' gives '됐다', '하였다' '했다', '보았다' '봤다',
 * '마시었다' '마셨다', '되어' '돼', '나누어' '나눠'. Made for comparing two texts, not for showing one.
 */
function contract(text: string): string {
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
function withEnding(stem: string): string | undefined {
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
