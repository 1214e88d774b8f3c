import { z } from 'zod';
import type { ToolDefinition } from '../../../src/index.ts';
import { streakOf } from '../database/streak.ts';
import { type HabitDeps, habitTool, unknownId } from './habit-tool.ts';

/** How many days in a row a habit was done; see {@link streakOf}. Archived habits have one too. */
export const getStreak: ToolDefinition<HabitDeps> = habitTool({
	name: 'get_streak',
	description: '습관을 며칠째 이어 가고 있는지 봅니다.',
	schema: z.object({ habit_id: z.string().max(100).describe('습관 id. 예: h1') }),
	destructive: false,
	handle({ habit_id }, { database }) {
		const habit = database.habit(habit_id);
		if (habit === undefined) return unknownId('그런 습관이', habit_id);
		const days = streakOf(database.daysDone(habit.id), database.today);
		return { type: 'ok', data: { id: habit.id, title: habit.title, days } };
	},
});
