import type { FixtureEntry, FixtureHabit, HabitFixture } from '../../../app/habit-coach/initial-habits.ts';
import type { Protocol } from '../../../app/habit-coach/protocol.ts';
import type { Chance } from './chance.ts';
import { spokenOf } from './words/protocols.ts';

/** Habits and records of some user, as the app's rules would have let them come about. */
export function makeUserState(catalog: readonly Protocol[], today: string, chance: Chance): HabitFixture {
	const build = chance.some(
		catalog.filter(({ category }) => category !== 'breakHabit'),
		chance.pick([0, 1, 1, 2, 2, 2, 3]),
	);
	const broken = chance.some(
		catalog.filter(({ category }) => category === 'breakHabit'),
		chance.pick([0, 0, 1]),
	);
	const archived = chance.some(catalog, chance.pick([0, 0, 1]));
	const habits: FixtureHabit[] = [];
	const entries: FixtureEntry[] = [];
	const started = dayBack(today, 28);
	for (const protocol of chance.some([...build, ...broken], 4))
		habits.push(habitOf(protocol, 'active', habits.length, started, chance));
	for (const protocol of archived) {
		if (habits.every(({ protocolId }) => protocolId !== protocol.id))
			habits.push(habitOf(protocol, 'archived', habits.length, started, chance));
	}
	for (const { id } of habits) {
		const run = chance.of(0.15) ? 0 : chance.between(1, 27);
		for (let back = run; back >= 1; back--) entries.push({ habitId: id, date: dayBack(today, back), value: 'done' });
		if (chance.of(0.12)) entries.push({ habitId: id, date: today, value: 'done' });
	}
	return { today, habits, entries };
}

function habitOf(
	{ id }: Protocol,
	status: 'active' | 'archived',
	index: number,
	startedOn: string,
	chance: Chance,
): FixtureHabit {
	const { conditional, identity } = spokenOf(id);
	const frame = chance.of(0.6)
		? ({ frameLevel: 'L2', framedText: conditional.join(' ') } as const)
		: ({ frameLevel: 'L3', framedText: identity } as const);
	return { id: `h${index + 1}`, protocolId: id, status, ...frame, startedOn };
}

function dayBack(today: string, days: number): string {
	return new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}
