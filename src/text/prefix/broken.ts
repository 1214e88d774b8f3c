import { THOUGHT_TAG, withoutClosedThoughts } from './markup.ts';

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
	return (
		/<0x[0-9A-F]{2}>|\uFFFD[\p{L}\p{N}]|[\p{L}\p{N}]\uFFFD|\uFFFD[^\uFFFD]+\uFFFD/u.test(text) || isRandomHangul(text)
	);
}

/**
 * Whether a Korean or English text is made of pieces that no sentence holds together, as a model with broken weights writes
 * (ollama 13454, flutter_gemma 214): letters of three foreign scripts, crumbs of two of them or of Japanese, Korean particles
 * that stand alone, or nothing but articles and prepositions in a row.
 */
export function isSalad(text: string, own: 'Hangul' | 'Latin'): boolean {
	const runs = Array.from(text.matchAll(own === 'Hangul' ? FOREIGN_TO_KOREAN : FOREIGN_TO_ENGLISH), ([run]) => run);
	const scripts = new Set(runs.map(scriptOf));
	const crumbs = runs.filter((run) => run.length <= 2);
	if (scripts.size >= 3 || (scripts.size === 2 && crumbs.length >= 3)) return true;
	if (own === 'Latin') return /(?:\b(?:the|a|an|of|to|in|for|and|at|by|with|or)\s+){5}/i.test(text);
	if ((text.match(/[가-힣]\?[가-힣]/g)?.length ?? 0) >= 3) return true;
	if (crumbs.filter((run) => /^[ぁ-ヿ]+$/.test(run)).length >= 2) return true;
	return (text.match(/[가-힣]\s+(?:을|를|은|는|의|에|로|와|과|에서|으로)(?=\s|$)/g)?.length ?? 0) >= 3;
}

const FOREIGN_TO_KOREAN = /(?:(?![\p{Script=Latin}\p{Script=Hangul}ªº])\p{L}[\p{M}ー]*)+/gu;
const FOREIGN_TO_ENGLISH = /(?:(?!\p{Script=Latin})\p{L}[\p{M}ー]*)+/gu;

/** Which script, roughly: Chinese and Japanese are one, others have a block of 256 characters. */
function scriptOf(run: string): number {
	const code = run.codePointAt(0) ?? 0;
	if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(run)) return 0;
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
	if (isOpened(outside) || THE_USER.test(outside) || TO_ONESELF.test(outside) || REASONS.test(outside)) return true;
	if (NOTES.test(outside)) return true;
	const sentences = outside.split(/[.!?\n]+/);
	if (sentences.some((sentence) => speaksOfUser(sentence) || isMonologue(sentence))) return true;
	return !/["'“‘「]/.test(outside) && sentences.filter((sentence) => /(?<!니)다\s*$/.test(sentence)).length > 1;
}

/** Whether an answer in English is thinking that has leaked. 'I need to use your location' speaks to the user. */
export function isEnglishThinking(text: string): boolean {
	const outside = withoutClosedThoughts(text);
	if (isOpened(outside) || THE_USER.test(outside) || CHOOSES_TOOL.test(outside) || REASONS.test(outside)) return true;
	return outside.split(/[.!?;\n]+/).some(weighsTool);
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

/** Of the user as somebody else, of the request as a case, of tools as things to choose from, and of what to do next. */
const REASONS: RegExp = new RegExp(
	[
		String.raw`\bthey (?:want|wanted|asked|seem)\b|\bthey(?: are|['’]re) (?:asking|looking for|trying)\b|\b(?:earlier|previously),? they\b`,
		String.raw`\bthe (?:human|person|customer|speaker) (?:wants?|seems?|asks?|asked|is (?:asking|expressing|looking|requesting))\b`,
		String.raw`\bthe (?:assistant|model|bot) (?:should|must|needs|has to|will)\b`,
		String.raw`\bthis is an? (?:\w{1,20} )?(?:request|question|query)\b|\bthe (?:question|request|query|input) is (?:about|asking|for)\b`,
		String.raw`(?:^|\n)[^\S\n]{0,8}[-*#]{0,6}[^\S\n]{0,8}(?:intent|analysis|user (?:input|request|query|message|intent)|step 1)\b[^\n:]{0,20}:`,
		String.raw`\b(?:goal|plan|category)\b[^\n.]{0,60}[.\n][^\n]{0,20}\b(?:plan|params?|call)\b`,
		String.raw`(?:^|[.?!\n]\s{0,4})(?:should|must|need to|have to) \w{2,20}\b(?![^.!\n]*\?)|\bthey['’]d (?:prefer|like|want)\b|\bmy plan:`,
		String.raw`\b(?:which|what|no|a|any) (?:tool|function)s? (?:for|that|to|fits?|match|is|are|returns?|would|should|could|can)\b`,
		String.raw`\b(?:possible|available|required) (?:tools?|functions?|params?|parameters?|arguments?)\s?(?::|are|is)|\bcheck (?:the )?available (?:tools|functions)`,
		String.raw`\b(?:is|are|was|were) (?:ambiguous|unspecified|not (?:specified|mentioned|provided))\b|\brespond directly\b|\bdefault to\b`,
		String.raw`(?:^|\n)[^\S\n]{0,8}(?:tool choice|my reasoning|response plan|next step|draft|checking constraints):|\bthe best approach is\b|\bsystem prompt\b|[*([](?:thinks?|thinking|reasoning)[*)\]]`,
		String.raw`\b(?:since|if|because) they (?:mention|want|need|ask)|\bthe (?:request|question|query|message) (?:concerns|asks|relates|implies|mentions)\b|\bidentify the (?:request|intent)\b|\bcategory should be\b`,
		String.raw`\b(?:i|we)(?: am|['’]m| are|['’]re) supposed to\b|\bthe (?:tool|function) (?:requires|needs|takes|expects)\b`,
		String.raw`\b(?:i|we) need to (?:respond|reply|answer|decide|determine|identify|clarify)\b|\bno (?:tool|function)(?: call)?s? (?:is |are )?(?:needed|necessary|required)\b`,
		String.raw`\bthe (?:intent|goal|aim)(?: here)? is\b|\b(?:is there|do (?:i|we) have) an? (?:\w{1,20} )?(?:tool|function)\b|\bunclear (?:what|which|whether)\b|\bclarifying question\b|\bi should (?:first )?(?:search|check|ask|find|look|call|use)\b`,
		String.raw`,? then (?:offer|propose|suggest|summari[sz]e|respond|ask|reply)\b`,
		String.raw`\b(?:let['’]?s|let me|(?:i|we)['’]d|i would) (?:use|call|invoke) (?:the )?(?:\w{1,40}_\w{1,40}|catalog|tool|function)\b`,
	].join('|'),
	'i',
);

/** A tool by its name in a sentence that announces nothing: 'this needs log_entry', 'get_streak it is'. Not 'Tool: log_entry'. */
function weighsTool(sentence: string): boolean {
	return (
		/[a-z]{2},? `?[a-z]{1,40}_\w{1,40}`?(?![\w({:=\]])|(?:^|\s)`?[a-z]{1,40}_\w{1,40}`? (?:is|fits|takes|it is|seems|would|looks|requires|needs|returns|expects|exists)\b/i.test(
			sentence,
		) && !/\b(?:i|we)(?:['’]?ll| will| am|['’]m| can)\b|\blet me\b/i.test(sentence)
	);
}

/** Headings of notes: '의도 파악: ...', '사용자 의도 = ...', '[내부 추론]', '생각: ...'. */
const NOTES =
	/(?:^|[\n([*])\s{0,8}(?:\d{1,2}\.\s?)?(?:(?:사용자|유저)의?\s?)?(?:(?:의도|질문|요청|입력)\s?(?:파악|분석|이해|해석)|의도|추론|생각(?:\s중)?|내가\s?할\s?일|할\s?일\s?정리|사고\s?과정)\s?[:：=]|[[(](?:내부\s?)?추론[\])]/;

/**
 * What one says to oneself in the plain style, where an answer speaks to the user in a polite one: what must be done, what
 * seems to be meant, which tool fits.
 */
function isMonologue(sentence: string): boolean {
	const end = sentence.slice(-160).replace(/[^가-힣]+$/u, '');
	if (/(?:요|니다|게|까|죠)$/.test(end)) return false;
	if (MUST.test(end) || SEEMS.test(end) || A_REQUEST.test(sentence)) return true;
	return PLAIN.test(end) && MACHINERY.test(sentence);
}

const MUST = /[가-힣]야\s?(?:한다|함|겠다|된다|됨|할\s?것\s?같다|할\s?듯|지)$/;
const SEEMS =
	/(?:[게이]\s(?:맞|낫)|필요하|순서|적절하|적합하)다$|(?:좋|낫|되)겠다$|(?:가정|추정|판단|제안|권)(?:한다|하자|된다|함)$|보(?:인다|임)$|면\s(?:된다|됨)$|(?:적절|적합|타당)$|[는은을]\s?(?:걸까|건가|것일까)$|듯$|(?:해석|판단|이해|요약)된다$|겠지$|[a-z]_\w{1,60}[을를로]?\s?(?:호출|사용|실행)$|(?:것|거)\s?(?:같(?:다|음)|이다)$|듯(?:하다|함|싶다)$|(?:는|란|라는)\s?(?:뜻|의미|의도)(?:이다|다|임)$|모양이다$/;
const A_REQUEST =
	/이\s(?:질문|요청)(?:의|은)\s|(?:질문|요청|명령|문의)(?:이니|이므로|이라서|이다|임(?![가-힣]))|(?:것|거)(?:이므로|이니)\s|(?:명시|지정|언급|제공)되지\s?않|(?:모호|불분명|불명확)[하함]|(?:묻|물|요청|질문|원하|언급)[가-힣\s]{0,8}(?:음|함)$/;
const PLAIN = /다$|[가-힣](?<![인용글문숫감환])자$|[가-힣][함됨임음]$|^[함됨임음]$|(?:필요|사용)$/;
const MACHINERY =
	/\b[a-z]{1,40}_\w{1,60}|(?:도구|함수|툴|인자|매개변수|파라미터|의도|카테고리|프로토콜|쿼리)(?![가-힣]{3})/;

/** A sentence about what the user wants, in the third person: '사용자가 ... 원한다', '유저의 요청: ...'. */
function speaksOfUser(sentence: string): boolean {
	if (/^\s*(?:사용자|유저)의?\s*(?:요청|의도|질문|입력|발화|메시지)\s*[:은는이]/.test(sentence)) return true;
	if (PLANS.test(sentence) || OF_TOOLS.test(sentence)) return true;
	if (/(?:사용자|유저)의\s(?:의도|요청|발화)|(?:요청|의도|질문)[을를]\s(?:이해|파악|분석)해야/.test(sentence))
		return true;
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

/** Which tool fits, in polite words too. */
const OF_TOOLS =
	/(?:[a-z]{1,40}_\w{1,40}|도구|함수)[가이를을로]?\s(?:가장\s|더\s)?(?:적합|적절)(?!한)|[a-z]{1,40}_\w{1,40}\s?(?:함수|도구)?[가-힣]?\s[가-힣\s]{0,40}해야\s(?:합니다|해요|한다)|호출하는\s(?:것|게|일)(?:입니다|이다|이에요)/;

const CHOOSING = /(?:도구|함수|툴)[를을로]?\s(?:호출|사용|실행)해야/;

const WANTING = /(?:원하|원한|원합|바랍|요청|물어|물었|묻고|질문|찾고 있|싶어 ?하|말했|입력했|언급)[가-힣\s]{0,12}$/;
