import type { ToolDefinition } from '../../../src/index.ts';
import { addHabit } from './add-habit.ts';
import { getStreak } from './get-streak.ts';
import type { HabitDeps } from './habit-tool.ts';
import { listActiveHabits } from './list-active-habits.ts';
import { logTrackerEntry } from './log-tracker-entry.ts';
import { queryProtocol } from './query-protocol.ts';
import { searchCatalog } from './search-catalog.ts';

/** The six tools in the order prompts declare them, read-only first. */
export const habitTools: readonly ToolDefinition<HabitDeps>[] = [
	searchCatalog,
	queryProtocol,
	listActiveHabits,
	getStreak,
	addHabit,
	logTrackerEntry,
];
