import { PROTOCOL_CATEGORIES } from '../../../src/index.ts';
import { AREAS } from './areas.ts';
import * as patterns from './patterns.ts';
import { spokenOf } from './protocols.ts';
import { THINGS } from './things.ts';
import type { Made, RequestContext } from './wish.ts';
import type { Register } from './wording.ts';

export function area({ chance }: RequestContext, register: Register): Made {
	const category = chance.pick(PROTOCOL_CATEGORIES);
	const area = AREAS[category];
	const limit = chance.of(0.16) ? chance.between(1, 6) : undefined;
	return {
		patterns: limit === undefined ? patterns.AREA : patterns.AREA_COUNTED,
		slots: {
			a: chance.pick(area.nouns),
			t: spoken(chance.pick(area.troubles), register),
			w: chance.pick(area.wishes),
			n: limit === undefined ? '' : chance.pick(patterns.COUNTS[limit] ?? []),
		},
		wish: { type: 'search-area', category, ...(limit === undefined ? {} : { limit }) },
	};
}

export function areaTwo({ chance }: RequestContext): Made {
	const [one = 'sleep', two = 'movement'] = chance.some(PROTOCOL_CATEGORIES, 2);
	return {
		patterns: [
			'<a> 쪽이랑 <b> 쪽 [습관|프로토콜] [각각|둘 다|따로] <보여줘>',
			'<a>~과 <b> 습관 [각각|둘 다|따로따로] <찾아줘>',
		],
		slots: { a: chance.pick(AREAS[one].nouns), b: chance.pick(AREAS[two].nouns) },
		wish: { type: 'search-two', categories: [one, two] },
	};
}

export function keyword({ chance, catalog }: RequestContext): Made {
	const keyword = chance.of(0.55) ? chance.pick(TOPICS) : spokenOf(chance.pick(catalog).id).keyword;
	if (!chance.of(0.1))
		return { patterns: patterns.KEYWORD, slots: { k: keyword }, wish: { type: 'search-keyword', keyword } };
	const category = chance.pick(PROTOCOL_CATEGORIES);
	return {
		patterns: patterns.KEYWORD_IN_AREA,
		slots: { k: keyword, a: chance.pick(AREAS[category].nouns) },
		wish: { type: 'search-keyword', keyword, category },
	};
}

export function thing({ chance }: RequestContext, register: Register): Made {
	const { keyword, troubles, wishes } = chance.pick(THINGS);
	const slots = { k: keyword, t: spoken(chance.pick(troubles), register), w: chance.pick(wishes) };
	return { patterns: patterns.THING, slots, wish: { type: 'search-keyword', keyword } };
}

/** Words that occur in the catalog, or might. */
const TOPICS = [
	'햇빛',
	'커피',
	'물',
	'책',
	'호흡',
	'샤워',
	'탄산수',
	'차',
	'알림',
	'타이머',
	'온도',
	'어깨',
	'허리',
	'가족',
	'메시지',
	'낮잠',
	'디카페인',
	'단백질',
	'채소',
	'계단',
	'하늘',
	'노을',
	'이불',
	'일기',
	'대화',
	'감사',
	'화면',
	'퇴근',
	'출근',
	'주말',
	'요가',
	'달리기',
	'수영',
	'과일',
	'견과',
	'우유',
	'녹차',
	'음악',
	'산책',
	'정리',
	'청소',
	'공부',
	'영어',
	'글쓰기',
	'그림',
	'식물',
	'반려견',
	'자전거',
	'무릎',
	'눈',
	'목',
	'손',
	'발',
	'심장',
	'체온',
	'혈당',
	'아침',
	'점심',
	'저녁',
	'밤',
	'새벽',
	'오후',
	'커튼',
	'창문',
	'침대',
	'베개',
	'조명',
];

/** A complaint in 해체 as 해요체 where the user is polite. */
function spoken(trouble: string, register: Register): string {
	return register === 'polite' ? `${trouble}요` : trouble;
}
