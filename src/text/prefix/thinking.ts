import { THOUGHT_TAG, withoutClosedThoughts } from '../thought-tag.ts';

/**
 * Whether a model's text in NFC is thinking that has leaked: a bare line `thought`, unused tokens, a tag of thoughts that no answer
 * follows or that was never opened or closed, talk of
 * 'the user' or of which tool to call, in English or Korean. Thinking between its own tokens, with an answer behind it,
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

/** A sentence that tells what the user wants, in the third person: '사용자가 ... 원한다', '유저의 요청: ...'. */
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
