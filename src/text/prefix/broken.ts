import { readRules } from '../rules.ts';
import rows from './broken.rules.json' with { type: 'json' };
import { THOUGHT_TAG, withoutClosedThoughts } from './markup.ts';

const RULES = readRules(rows);

/**
 * Whether a text repeats itself as only a broken model does: a syllable six times in a row, a word four, two or three of them five times, a
 * longer phrase three times, every third unit twice, or hardly any two units that differ. Units are the syllables of Korean
 * in compact form (letters and digits), or words.
 */
export function isDegenerate(units: string | readonly string[]): boolean {
	if (stutters(units)) return true;
	for (let period = 1; period <= LONGEST_PHRASE && period * 2 < units.length; period += 1) {
		const length = (typeof units !== 'string' && period === 1 ? 3 : repeats(period)) * period;
		if (mayRun(units, period, length) && longestRun(units, period) >= length) return true;
	}
	return units.length >= 8 && units.length <= 80 && hasFewUnits(units);
}

/** 'the the water water', '확확인인할할게게': units that come twice, a third of all and four at least. */
function stutters(units: string | readonly string[]): boolean {
	let twice = 0;
	let near = 0;
	for (let index = 1; index < units.length; index += 1) {
		const unit = units[index] ?? '';
		if (unit === units[index - 1] && isSpoken(unit)) twice += 1;
		else if ((unit === units[index - 2] || unit === units[index - 3]) && isSpoken(unit)) near += 1;
	}
	if (typeof units === 'string' && near >= 8 && (twice + near) * 2 >= units.length) return true;
	return (twice >= 4 && twice * 3 >= units.length) || (twice >= 5 && twice * 4 >= units.length);
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
 * Whether a text is broken rather than written: replacement characters in or at a word, or in several places (one that
 * stands alone may be an emoji that a server cut), or syllables of Hangul that hardly any Korean word has.
 */
export function isGarbled(text: string): boolean {
	return RULES.replacement.test(text) || isRandomHangul(text);
}

/**
 * Whether a Korean or English text is made of pieces that no sentence holds together, as a model with broken weights writes
 * (ollama 13454, flutter_gemma 214): letters of three foreign scripts, crumbs of two of them or of Japanese, Korean particles
 * that stand alone, or nothing but articles and prepositions in a row.
 */
export function isSalad(text: string, own: 'Hangul' | 'Latin'): boolean {
	const runs = Array.from(
		text.matchAll(own === 'Hangul' ? RULES.foreignToKorean : RULES.foreignToEnglish),
		([run]) => run,
	);
	const scripts = new Set(runs.map(scriptOf));
	const crumbs = runs.filter((run) => run.length <= 2);
	if (scripts.size >= 3 || (scripts.size === 2 && crumbs.length >= 3)) return true;
	if (own === 'Latin') return RULES.functionWords.test(text);
	if ((text.match(/[가-힣]\?[가-힣]/g)?.length ?? 0) >= 3) return true;
	if (crumbs.filter((run) => /^[ぁ-ヿ]+$/.test(run)).length >= 2) return true;
	return (text.match(RULES.looseParticle)?.length ?? 0) >= 3;
}

/** Which script, roughly: Chinese and Japanese are one, others have a block of 256 characters. */
function scriptOf(run: string): number {
	const code = run.codePointAt(0) ?? 0;
	if (RULES.hanOrKana.test(run)) return 0;
	return /\p{Script=Hangul}/u.test(run) ? 1 : code >> 8;
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
	if (isOpened(outside) || RULES.theUser.test(outside) || RULES.toOneself.test(outside) || RULES.reasons.test(outside))
		return true;
	if (RULES.notes.test(outside)) return true;
	const sentences = outside.split(/[.!?\n]+/);
	if (sentences.some((sentence) => speaksOfUser(sentence) || isMonologue(sentence))) return true;
	return !/["'“‘「]/.test(outside) && sentences.filter((sentence) => /(?<!니)다\s*$/.test(sentence)).length > 1;
}

/** Whether an answer in English is thinking that has leaked. 'I need to use your location' speaks to the user. */
export function isEnglishThinking(text: string): boolean {
	const outside = withoutClosedThoughts(text);
	if (
		isOpened(outside) ||
		RULES.theUser.test(outside) ||
		RULES.choosesTool.test(outside) ||
		RULES.reasons.test(outside)
	)
		return true;
	return outside.split(/[.!?;\n]+/).some(weighsTool);
}

function isOpened(text: string): boolean {
	return THOUGHT_TAG.test(text) || RULES.opened.test(text);
}

/** A tool by its name in a sentence that announces nothing: 'this needs log_entry', 'get_streak it is'. Not 'Tool: log_entry'. */
function weighsTool(sentence: string): boolean {
	return RULES.weighsTool.test(sentence) && !RULES.announcesTool.test(sentence);
}

/**
 * What one says to oneself in the plain style, where an answer speaks to the user in a polite one: what must be done, what
 * seems to be meant, which tool fits.
 */
function isMonologue(sentence: string): boolean {
	const end = sentence.slice(-160).replace(/[^가-힣]+$/u, '');
	if (/(?:요|니다|게|까|죠)$/.test(end)) return false;
	if (RULES.must.test(end) || RULES.seems.test(end) || RULES.aRequest.test(sentence)) return true;
	return RULES.plain.test(end) && RULES.machinery.test(sentence);
}

/** A sentence about what the user wants, in the third person: '사용자가 ... 원한다', '유저의 요청: ...'. */
function speaksOfUser(sentence: string): boolean {
	if (RULES.userLabel.test(sentence)) return true;
	if (RULES.plans.test(sentence) || RULES.ofTools.test(sentence)) return true;
	if (RULES.userIntent.test(sentence)) return true;
	// '사용자가 등록한 습관을 찾아볼게요' speaks to the user and only names one.
	return (
		RULES.aboutUser.test(sentence) &&
		(RULES.wanting.test(sentence) || RULES.choosing.test(sentence) || !RULES.politeEnd.test(sentence))
	);
}
