/** A Hangul syllable taken apart; indices follow the Unicode order of conjoining jamo. */
interface Syllable {
	/** 0 (ㄱ) to 18 (ㅎ). */
	readonly initial: number;
	/** 0 (ㅏ) to 20 (ㅣ). */
	readonly vowel: number;
	/** 0: no final consonant; 4 is ㄴ, 8 ㄹ, 16 ㅁ, 20 ㅆ. */
	readonly final: number;
}

/** Final consonants (batchim) that Korean endings depend on, as {@link Syllable.final}. */
export const BATCHIM: {
	readonly none: 0;
	readonly nieun: 4;
	readonly rieul: 8;
	readonly mieum: 16;
	readonly ssangsiot: 20;
} = { none: 0, nieun: 4, rieul: 8, mieum: 16, ssangsiot: 20 };

/** The first character of `text` as a Hangul syllable; absent where it is none. Expects NFC. */
export function decomposeSyllable(text: string): Syllable | undefined {
	const index = (text.codePointAt(0) ?? 0) - FIRST;
	if (index < 0 || index >= COUNT) return undefined;
	return { initial: Math.floor(index / 588), vowel: Math.floor((index % 588) / 28), final: index % 28 };
}

/** Batchim of the last character; absent where that is no Hangul syllable. */
export function finalConsonant(text: string): number | undefined {
	return decomposeSyllable(text.slice(-1))?.final;
}

/** How many precomposed Hangul syllables the text holds, in NFC. */
export function countHangulSyllables(text: string): number {
	return text.normalize('NFC').match(/[가-힣]/g)?.length ?? 0;
}

const FIRST = 0xac00;
const COUNT = 11_172;

/**
 * The stem of a Korean word in NFC as conjoining letters, for comparing and not for showing: without particles, verb
 * endings, honorifics, auxiliaries and the -하- of verbs made of nouns, and with contracted vowels undone. '마셨어요',
 * '마시는군요' and '마신' have one stem, so have '피곤해요' and '피곤'. There is no lexicon behind it; short nouns may lose
 * a syllable that looks like an ending, in the same way wherever they stand. What is no Hangul stays as it is.
 */
export function stemOf(word: string): string {
	return stemsOf(word).at(-1) ?? word;
}

/** All that may be the stem: the word as each ending is taken off, the last one being {@link stemOf}. */
export function stemsOf(word: string): readonly string[] {
	// Nothing that is compared is longer than this; a hostile word costs no more than a long one.
	let stem = lettersOf(word.slice(0, 40));
	const stems = [unfold(stem)];
	for (const layer of LAYERS) {
		const rest = withoutEnding(stem, layer);
		if (rest !== stem) stems.push(unfold(rest));
		stem = rest;
	}
	return stems;
}

/** Whether two stems are of one word: equal, or the one begins with the other and is of two syllables at least. */
export function sameStem(a: string, b: string): boolean {
	if (a === b) return true;
	const [short, long] = a.length < b.length ? [a, b] : [b, a];
	return short.length >= 4 && long.startsWith(short);
}

const INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const VOWELS = 'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ';
const FINALS = ' ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ';

/** The letters of a text, one by one; what is no Hangul syllable stays as it is. */
export function lettersOf(text: string): string {
	return Array.from(text, (char) => {
		const syllable = decomposeSyllable(char);
		if (syllable === undefined) return char;
		return `${INITIALS[syllable.initial]}${VOWELS[syllable.vowel]}${FINALS.charAt(syllable.final).trim()}`;
	}).join('');
}

/** The word without its longest ending of a layer, as long as a syllable is left. */
function withoutEnding(letters: string, { endings, longest }: Layer): string {
	for (let length = Math.min(longest, letters.length - 2); length > 0; length -= 1) {
		if (!endings.has(letters.slice(-length))) continue;
		// A final consonant alone is no ending of a word of one syllable: '물' is no form of '무'.
		if (length > 1 || letters.length > 4 || letters.endsWith('ㅆ')) return letters.slice(0, -length);
	}
	return letters;
}

const UNFOLDED: Readonly<Record<string, string>> = {
	ㅐ: 'ㅡ',
	ㅏ: 'ㅡ',
	ㅓ: 'ㅡ',
	ㅕ: 'ㅣ',
	ㅘ: 'ㅗ',
	ㅝ: 'ㅜ',
	ㅙ: 'ㅚ',
};

/** Undoes the contraction of the stem's last vowel with -아/-어 (아파: 아프, 마셔: 마시), and ㅂ turned to 우 (매워: 맵). */
function unfold(stem: string): string {
	const last = stem.slice(-1);
	if (last === 'ㅂ' && stem.length > 2) return `${stem.slice(0, -1)}ㅇㅜ`;
	return `${stem.slice(0, -1)}${UNFOLDED[last] ?? last}`;
}

interface Layer {
	readonly endings: ReadonlySet<string>;
	readonly longest: number;
}

/** What may follow a stem, the outermost first; of each layer a word has one ending or none. */
const LAYERS: readonly Layer[] = [
	'요 이요',
	'은 는 이 가 을 를 과 와 도 만 에 의 로 으로 에서 에게 한테 께 께서 부터 까지 보다 처럼 마다 밖에 이나 이랑 랑 하고 쯤 정도 대로',
	[
		'요 니다 ㅂ니다 습니다 ㅂ니까 습니까 어요 아요 여요 에요 예요 예 죠 지요 지 네요 네 군요 군 구나 는군요 는군 는구나 로군요 로군',
		'ㄹ게요 ㄹ게 ㄹ께요 ㄹ께 을게요 을게 ㄹ까요 ㄹ까 을까요 을까 ㄹ래요 ㄹ래 ㄹ걸 을래요 을래 세 으세 세요 으세요 십시오 시오',
		'어 아 다 는다 ㄴ다 자 나요 ㄴ가요 은가요 는가요 거든요 대요 더라 야 잖아 라고 다고 냐고 자고 다는 라는 고요 는데요 ㄴ데요',
		'고 며 으며 면 으면 면서 으면서 서 어서 아서 니까 으니까 니 려고 으려고 러 으러 도록 게 지만 는데 은데 ㄴ데 던 던데 거나',
		'자마자 기 음 ㅁ ㄴ ㄹ 는지 ㄴ지 은지 ㄹ지 을지 어야 아야 란 싶다 길 ㄹ테니 을테니 테니 느라 자니 더니 다니 으시다니',
	].join(' '),
	'겠',
	'었 았 였 ㅆ',
	'시 으시 셔 으셔',
	'이',
	'주 줘 드리 드려 보 봐 두 둬 놓',
	'어 아 여',
	'하 해 되 돼 시키 시켜',
	'ㄴ ㄹ ㅁ',
].map(layerOf);

function layerOf(list: string): Layer {
	const endings = list.split(' ').map(lettersOf);
	return { endings: new Set(endings), longest: Math.max(...endings.map(({ length }) => length)) };
}

/** A run of Hangul syllables in a text, with what stands around it. Offsets are UTF-16 units. */
export interface KoreanWord {
	readonly text: string;
	readonly start: number;
	readonly end: number;
	/** What separates it from the word before it: white space, punctuation, digits, or nothing at the text's start. */
	readonly gap: string;
}

/** The Hangul words of a text in NFC, in order. Latin letters, digits and punctuation are gaps. */
export function koreanWords(text: string): readonly KoreanWord[] {
	const words: KoreanWord[] = [];
	let end = 0;
	for (const match of text.matchAll(/[가-힣]+/g)) {
		words.push({
			text: match[0],
			start: match.index,
			end: match.index + match[0].length,
			gap: text.slice(end, match.index),
		});
		end = match.index + match[0].length;
	}
	return words;
}
