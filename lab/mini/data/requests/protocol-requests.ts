import { PROTOCOL_CATEGORIES } from '../../../../app/habit-coach/protocol.ts';
import { shownProtocols } from '../shown.ts';
import { AREAS } from '../words/areas.ts';
import { habitDetails } from '../words/habit-details.ts';
import * as patterns from '../words/patterns.ts';
import { SPOKEN_PROTOCOLS, spokenOf } from '../words/protocols.ts';
import { THINGS } from '../words/things.ts';
import type { Made, RequestContext } from './wish.ts';

export function detail({ chance, catalog }: RequestContext): Made {
	const { id, title } = chance.pick(catalog);
	const { names, keyword } = spokenOf(id);
	const slots = { p: chance.of(0.3) ? title : chance.pick(names) };
	return { patterns: patterns.DETAIL, slots, wish: { type: 'detail', protocolId: id, keyword } };
}

export function detailKnown(context: RequestContext): Made {
	const two = context.chance.of(0.12);
	const { ids, slots } = shownProtocols(context, two ? 2 : 1);
	return { patterns: two ? patterns.DETAIL_TWO : patterns.DETAIL_BY_ID, slots, wish: { type: 'detail-known', ids } };
}

export function add({ chance, catalog }: RequestContext): Made {
	const { id, title } = chance.pick(catalog);
	const protocol = spokenOf(id);
	const { words, extra } = habitDetails(protocol, chance);
	return {
		patterns: patterns.ADD,
		slots: { p: chance.of(0.35) ? title : chance.pick(protocol.names), x: words },
		wish: { type: 'add', protocolId: id, keyword: protocol.keyword, extra },
	};
}

export function addKnown(context: RequestContext): Made {
	const two = context.chance.of(0.1);
	const { ids, slots } = shownProtocols(context, two ? 2 : 1);
	const protocol = SPOKEN_PROTOCOLS[ids[0] ?? ''];
	const { words, extra } =
		two || protocol === undefined ? { words: '', extra: {} } : habitDetails(protocol, context.chance);
	return {
		patterns: two ? patterns.ADD_TWO : patterns.ADD_BY_ID,
		slots: { ...slots, x: words },
		wish: { type: 'add-known', ids, extra },
	};
}

export function addArea({ chance }: RequestContext): Made {
	const category = chance.pick(PROTOCOL_CATEGORIES);
	return {
		patterns: patterns.ADD_AREA,
		slots: { a: chance.pick(AREAS[category].nouns) },
		wish: { type: 'add-area', category },
	};
}

export function addThing({ chance }: RequestContext): Made {
	const { keyword, wishes } = chance.pick(THINGS);
	const slots = { k: keyword, w: chance.pick(wishes) };
	return { patterns: patterns.ADD_THING, slots, wish: { type: 'add-thing', keyword } };
}
