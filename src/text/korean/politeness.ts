import { contract, withEnding } from './contraction.ts';
import { BATCHIM, decomposeSyllable } from './hangul.ts';

/**
 * A text in plain speech, as far as spelling tells: '마십니다' gives '마신다', '먹습니다' '먹는다', '사람입니다' and '사람이에요'
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

/** 셔: 신다, 해: 한다. Absent where spelling does not tell the stem: 켜 and 펴 may be of ㅕ or ㅣ. */
function uncontracted(syllable: string): string | undefined {
	if (syllable === '해') return '한다';
	const letters = decomposeSyllable(syllable);
	const vowel = STEM_VOWEL[letters?.vowel ?? -1];
	if (letters === undefined || vowel === undefined || letters.final !== BATCHIM.none || /[켜펴]/.test(syllable)) {
		return undefined;
	}
	return `${String.fromCharCode(syllable.charCodeAt(0) + (vowel - letters.vowel) * 28 + BATCHIM.nieun)}다`;
}
