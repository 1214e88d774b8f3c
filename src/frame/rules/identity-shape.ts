/**
 * Whether a text in NFC says who one is, the shape of an L3 frame: a sentence that ends in '... 사람이다' (사람입니다,
 * 사람이에요, 사람) or gives it as a reason (사람이라서), or one with 나는/저는 that ends in a noun and the copula (나는
 * 아침형 인간이다, 나는 러너다). 'N이 아니다' is none.
 */
export function hasIdentity(text: string): boolean {
	return text.split(/[.!?。…\n]+/u).some((sentence) => {
		const ending = lastWords(sentence);
		return PERSON.test(ending) || (SUBJECT.test(sentence) && (BECAUSE.test(sentence) || saysWhat(ending)));
	});
}

/** The end of a sentence up to its last Hangul syllable: emoji, quotes and brackets behind it do not count. */
function lastWords(sentence: string): string {
	let end = sentence.length;
	while (end > 0 && !/[가-힣]/.test(sentence.charAt(end - 1))) end -= 1;
	return sentence.slice(Math.max(0, end - 40), end);
}

const COPULA = '(?:이다|입니다|이에요|예요|이야|이죠|이지요?|이네요?|이거든요?|이란다|이니까|임)';

const PERSON: RegExp = new RegExp(`[가-힣]\\s*(?:사람|인간)${COPULA}?$`, 'u');

/** Who one is as a reason for what one does: 나는 읽는 사람이라서 책을 편다. */
const BECAUSE = /[가-힣]\s?(?:사람|인간)(?:이니까|이라서?|이므로|이기에|이기\s|이고|이며)/u;

const SUBJECT = /(?:^|[\s,'"“‘(])(?:나는|난|저는|전|내가|제가|나야말로|우리는|우린)\s/u;

function saysWhat(sentence: string): boolean {
	const last = /[가-힣]+$/u.exec(sentence)?.[0] ?? '';
	const noun = WITH_COPULA.exec(last)?.[1];
	if (noun === undefined) return AGENT.test(last) && !VERB_IN_DA.test(last);
	const head = noun || (/([가-힣]+)\s+[가-힣]+$/u.exec(sentence)?.[1] ?? '');
	return !NOT_WHO.test(head) && !VERB_IN_I.test(last);
}

const WITH_COPULA: RegExp = new RegExp(`^(.*)${COPULA}$`, 'u');

/** Nouns whose copula says what one does, wants or is at, not who one is: 할 것이다, 하는 중이다. */
const NOT_WHO =
	/(?:^|.)(?:것|거|중|편|때|뿐|예정|생각|계획|작정|마음|셈|터|참|시간|일|목표|꿈|바람|이유|차례|습관|방법|상태|기분|정도|다짐|결심|원칙|규칙|최고|전부)$/u;

/** Dictionary forms that end like noun and copula. */
const VERB_IN_I = /(?:움직|줄|높|보|쌓|모|붙|들|먹|기울|끓|섞|녹|속|죽|놓|덮|쓰|트|망설|반짝|끄덕)이다$/u;

/** A noun of a person without final consonant takes the bare 다: 러너다, 독서가다, 실천자다, 미니멀리스트다. */
const AGENT =
	/(?:[가-힣]{2,}[가자]|[가-힣](?:너|커|더|머|러|터|스트|니아|[리교]사|비게이터)|작가|부자|부모|엄마|아빠|선수|친구|동료)(?:다|야|임)$/u;

const VERB_IN_DA =
	/(?:(?:나|들어|올라|내려|돌아|걸어|살아|나아|지나|따라|찾아|다녀|건너|넘어|뛰어)가|잠자|그러|이러|건너|부러|무너|떠나)다$/u;
