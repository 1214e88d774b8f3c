import { sameStem, stemOf, stemsOf } from '../korean/korean-stem.ts';
import { speechActOf } from '../korean/speech-act.ts';
import { compactText, normalizeText } from '../normalize-text.ts';
import { oncePerText } from '../once-per-text.ts';
import { type Sentence, sentencesOf, type Word } from './sentence.ts';

/** What the user said, made ready for telling what a model only gives back. */
export interface UserMessage {
	/** Without what the app wrote before it, as `compactText`. */
	readonly compact: string;
	/** With it, as `compactText`. */
	readonly whole: string;
	/** Whether the user asks for something to be done. */
	readonly requests: boolean;
	/** Whether the user asks if something may be done. */
	readonly asksLeave: boolean;
	/** Whether the user announces or proposes an act and asks for none, so that the same ending in the answer may be an echo. */
	readonly announces: boolean;
	/** Whether the user said this word, in whatever form. */
	readonly said: (word: Word) => boolean;
}

export const readUserMessage: (text: string) => UserMessage = oncePerText(read);

function read(text: string): UserMessage {
	const message = normalizeText(text.slice(0, MAX_CHARACTERS)).replace(HEAD, '');
	const compact = compactText(message);
	const sentences = sentencesOf(message);
	const stems = new Set(sentences.flatMap(({ words }) => words.map(({ stem }) => stem)));
	for (const [plain, honorific] of HONORIFICS) if (stems.has(plain)) stems.add(honorific);
	const known = [...stems];
	// A syllable that looked like an ending may be one or not: '처지는' and '처져' meet at '처지'.
	const longer = new Set(
		sentences.flatMap(({ words }) =>
			words.flatMap(({ text: word }) => stemsOf(word).filter(({ length }) => length >= 4)),
		),
	);
	const acts = sentences.map((sentence) => speechActOf(sentence.text));
	return {
		compact,
		whole: compactText(text),
		requests: REQUEST.test(compact),
		asksLeave: /도(?:돼요?|되나요?|될까요?|됩니까|괜찮[가-힣]{1,3})$/.test(compact),
		announces: acts.some((act) => act === 'announces' || act === 'offers') && !asks(sentences),
		said: ({ text: word, stem }) =>
			stems.has(stem) ||
			(word.length > 1 && compact.includes(word)) ||
			stemsOf(word).some((one) => longer.has(one)) ||
			known.some((one) => sameStem(one, stem)),
	};
}

/** Whether some sentence, not only the last, asks for something to be done. */
function asks(sentences: readonly Sentence[]): boolean {
	return sentences.some(({ text }) => /주세요|줘요?[.!~?\s]*$|줄래요?|주[시실][가-힣]{1,5}|부탁/.test(text));
}

/** No one says more to an app; what follows is not read. */
const MAX_CHARACTERS = 2_000;

/** '[프로토콜 sleep-3 · 침실 서늘하게 하기] ' comes from the card that the user tapped. */
const HEAD = /^\s*\[[^\]\n]{0,200}\]\s*/;

/** Ends of requests, in compact form. */
const REQUEST =
	/(?:주세요|줘요?|줄래요?|주라|주시[가-힣]{1,5}|부탁[가-힣]{0,5}|[하켜꺼놔봐둬려어아해]|틀어|세요|십시오)$/;

/** Words that have another stem when one speaks of somebody honoured. */
const HONORIFICS: readonly (readonly [plain: string, honorific: string])[] = (
	[
		['먹다', '드시다'],
		['마시다', '드시다'],
		['자다', '주무시다'],
		['아프다', '편찮다'],
		['생일', '생신'],
		['집', '댁'],
		['이름', '성함'],
		['나이', '연세'],
		['주다', '드리다'],
	] as const
).map(([plain, honorific]) => [stemOf(plain), stemOf(honorific)]);
