import type { RequestContext } from './requests/wish.ts';

/** What the app shows while the user writes; it puts ids and titles before the words. */
export interface Shown {
	readonly ids: readonly string[];
	readonly slots: Readonly<Record<string, string>>;
}

/** Protocols on the screen, now and then one that the catalog no longer has. */
export function shownProtocols({ chance, catalog }: RequestContext, count: number): Shown {
	const unknown = {
		id: `${chance.pick(['sleep', 'move', 'food', 'rest', 'mind', 'quit', 'light', 'focus'])}-${chance.between(5, 12)}`,
		title: chance.pick(LOST_TITLES),
	};
	const shown = chance.of(0.07) ? [unknown] : chance.some(catalog, count);
	return shownThings(shown.length < count ? [...shown, chance.pick(catalog)] : shown);
}

const LOST_TITLES = [
	'낮잠 15분',
	'요가 10분',
	'아침 달리기',
	'반신욕',
	'과일 한 조각',
	'탄산음료 대신 물',
	'저녁 설거지',
	'영어 단어 외우기',
];

/** Habits on the screen, now and then one that is gone. */
export function shownHabits({ chance, catalog, habits }: RequestContext, count: number): Shown {
	const titleOf = (protocolId: string): string => catalog.find(({ id }) => id === protocolId)?.title ?? '습관';
	const shown = chance.some(habits, count).map(({ id, protocolId }) => ({ id, title: titleOf(protocolId) }));
	while (shown.length < count || (count === 1 && chance.of(0.12))) {
		const stray = { id: `h${chance.between(1, 12)}`, title: chance.pick(catalog).title };
		if (shown.length >= count) shown.length = count - 1;
		if (shown.every(({ id }) => id !== stray.id)) shown.push(stray);
	}
	return shownThings(shown);
}

function shownThings(shown: readonly { readonly id: string; readonly title: string }[]): Shown {
	const [one, two] = shown;
	return {
		ids: shown.map(({ id }) => id),
		slots: { i: one?.id ?? '', T: one?.title ?? '', j: two?.id ?? '', U: two?.title ?? '' },
	};
}
