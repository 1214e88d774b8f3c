import { PROTOCOL_CATEGORIES } from '../../../../app/habit-coach/protocol.ts';
import type { Register } from '../wording.ts';
import { AREAS } from '../words/areas.ts';
import * as patterns from '../words/patterns.ts';
import { spokenOf } from '../words/protocols.ts';
import { SEARCH_WORDS } from '../words/search-words.ts';
import { THINGS } from '../words/things.ts';
import type { Made, RequestContext } from './wish.ts';

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
		wish: { type: 'search-area', category, limit },
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
	const keyword = chance.of(0.65) ? chance.pick(SEARCH_WORDS) : spokenOf(chance.pick(catalog).id).keyword;
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

/** A complaint in 해체 as 해요체 where the user is polite. */
function spoken(trouble: string, register: Register): string {
	return register === 'polite' ? `${trouble}요` : trouble;
}
