/**
 * Whether a model's text in NFC is thinking that has leaked: a bare line `thought`, unused tokens, an open `<think>`, talk of
 * 'the user' or of which tool to call, in English or Korean. Thinking between its own tokens, with an answer behind it,
 * is none.
 */
export function isThinking(text: string): boolean {
	const outside = text.replace(CLOSED, ' ');
	if (OPENED.test(outside) || ENGLISH.test(outside)) return true;
	return outside.split(/[.!?\n]+/).some(speaksOfUser);
}

/** Spans that a dialect reads as thinking, and quoted ones. */
const CLOSED = /<\|channel>[\s\S]*?(?:<channel\|>|$)|<(think(?:ing)?)>[\s\S]*?<\/\1>(?=[\s\S]{0,500}[가-힣])/gi;

/** What opens thinking: a line of its own, a tag, or a token that has no other use. */
const OPENED =
	/(?:^|\n)\s{0,8}(?:<[^<>\s]{1,30}>\s{0,8})?[*#]{0,3}\s?(?:thoughts?|thinking|thinking process|reasoning|analysis|생각|사고 과정)\s?:?[*]{0,3}[^\S\n]{0,8}(?:\n|$)|<think(?:ing)?>|<unused\d{1,4}>/i;

const ENGLISH =
	/\bthe user\b|\buser(?:'s|'s)? (?:wants?|asks?|asked|asking|said|says|requests?|requested|is asking|query|intent)\b|\b(?:i|we) (?:should|need to|must|have to|can|will) (?:call|use|respond|reply|invoke|figure|determine|find|first)\b|\blet(?:'s|'s| me| us) think\b|\b(?:thinking|thought) process\b|\bstep[- ]by[- ]step\b|\b(?:okay|ok|alright|hmm),? so (?:i|the|we)\b/i;

/** A sentence that tells what the user wants, in the third person: '사용자가 ... 원한다', '유저의 요청: ...'. */
function speaksOfUser(sentence: string): boolean {
	if (/^\s*(?:사용자|유저)의?\s*(?:요청|의도|질문|입력|발화|메시지)\s*[:은는이]/.test(sentence)) return true;
	const told = /(?:^|[\s"'(])(?:사용자|유저|이용자)(?:가|는|의|에게|께서|를)\s/.test(sentence);
	if (!told) return PLANS.test(sentence);
	// '사용자가 등록한 습관을 찾아볼게요' speaks to the user and only names one.
	return PLANS.test(sentence) || WANTING.test(sentence) || !/(?:요|니다|게|까|죠)\s*["')\]]*\s*$/.test(sentence);
}

/** Which tool to call, said to oneself. */
const PLANS =
	/(?:호출|사용|실행|써|쓰|검색|조회|확인)(?:해야|하면|하는 것이|어야)?\s?(?:겠다|한다|된다|되겠다|할 것 같다|맞다)\s*$/;

const WANTING = /(?:원하|원한|요청|물어|물었|묻고|질문|찾고 있|싶어 ?하|말했|입력했|언급)[가-힣\s]{0,12}$/;
