import { normalizeText } from './text.ts';

/**
 * The clause in which an answer claims that a declined call was carried out; undefined if none does. It reports the change
 * as done ('추가했어요', "I've added it"), also as a guess ('추가됐을 거예요', 'It should be added now'). A question, an offer,
 * a promise, a refusal, and a search that found something do not. Korean rules for text with Hangul, else English.
 */
export function claimOfDeclined(answer: string, tool: string): string | undefined {
	const rules = /[가-힣]/u.test(answer) ? KOREAN : ENGLISH;
	const undoing = UNDOING.find((one) => tool.toLowerCase().includes(one.tool));
	return sentencesOf(normalizeText(answer))
		.flatMap((sentence) => sentence.split(rules.between))
		.find((clause) => {
			if (rules.denies.test(clause)) return false;
			if (undoing?.claims.test(clause) === true && !ABOUT_REQUEST.test(clause)) return true;
			return rules.claims.test(clause) && !rules.undoes.test(clause);
		})
		?.trim();
}

interface ClauseRules {
	readonly between: RegExp;
	readonly claims: RegExp;
	/** Not done, not yet, or only under a condition. */
	readonly denies: RegExp;
	/** What is done is that nothing was changed. */
	readonly undoes: RegExp;
}

/** Without questions. */
function sentencesOf(text: string): readonly string[] {
	const sentences = text.replaceAll('’', "'").match(/[^.!?\n…~]+[.!?\n…~]*/gu) ?? [];
	return sentences.filter((sentence) => !sentence.includes('?'));
}

/** A syllable of the past, which no relative clause ('추가했던') or wish ('추가했으면') follows. */
const PAST = '(?:드렸|했|됐|었|았|였|뒀|놨|렸|냈|웠|꿨|겼|췄|켰|껐|쳤|갔|났|졌)(?!던|으면|다면|을 때)';
const CHANGE =
	'추가|등록|저장|기록|생성|전송|발송|예약|삭제|변경|수정|설정|완료|주문|결제|이체|송금|반영|적용|체크|표시|입력|업데이트|제거|처리|작성|신청|예매|구매|해제|활성화';

const KOREAN: ClauseRules = {
	between: /[,;:]|(?<=지만|는데|으나)\s|(?<=[가-힣]고)\s/u,
	claims: new RegExp(
		[
			`(?:${CHANGE})(?:이|가|을|를|도)?\\s?(?:완료\\s?)?(?:하|되|해\\s?|돼\\s?)?(?:두|놓|드리|버리)?${PAST}`,
			`(?:${CHANGE})(?:이|가)?\\s?(?:된|되어 있|돼 있|완료)`,
			'(?:넣|만들|적어?|잡아?|남겨?|올려?)(?:\\s?(?:두|놓))?(?:었|았|였|뒀|놨|드렸)(?!던|으면)',
			'(?:보냈|보내 ?드렸|지웠|지워졌|바꿨|바뀌었|남겼|올렸|맞췄|끝냈|끝났|마쳤|켰|껐)(?!던|으면)',
			'성공적으로|^\\s*(?:끝|완료)\\s*!|(?:목록|습관)에(?:서)? (?:있|들어가 있|볼 수 있)',
		].join('|'),
		'u',
	),
	denies: /않|(?<![가-힣])(?:안|못)(?![가-힣])|지 ?못|없|아직|원하지/u,
	undoes: /취소|거절|거부|중단|보류|그대로|건너|유지|되돌|철회|대신/u,
};

const DONE =
	'added|saved|created|logged|recorded|marked|registered|scheduled|booked|reserved|sent|delivered|deleted|removed|updated|changed|set|placed|ordered|completed|finished|paid|moved|enabled|disabled|stored|submitted|posted|renamed|erased|cleared|done|successfully';

const ENGLISH: ClauseRules = {
	between: /[,;:]|\b(?:but|however|although|though|because|since|so)\b/iu,
	claims: new RegExp(
		[
			`(?<!\\b(?:your|the|these|those|any|a|an|you|previously|already) )\\b(?:${DONE})\\b`,
			`\\balready (?:${DONE})\\b`,
			'\\b(?:all set|good to go|on its way|in place|taken care of|turned o(?:n|ff))\\b',
			"\\b(?:is|it's|find it) (?:now )?(?:on|in) (?:your|the)\\b",
		].join('|'),
		'iu',
	),
	denies:
		/n't\b|\b(?:not|no|none|nothing|never|nobody|without|unless|if|when|whenever|once|would|could|can|cannot|will be|to be|want|let me know|still)\b/iu,
	undoes:
		/\b(?:cancel|declin|skip|left|leav|keep|kept|stay|remain|discard|reject|refus|stop|unchanged|instead|revert|undo|withdr)/iu,
};

/** Tools that undo: there the word that elsewhere means 'not done' is the claim, unless it is about the request. */
const UNDOING: readonly { readonly tool: string; readonly claims: RegExp }[] = [
	{ tool: 'cancel', claims: /취소(?:했|됐|되었|해 ?드렸)|\bcancell?ed\b/iu },
	{ tool: 'skip', claims: /건너뛰었|\bskipped\b/iu },
	{ tool: 'stop', claims: /중단(?:했|됐|되었)|멈췄|\bstopped\b/iu },
];
const ABOUT_REQUEST = /요청|확인|\b(?:request|action|that)\b/iu;
