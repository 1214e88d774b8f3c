import { decomposeSyllable } from './hangul.ts';

/**
 * A text in plain speech, as far as spelling tells: '마십니다' gives '마신다', '먹습니다' '먹는다', '사람입니다' and '사람이에요'
 * '사람이다', '해 주세요' '해 줘', '선생님' '선생'. Made for comparing two texts, not for showing one.
 */
export function plainSpeech(text: string): string {
	return text
		.replace(/(?:이에요|예요|입니다)(?![가-힣])/g, '이다')
		.replace(/주(?:세요|십시오|시겠어요|시겠습니까|실래요)(?![가-힣])|줘요(?![가-힣])/g, '줘')
		.replace(/([가-힣])([았었였])습니다(?![가-힣])/g, '$1$2다')
		.replace(/([가-힣])습니다(?![가-힣])/g, (_, stem: string) => (isPast(stem) ? `${stem}다` : `${stem}는다`))
		.replace(/([가-힣])니다(?![가-힣])/g, (whole, stem: string) => withNieun(stem) ?? whole)
		.replace(/(?<=[가-힣]{2})님(?=(?:[께이의은을과도]|에게|한테|께서)?(?![가-힣]))/g, '')
		.replace(/(?<=[가-힣](?:자|봐|해|와|가|줘))요(?![가-힣])/g, '');
}

function isPast(syllable: string): boolean {
	return decomposeSyllable(syllable)?.final === 20;
}

/** 십니다: 신다. Absent where the syllable does not end in ㅂ. */
function withNieun(syllable: string): string | undefined {
	if (decomposeSyllable(syllable)?.final !== 17) return undefined;
	return `${String.fromCharCode(syllable.charCodeAt(0) - 17 + 4)}다`;
}
