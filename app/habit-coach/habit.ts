import type { HabitType, Protocol, SeedHabit } from '../../src/index.ts';

/** A habit of the user, as the database holds it. */
export interface Habit extends SeedHabit {
	/** Title of its protocol. */
	readonly title: string;
	readonly type: HabitType;
}

/** What a tool decides of a new habit; the database adds the rest. */
export type NewHabit = Omit<SeedHabit, 'id' | 'protocolId' | 'status' | 'startedOn'> & { readonly protocol: Protocol };
