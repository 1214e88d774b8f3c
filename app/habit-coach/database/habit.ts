import type { HabitType } from '../../../src/index.ts';
import type { Protocol } from '../protocol.ts';
import type { FixtureHabit } from './habit-fixture.ts';

/** A habit of the user, as the database holds it. */
export interface Habit extends FixtureHabit {
	/** Title of its protocol. */
	readonly title: string;
	readonly type: HabitType;
}

/** What a tool decides of a new habit; the database adds the rest. */
export type NewHabit = Omit<FixtureHabit, 'id' | 'protocolId' | 'status' | 'startedOn'> & {
	readonly protocol: Protocol;
};
