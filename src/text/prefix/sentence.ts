import { normalizeNumerals } from '../korean/numeral.ts';
import { sameStem, stemOf, stemsOf } from '../korean/stem.ts';
import { readRules } from '../rules.ts';
import { compactText, normalizeText } from '../text.ts';
import rows from './sentence.rules.json' with { type: 'json' };
import { speechActOf } from './words.ts';

const RULES = readRules(rows);

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
 * words that were written together taken apart where an ending shows it. Sentences without a word are left out.
 */
export function sentencesOf(text: string): readonly Sentence[] {
	return normalizeNumerals(plainlySpelt(text))
		.replace(RULES.joined, '$1 ')
		.replace(RULES.finished, '$1\n')
		.split(RULES.sentenceEnd)
		.flatMap((sentence) => {
			const words = wordsOf(sentence);
			return words.length === 0 ? [] : [{ text: sentence.trim(), words }];
		});
}

function wordsOf(text: string): readonly Word[] {
	return Array.from(text.matchAll(RULES.word), ([word]) => ({
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
			.replace(/(?<![가-힣])한(?:번|\s번(?=\s(?:확인|조회|검색|찾아|알아|살펴)))(?=\s)/g, '좀')
			.replace(/슴다(?![가-힣])/g, '습니다')
			.replace(/체크(?=해\s?[보볼봐])/g, '확인')
	);
}

/**
 * A pure function of a text, worked out once for each of the texts that were asked for lately: prompts of a corpus come
 * again in every epoch and variant. Forgets all of them at once, so that no input makes it grow.
 */
export function oncePerText<T>(compute: (text: string) => T): (text: string) => T {
	const known = new Map<string, { readonly value: T }>();
	return (text) => {
		if (text.length > LONGEST) return compute(text);
		const before = known.get(text) ?? { value: compute(text) };
		if (known.size >= MOST) known.clear();
		known.set(text, before);
		return before.value;
	};
}

/** UTF-16 units. */
const LONGEST = 2_000;
const MOST = 1_000;

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
	/** Whether the user named the number of this word: '15개나' of '15개'. */
	readonly saysNumber: (word: string) => boolean;
	/** Whether the user said this word, in whatever form. */
	readonly said: (word: Word) => boolean;
}

export const readUserMessage: (text: string) => UserMessage = oncePerText(read);

function read(text: string): UserMessage {
	const message = normalizeText(text.slice(0, MAX_CHARACTERS)).replace(RULES.head, '');
	const compact = compactText(message);
	const sentences = sentencesOf(message);
	const stems = new Set(sentences.flatMap(({ words }) => words.map(({ stem }) => stem)));
	for (const [plain, honorific] of HONORIFICS) if (stems.has(plain)) stems.add(honorific);
	const known = [...stems];
	const numbers = new Set(sentences.flatMap(({ text: sentence }) => sentence.match(/\d+/g) ?? []));
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
		requests: RULES.request.test(compact),
		asksLeave: RULES.asksLeave.test(compact),
		announces: acts.some((act) => act === 'announces' || act === 'offers') && !asks(sentences),
		saysNumber: (word) => numbers.has(/\d+/.exec(word)?.[0] ?? ''),
		said: ({ text: word, stem }) =>
			stems.has(stem) ||
			(word.length > 1 && compact.includes(word)) ||
			stemsOf(word).some((one) => longer.has(one)) ||
			known.some((one) => sameStem(one, stem)),
	};
}

/** Whether some sentence, not only the last, asks for something to be done. */
function asks(sentences: readonly Sentence[]): boolean {
	return sentences.some(({ text }) => RULES.asksFor.test(text));
}

/** No one says more to an app; what follows is not read. */
const MAX_CHARACTERS = 2_000;

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

/**
 * How alike two texts are, 0 to 1: one minus the Levenshtein distance over the longer length, counted in characters
 * (Hangul in whole syllables) of {@link compactText}. Two texts without letters or digits are alike. Only the first
 * 500 characters of each are read, so the cost is bounded.
 */
export function similarity(a: string, b: string): number {
	const left = clip(a);
	const right = clip(b);
	const longer = Math.max(left.length, right.length);
	return longer === 0 ? 1 : 1 - levenshtein(left, right) / longer;
}

const SIMILARITY_MAX_CHARACTERS = 500;

function clip(text: string): readonly string[] {
	return Array.from(compactText(text.slice(0, 8 * SIMILARITY_MAX_CHARACTERS))).slice(0, SIMILARITY_MAX_CHARACTERS);
}

/** Wagner-Fischer with one row. */
function levenshtein(a: readonly string[], b: readonly string[]): number {
	let row = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (const [i, from] of a.entries()) {
		const next = [i + 1];
		for (const [j, to] of b.entries()) {
			const replaced = (row[j] ?? 0) + (from === to ? 0 : 1);
			next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
		}
		row = next;
	}
	return row[b.length] ?? 0;
}
