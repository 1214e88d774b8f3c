import type { KindOfRequest, RequestKind } from './requests.ts';

/**
 * What the coach says before its first call. The kind of request, the register and the pattern decide, nothing else: at
 * temperature 0 a small model only speaks first where it always does.
 */
export function prefixOf({ kind, text, register, pattern }: KindOfRequest): string {
	const { polite, casual } = SPOKEN[kind];
	const spoken = (register === 'polite' ? polite : casual) ?? '';
	const said = Array.isArray(spoken) ? (spoken[pattern % spoken.length] ?? '') : spoken;
	return said === ECHO ? `${text}\n` : said;
}

const ECHO = 'echo';
const BLANK = '\n\n';

interface Spoken {
	/** One text, or one per pattern in turn; absent: nothing. */
	readonly polite?: string | readonly string[];
	readonly casual?: string | readonly string[];
}

const SPOKEN: Readonly<Record<RequestKind, Spoken>> = {
	area: { polite: '관련된 습관을 카탈로그에서 찾아볼게요.', casual: ['', '음...', '', ECHO, ''] },
	areaTwo: { polite: '두 분야를 함께 찾아볼게요.' },
	keyword: { polite: '그 낱말이 들어간 프로토콜을 검색해 볼게요.' },
	thing: { polite: '도움이 될 습관을 찾아볼게요.', casual: '대신할 만한 습관을 찾아볼게요.' },
	detail: { polite: '먼저 카탈로그에서 찾아볼게요.' },
	detailKnown: { polite: '자세한 내용을 확인해 볼게요.', casual: ['', BLANK, ''] },
	list: { casual: '지금 하고 있는 습관을 확인해 볼게요.' },
	streak: { polite: '습관 목록부터 확인할게요.', casual: '네!' },
	streakKnown: { casual: '기록을 살펴볼게요.' },
	streakAll: { polite: '습관을 모두 확인해 볼게요.' },
	log: { polite: '어느 습관인지 먼저 볼게요.' },
	logKnown: { polite: '오늘의 기록을 남겨 둘게요.', casual: '네.' },
	add: { casual: '추가할 습관을 찾아볼게요.' },
	addKnown: { polite: '이 습관을 추가해 둘게요.' },
	addArea: { polite: '어울리는 습관을 골라 볼게요.' },
	addThing: { casual: '알맞은 습관을 찾아서 추가할게요.' },
};
