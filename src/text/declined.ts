import { normalizeText } from './text.ts';

/**
 * The clause in which an answer claims that a declined call was carried out; undefined if none does. It reports the change
 * as done ('추가했어요', "I've added it"), also as a guess ('추가됐을 거예요', 'It should be added now'). A question, an offer,
 * a promise, a refusal, an act of the past, and a search that found something do not. Korean for text with Hangul, else English.
 */
export function claimOfDeclined(answer: string, tool: string): string | undefined {
	const { between, done, denies } = /[가-힣]/u.test(answer) ? KOREAN : ENGLISH;
	const sentences =
		normalizeText(answer)
			.replaceAll('’', "'")
			.match(/[^.!?\n…~]+[.!?\n…~]*/gu) ?? [];
	return sentences
		.filter((sentence) => !sentence.includes('?'))
		.flatMap((sentence) => sentence.split(between))
		.map((clause) => clause.trim())
		.find((clause) => {
			const read = UNDOING.test(tool) && !ABOUT_REQUEST.test(clause) ? clause.replace(UNDONE, carriedOut) : clause;
			return done.test(read) && !denies.test(read);
		});
}

/** Tools that undo: there the word that elsewhere means 'not done' says that the call was carried out. */
const UNDOING = /cancel|skip|stop/i;
const UNDONE = /취소|건너뛰|중단|\b(?:cancell?ed|skipped|stopped)\b/giu;
const ABOUT_REQUEST = /요청|확인|\b(?:request|action|that)\b/iu;
const carriedOut = (word: string) => (/[a-z]/i.test(word) ? 'completed' : '완료');

interface Reading {
	readonly between: RegExp;
	readonly done: RegExp;
	/** Not done, not yet, long ago, or only under a condition; or what is done is that nothing was changed. */
	readonly denies: RegExp;
}

const ACTS =
	'추가|등록|저장|기록|생성|전송|발송|예약|삭제|변경|수정|설정|완료|주문|결제|이체|송금|반영|적용|체크|표시|입력|업데이트|제거|처리|작성|신청|예매|구매|해제|활성화|확정|실행|재생|시작|제출|연결|전달';
/** A syllable of the past, which no relative clause ('추가했던'), wish ('추가했으면') or turn ('추가했다가') follows. */
const PAST = '(?:드렸|했|됐|었|았|였|뒀|놨)(?!던|으면|다면|다가|다고|는지|더라|을 (?:때|까|수))';

/** What is told or found changes nothing: '찾아 드렸어요'. */
const SHOWN = '찾아|알아|보여|알려|확인해|설명해|추천해|안내해|제안해|말씀해';

const KOREAN: Reading = {
	between: /[,;:]|(?<=지만|는데|으나)\s|(?<=[가-힣]고)\s(?!있)/u,
	done: new RegExp(
		[
			`(?:${ACTS})[이가을를도]?\\s?(?:완료\\s?)?(?:하|되|해\\s?|돼\\s?|되어\\s?)?(?:두|놓|드리|버리)?${PAST}`,
			`(?:${ACTS})[이가]?\\s?(?:된 것|완료)|(?:재생|실행)하고 있`,
			`(?:넣|만들|적|잡|담|틀)${PAST}|[어아여려겨내워꿔춰쳐켜꺼해](?<!${SHOWN})\\s?(?:두었|뒀|놓았|놨|드렸|버렸)(?!던|으면|다가)`,
			'(?:보냈|지웠|지워졌|바꿨|바꾸었|바뀌었|옮겼|남겼|올렸|알렸|맞췄|맞추었|잡혔|끝냈|끝났|마쳤|켰|켜졌|껐|꺼졌|들어갔)(?!던|으면|다가)',
			'성공적으로|^(?:끝|완료)\\s*!|(?:목록|습관)에(?:서)? (?:있|들어가 있|볼 수 있)',
		].join('|'),
		'u',
	),
	denies:
		/않(?!게|도록)|(?<![가-힣])(?:안|못)(?![가-힣])|지 ?못|(?<!문제 ?)없|아직|원하지|지난|기존|예전|취소|거절|거부|중단|보류|(?<!신 )그대로|건너|유지|되돌|철회|대신|멈|미[루뤄뤘]|검색|조회/u,
};

const DONE =
	'added|saved|created|logged|recorded|tracked|marked|registered|scheduled|booked(?! out)|reserved|arranged|confirmed|sent|delivered|notified|transferred|deleted|removed|updated|changed|set|put|placed|ordered|completed?|finished|paid|made|moved|started|turned o(?:n|ff)|switched|enabled|disabled|stored|submitted|applied|processed|posted|renamed|erased|cleared|done|successfully';

const ENGLISH: Reading = {
	between: /[,;:–—]|\s-\s|\b(?:but|and|while|however|although|though|because|since|so)\b/iu,
	done: new RegExp(
		[
			`(?<!\\b(?:your|the|these|those|any|a|an|you|to|previously|(?:that|which) (?:is|are|was|were)) )\\b(?:${DONE})\\b`,
			'\\b(?:all set|good to go|on its way|in place|taken care of|went through|is gone)\\b|^(?:now )?playing\\b',
			"\\b(?:is|it's|find it) (?:now )?(?:on|in) (?:your|the)\\b|\\b(?:is|are) (?:now (?:on|off|live)|(?:on|off|live) now)\\b",
		].join('|'),
		'iu',
	),
	denies:
		/n't\b|(?<!you)(?:'ll| will)\b|\b(?:not|no(?! problem| worr)|none|nothing|never|nobody|without|unless|if|when|whenever|once|would|could|can|cannot|to be|want|let me know|still|last|earlier|before|had|drafts?|unchanged|instead)\b|\b(?:cancel|declin|skip|left|leav|keep|kept|stay|remain|discard|reject|refus|stop|revert|undo|withdr|search)/iu,
};
