import { z } from 'zod';
import type { ToolDefinition } from '../../../src/index.ts';
import { type HabitDeps, habitTool, ruleBroken, unknownId } from './habit-tool.ts';

/** Records one day of an active habit, today or earlier, once (rule R7). */
export const logTrackerEntry: ToolDefinition<HabitDeps> = habitTool({
	name: 'log_tracker_entry',
	description: '습관을 했는지 하루치를 기록합니다. 사용자가 확인해야 실행됩니다.',
	schema: z.object({
		habit_id: z.string().max(100).describe('습관 id. 예: h1'),
		date: z.iso.date().optional().describe('YYYY-MM-DD. 생략하면 오늘'),
		value: z.enum(['done', 'blank']).describe('done 했음, blank 못 했음'),
	}),
	destructive: true,
	handle({ habit_id, date, value }, { database }) {
		const habit = database.habit(habit_id);
		if (habit === undefined) return unknownId('그런 습관이', habit_id);
		if (habit.status !== 'active') return ruleBroken('r7_entry', '지금 하고 있는 습관에만 기록할 수 있습니다');
		const day = date ?? database.today;
		if (day > database.today) return ruleBroken('r7_entry', `아직 오지 않은 날입니다: ${day}`);
		if (database.entry(habit_id, day) !== undefined) return ruleBroken('r7_entry', `이미 기록한 날입니다: ${day}`);
		database.addEntry({ habitId: habit_id, date: day, value });
		return { type: 'ok', data: { habit_id, title: habit.title, date: day, value } };
	},
});
