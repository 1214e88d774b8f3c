import { z } from 'zod';
import type { ToolDefinition } from '../../../src/index.ts';
import { type HabitDeps, habitTool } from './habit-tool.ts';

/** Habits that are not archived, oldest first. */
export const listActiveHabits: ToolDefinition<HabitDeps> = habitTool({
	name: 'list_active_habits',
	description: '사용자가 지금 하고 있는 습관을 모두 봅니다.',
	schema: z.object({
		type: z.enum(['build', 'break']).optional().describe('build 만드는 습관, break 끊는 습관. 생략하면 둘 다'),
	}),
	destructive: false,
	handle({ type }, { database }) {
		const habits = database.activeHabits(type);
		return {
			type: 'ok',
			data: habits.map(({ id, title, type, framedText }) => ({ id, title, type, framed_text: framedText })),
		};
	},
});
