import { shownHabits } from '../shown.ts';
import * as patterns from '../words/patterns.ts';
import { spokenOf } from '../words/protocols.ts';
import type { Made, RequestContext } from './wish.ts';

export function list({ chance }: RequestContext): Made {
	if (chance.of(0.6)) return { patterns: patterns.LIST, slots: {}, wish: { type: 'list' } };
	const habitType = chance.pick(['build', 'break'] as const);
	return {
		patterns: habitType === 'build' ? patterns.LIST_BUILD : patterns.LIST_BREAK,
		slots: {},
		wish: { type: 'list', habitType },
	};
}

export function streak(context: RequestContext): Made {
	const protocolId = namedHabit(context);
	const slots = { p: context.chance.pick(spokenOf(protocolId).names) };
	return { patterns: patterns.STREAK, slots, wish: { type: 'streak', protocolId } };
}

export function streakKnown(context: RequestContext): Made {
	const two = context.chance.of(0.12);
	const { ids, slots } = shownHabits(context, two ? 2 : 1);
	return { patterns: two ? patterns.STREAK_TWO : patterns.STREAK_BY_ID, slots, wish: { type: 'streak-known', ids } };
}

export function streakAll(): Made {
	return { patterns: patterns.STREAK_ALL, slots: {}, wish: { type: 'streak-all' } };
}

export function log(context: RequestContext): Made {
	const { chance } = context;
	const protocolId = namedHabit(context);
	const value = chance.of(0.65) ? 'done' : 'blank';
	const { words, date } = dayOf(context);
	return {
		patterns: value === 'done' ? patterns.LOG_DONE : patterns.LOG_BLANK,
		slots: { p: chance.pick(spokenOf(protocolId).names), d: words },
		wish: { type: 'log', protocolId, value, date },
	};
}

export function logKnown(context: RequestContext): Made {
	if (context.chance.of(0.12)) {
		const { ids, slots } = shownHabits(context, 2);
		return { patterns: patterns.LOG_TWO, slots, wish: { type: 'log-known', ids, value: 'done' } };
	}
	const value = context.chance.of(0.6) ? 'done' : 'blank';
	const { ids, slots } = shownHabits(context, 1);
	const { words, date } = dayOf(context);
	return {
		patterns: value === 'done' ? patterns.LOG_DONE_BY_ID : patterns.LOG_BLANK_BY_ID,
		slots: { ...slots, d: words },
		wish: { type: 'log-known', ids, value, date },
	};
}

/** Usually a habit the user has; now and then one the list will lack. */
function namedHabit({ chance, catalog, habits }: RequestContext): string {
	return habits.length > 0 && chance.of(0.85) ? chance.pick(habits).protocolId : chance.pick(catalog).id;
}

/** The day a record is about; today needs no date. */
function dayOf({ chance, today }: RequestContext): { readonly words: string; readonly date?: string } {
	if (chance.of(0.72))
		return { words: chance.pick(['오늘', '오늘', '오늘', '지금', '오늘 아침에', '오늘도', '오늘은']) };
	const back = chance.between(1, 14);
	const date = new Date(Date.parse(`${today}T00:00:00Z`) - back * 86_400_000).toISOString().slice(0, 10);
	const [, month, day] = date.split('-').map(Number);
	const names = [
		...(back === 1 ? ['어제', '어제', '어제는'] : back === 2 ? ['그저께', '그제', '엊그제'] : []),
		`${month}월 ${day}일`,
		`${month}월 ${day}일에`,
		`${day}일`,
	];
	return { words: chance.pick(names), date };
}
