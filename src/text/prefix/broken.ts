import { THOUGHT_TAG, withoutClosedThoughts } from './markup.ts';

/**
 * Whether a text repeats itself as only a broken model does: a unit six times in a row, two or three of them five times, a
 * longer phrase three times, or hardly any two units that differ. Units are the syllables of Korean in compact form (letters
 * and digits), or the words of a language in an alphabet.
 */
export function isDegenerate(units: string | readonly string[]): boolean {
	for (let period = 1; period <= LONGEST_PHRASE && period * 2 < units.length; period += 1) {
		const length = repeats(period) * period;
		if (mayRun(units, period, length) && longestRun(units, period) >= length) return true;
	}
	return units.length >= 8 && units.length <= 80 && hasFewUnits(units);
}

function hasFewUnits(units: string | readonly string[]): boolean {
	const different = new Set<string>();
	for (const unit of units) if (different.add(unit).size > units.length * 0.3) return false;
	return true;
}

const LONGEST_PHRASE = 40;

/** How many times a phrase must come again after itself. */
function repeats(period: number): number {
	if (period === 1) return 5;
	return period <= 3 ? 4 : 2;
}

/** Whether a stretch of that length may equal what stands `period` before it: each such stretch has one of the places looked at. */
function mayRun(text: string | readonly string[], period: number, length: number): boolean {
	for (let index = period + length - 1; index < text.length; index += length) {
		if (text[index] === text[index - period]) return true;
	}
	return false;
}

/** Length of the longest stretch that equals what stands `period` before it. Digits alone may repeat: 10000000. */
function longestRun(text: string | readonly string[], period: number): number {
	let longest = 0;
	let run = 0;
	let spoken = false;
	for (let index = period; index < text.length; index += 1) {
		if (text[index] !== text[index - period]) {
			run = 0;
			spoken = false;
			continue;
		}
		run += 1;
		spoken ||= isSpoken(text[index] ?? '');
		if (spoken && run > longest) longest = run;
	}
	return longest;
}

function isSpoken(unit: string): boolean {
	return /\p{L}/u.test(unit) && !LAUGHTER.test(unit);
}

/** ㅋㅋㅋㅋ and ㅠㅠㅠㅠ are typed so on purpose. */
const LAUGHTER = /[ㄱ-ㅣ]/;

/**
 * Whether a text is broken rather than written: replacement characters inside a word or in several places (one at the end
 * may be an emoji that a server cut), or syllables of Hangul that hardly any Korean word has.
 */
export function isGarbled(text: string): boolean {
	return /\uFFFD[\p{L}\p{N}]|\uFFFD[^\uFFFD]+\uFFFD/u.test(text) || isRandomHangul(text);
}

/** Words such as 뷁 and 펲시 are written; several of them in a short text are not. */
const RARE_AT_LEAST = 4;

function isRandomHangul(text: string): boolean {
	const syllables = text.match(/[가-힣]/gu) ?? [];
	// Few texts come this far: the table is made for those alone.
	if (syllables.length < RARE_AT_LEAST) return false;
	common ??= commonSyllables();
	const rare = syllables.filter((syllable) => common?.has(syllable) === false).length;
	return rare >= RARE_AT_LEAST && rare * 3 >= syllables.length;
}

let common: ReadonlySet<string> | undefined;

/** The 2350 syllables of KS X 1001, by their bytes in EUC-KR: rows 0xB0 to 0xC8, cells 0xA1 to 0xFE. */
function commonSyllables(): ReadonlySet<string> {
	const bytes: number[] = [];
	for (let row = 0xb0; row <= 0xc8; row += 1) {
		for (let cell = 0xa1; cell <= 0xfe; cell += 1) bytes.push(row, cell);
	}
	return new Set(new TextDecoder('euc-kr').decode(Uint8Array.from(bytes)));
}

/**
 * Whether a model's text in NFC is thinking that has leaked: a bare line `thought`, unused tokens, a tag of thoughts that no answer
 * follows or that was never opened or closed, talk of
 * 'the user' or of which tool to call, in English or Korean. Thinking between its own tokens, with an answer after it,
 * is none.
 */
export function isThinking(text: string): boolean {
	const outside = withoutClosedThoughts(text);
	if (isOpened(outside) || THE_USER.test(outside) || TO_ONESELF.test(outside)) return true;
	return outside.split(/[.!?\n]+/).some(speaksOfUser);
}

/** Whether an answer in English is thinking that has leaked. 'I need to use your location' speaks to the user. */
export function isEnglishThinking(text: string): boolean {
	const outside = withoutClosedThoughts(text);
	return isOpened(outside) || THE_USER.test(outside) || CHOOSES_TOOL.test(outside);
}

function isOpened(text: string): boolean {
	return THOUGHT_TAG.test(text) || OPENED.test(text);
}

/** What else opens thinking: a line of its own, a label, a channel, or a token that has no other use. */
const OPENED =
	/(?:^|\n)\s{0,8}(?:<[^<>\s]{1,30}>\s{0,8})?[*#]{0,3}\s?(?:thoughts?|thinking|thinking process|reasoning|analysis|생각|사고 과정)\s?:?[*]{0,3}[^\S\n]{0,8}(?:\n|$)|(?:^|\n)\s{0,8}(?:thoughts?|thinking|reasoning|chain of thought)\s?:|<unused\d{1,4}>|<\|channel\|>\s?(?:analysis|commentary|thought|thinking|reasoning)/i;

const THE_USER =
	/\bthe user\b(?!['’]?s? (?:manual|guide|name|id|agreement)\b)|\buser(?:'s|’s)? (?:wants?|asks?|asked|asking|said|says|requests?|requested|is asking|query|intent)\b|\b(?:thinking|thought) process\b/i;

/** English said to oneself, which in an answer in another language can be nothing else. */
const TO_ONESELF =
	/\b(?:i|we) (?:should|need to|must|have to) (?:call|use|respond|reply|invoke|figure|determine|first)\b|\blet(?:'s|’s| me| us) think\b|\bstep[- ]by[- ]step\b|\b(?:okay|ok|alright|hmm),? so (?:i|the|we)\b/i;

/** In English itself only where a tool is spoken of. */
const CHOOSES_TOOL =
	/\b(?:i|we) (?:should|need to|must|have to) (?:call|use|invoke) (?:the |a )?(?:\w{1,40} )?(?:tool|function|\w{1,40}_\w{1,40})\b/i;

/** A sentence about what the user wants, in the third person: '사용자가 ... 원한다', '유저의 요청: ...'. */
function speaksOfUser(sentence: string): boolean {
	if (/^\s*(?:사용자|유저)의?\s*(?:요청|의도|질문|입력|발화|메시지)\s*[:은는이]/.test(sentence)) return true;
	if (PLANS.test(sentence)) return true;
	// '사용자가 등록한 습관을 찾아볼게요' speaks to the user and only names one.
	return (
		ABOUT_USER.test(sentence) &&
		(WANTING.test(sentence) || CHOOSING.test(sentence) || !/(?:요|니다|게|까|죠)\s*["')\]]*\s*$/.test(sentence))
	);
}

const ABOUT_USER = /(?:^|[\s"'(])(?:사용자|유저|이용자)(?:가|는|의|에게|께서|를)\s/;

/** Which tool to call, said to oneself. */
const PLANS =
	/(?:호출|검색|조회|사용|실행|확인)(?:해야|하면|하는 것이)\s?(?:하|한다|겠다|되겠다|된다|할 것|맞다|함)|(?:찾아|써)야\s?(?:한다|겠다|함)\s*$|(?:도구|함수|카테고리)[를을로]?\s(?:호출|사용|실행|검색)(?:한다|함)\s*$/;

const CHOOSING = /(?:도구|함수|툴)[를을로]?\s(?:호출|사용|실행)해야/;

const WANTING = /(?:원하|원한|요청|물어|물었|묻고|질문|찾고 있|싶어 ?하|말했|입력했|언급)[가-힣\s]{0,12}$/;
