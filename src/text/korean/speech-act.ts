import { decomposeSyllable } from './hangul.ts';

/**
 * What a sentence does, by its last word: `announces` an act of the speaker (-ㄹ게요, -겠습니다, -ㄹ까요, -려고 해요),
 * is `under-way` (-는 중이에요, -고 있어요), `reflects` what the other has said (-군요, -시네요, 말씀이시죠, -다고요, -는
 * 거죠), `notices` (-네요), `offers` (-ㄹ까요), or only `states`.
 */
export type SpeechAct = 'announces' | 'offers' | 'under-way' | 'reflects' | 'notices' | 'states';

/** Expects a sentence in NFC; signs and emoji behind its last word do not count. */
export function speechActOf(sentence: string): SpeechAct {
	const tail = sentence.slice(-80);
	const end = tail.replace(/[^가-힣]+$/u, '');
	const asks = tail.slice(end.length).includes('?');
	if (asks && /(?<!주)시겠(?:어요|습니까)$|실래요$/.test(end)) return 'offers';
	if (REFLECTING.test(end) && !(asks && /시겠/.test(end))) return 'reflects';
	if (UNDER_WAY.test(end)) return 'under-way';
	if (afterRieul(/^(.*?)까요?$/, end) || /(?:을까요?|볼까|할까|드릴까요?)$/.test(end)) return 'offers';
	if (isAnnouncement(end)) return 'announces';
	return /네요?$/.test(end) ? 'notices' : 'states';
}

function isAnnouncement(end: string): boolean {
	if (/시겠|좋겠|모르겠|알겠|[되돼]겠/.test(end.slice(-8))) return false;
	if (afterRieul(/^(.*?)(?:게|래)요?$/, end) || /(?:겠습니다|겠음|[드보두하]겠어요?|기로 할게요?)$/.test(end))
		return true;
	return /려고\s?(?:합니다|해요?)$|(?:하|보|드리|두)(?:죠|지요)$|[가-힣]보자$|예정(?:입니다|이에요|이야)$/.test(end);
}

/** Whether the syllable before the ending is of -ㄹ: '볼게요', not '무게'. */
function afterRieul(ending: RegExp, end: string): boolean {
	const before = ending.exec(end)?.[1]?.slice(-1) ?? '';
	return decomposeSyllable(before)?.final === 8;
}

const UNDER_WAY =
	/(?:중|[가-힣]고\s?있(?:어|어요|습니다|음|는\s?중))(?:이에요|입니다|이야|이니|이에용|임|이죠)?(?:요)?$/;

/** Endings of noticing and of asking whether one has heard right. */
const REFLECTING = new RegExp(
	`(?:${[
		'군요?',
		'구나',
		'[셨시]네요?',
		'(?:시|셨)겠(?:어|네|군)요?',
		'(?:거|건|것)(?:지|가요|인지요|죠|지요|네요?|군요?|구나|로군요?|로구나|예요|인가요?|야|니)?',
		'(?:인|는|은|일|을)지요',
		'것(?:이지요|이죠|이군요|이네요|인가요|이로군요)',
		'말씀(?:이|인|하)[가-힣]{1,5}',
		'말(?:이죠|이지요?|이에요|이야|인가요)',
		'[다라냐자]고(?:요|요오)?',
		'[다라]는\\s?(?:얘기|이야기|말|뜻)[가-힣]{0,5}',
		'궁금하[가-힣]{1,4}|궁금한\\s?거[가-힣]{0,4}',
		'고\\s?하(?:셨|신|시)[가-힣]{0,5}',
		'[신은는ㄴ]\\s?(?:것|거)\\s?같(?:네|군|아|으시네|습니다)요?',
		'(?:맞|그렇)(?:죠|지요?|나요|으세요|으신가요|습니까)',
		'나\\s?(?:봐|보)요?|나\\s?보(?:네|군)요',
	].join('|')})$`,
	'u',
);
