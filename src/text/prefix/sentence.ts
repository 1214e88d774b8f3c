import { stemOf } from '../korean/korean-stem.ts';
import { normalizeNumerals } from '../korean/numeral.ts';

/** A word of a sentence; the stem is for comparing. */
export interface Word {
	readonly text: string;
	readonly stem: string;
}

export interface Sentence {
	readonly text: string;
	readonly words: readonly Word[];
}

/**
 * The sentences of a text in NFC, also where only an ending and no sign parts them ('알겠습니다 잠시만 기다려 주세요'), with
 * words that were written together taken apart where an ending tells. Sentences without a word are left out.
 */
export function sentencesOf(text: string): readonly Sentence[] {
	return normalizeNumerals(plainlySpelt(text))
		.replace(JOINED, '$1 ')
		.replace(FINISHED, '$1\n')
		.split(/(?<=[!?])|(?<!\d)\.|\.(?!\d)|:(?!\d)|[…~;|\n]+/u)
		.flatMap((sentence) => {
			const words = wordsOf(sentence);
			return words.length === 0 ? [] : [{ text: sentence.trim(), words }];
		});
}

function wordsOf(text: string): readonly Word[] {
	return Array.from(text.matchAll(/[가-힣]+|[\p{L}\p{M}]+|\p{N}+(?:[.,]\p{N}+)*[가-힣]*/gu), ([word]) => ({
		text: word,
		stem: stemOf(word.toLowerCase()),
	}));
}

/** Chat spelling of endings: 할께요, 알겠어용, 할게여, 알겠습니닷, 알겠슴다. */
function plainlySpelt(text: string): string {
	return (
		text
			.replace(/께(요|여|용|욤|염)?(?![가-힣])/g, (whole, polite: string | undefined) =>
				polite === undefined ? whole : '게요',
			)
			.replace(/(?<=[가-힣])(?:용|욤|욥|염|여)(?![가-힣])/g, '요')
			.replace(/니(?:닷|당|다아+)(?![가-힣])/g, '니다')
			.replace(/(?<=[다라냐자])구요(?![가-힣])/g, '고요')
			// '한번 볼게요' counts nothing.
			.replace(/(?<![가-힣])한번(?=\s)/g, '좀')
			.replace(/슴다(?![가-힣])/g, '습니다')
	);
}

/** An ending inside a run of syllables: 알겠습니다잠시만. */
const JOINED = /(니다|세요|게요|어요|아요|해요|네요|군요|잠시만요?|잠깐만요?)(?=[가-힣])(?![를을은는도가이의만요])/g;

/** A final ending, whatever follows. */
const FINISHED =
	/((?:[가-힣]{2}|\s[가-힣])?(?:니다|[어아여해려게네군죠까세예에지와]요|죠|구나|할게|볼게|둘게|줄게|릴게))(?=[\s,])/g;
