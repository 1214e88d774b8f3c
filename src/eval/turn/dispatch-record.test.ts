import { describe, expect, it } from 'vitest';
import { DispatchRecord } from './dispatch-record.ts';

describe('DispatchRecord', () => {
	it('keeps level, event and fields in order', () => {
		const record = new DispatchRecord();
		record.warn('unknown_tool', { tool: 'forget' });
		record.info('extra_arguments', { tool: 'add_habit', keys: ['mood'] });
		expect(record.entries()).toEqual([
			{ level: 'warn', event: 'unknown_tool', tool: 'forget' },
			{ level: 'info', event: 'extra_arguments', tool: 'add_habit', keys: ['mood'] },
		]);
	});

	it('tells where an error was thrown, without the folders of whoever ran it', () => {
		const record = new DispatchRecord();
		const stack = 'Error: no\n    at handler (/home/kim/app/tools.ts:3:9)\n    at node:internal/x:1:1';
		record.error('tool_error', { tool: 'add_habit', error: "open '/home/kim/habits.db'", stack });
		expect(record.entries()).toEqual([
			{
				level: 'error',
				event: 'tool_error',
				tool: 'add_habit',
				error: "open 'habits.db'",
				stack: ['handler (tools.ts:3:9)'],
			},
		]);
	});

	it('is bounded in entries, keys and characters, and counts what it left out', () => {
		const record = new DispatchRecord();
		for (let n = 0; n < 60; n += 1) {
			record.info('extra_arguments', { tool: 'x'.repeat(10_000), keys: Array.from({ length: 1000 }, String) });
		}
		const entries = record.entries();
		expect(entries).toHaveLength(51);
		expect(entries.at(-1)).toEqual({ level: 'info', event: 'left_out', count: 10 });
		expect(entries[0]).toMatchObject({ tool: `${'x'.repeat(300)}…` });
		expect(JSON.stringify(entries).length).toBeLessThan(50_000);
	});
});
