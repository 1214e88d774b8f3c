import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { DispatchRecord } from '../../src/eval/define/app-turn.ts';
import { appDouble } from '../../src/testing/doubles/app-double.ts';
import { ToolRegistry } from '../../src/tool/declaration.ts';
import { ToolDispatcher } from '../../src/tool/dispatcher.ts';
import { ownApp } from './own-app.ts';

const tool = { name: 'waits', description: '', schema: z.object({}), destructive: false };

it('a tool that never answers has failed, and the model is told', async () => {
	vi.useFakeTimers();
	const waits = { ...tool, handler: () => new Promise<never>(() => undefined) };
	const app = ownApp({
		...appDouble(),
		open: () => ({ tools: [waits], snapshot: () => ({}), close: () => undefined }),
	});
	const log = new DispatchRecord();
	const dispatcher = new ToolDispatcher(new ToolRegistry(app.open().tools), { language: 'en', log });
	const dispatched = dispatcher.dispatch({ toolName: 'waits', rawArgs: {}, deps: undefined });
	await vi.advanceTimersByTimeAsync(30_000);
	expect(await dispatched).toMatchObject({ type: 'error', code: 'handler_error', kind: 'exception' });
	expect(log.entries()).toEqual([
		{ level: 'error', event: 'tool_error', tool: 'waits', problem: 'gave no answer within 30 s' },
	]);
	vi.useRealTimers();
});

it('what an app goes on changing stays as it was given, also for a solver that asks the app by itself', async () => {
	const cart = { items: ['milk'] };
	const tools = [{ ...tool, handler: () => ({ type: 'ok', data: cart }) as const }];
	const session = ownApp({
		...appDouble(),
		open: () => ({ tools, snapshot: () => cart, close: () => undefined }),
	}).open();
	const given = [session.snapshot(), await session.tools[0]?.handler({}, undefined)];
	cart.items.push('tofu');
	expect(given).toEqual([{ items: ['milk'] }, { type: 'ok', data: { items: ['milk'] } }]);
});

it('keeps of an app what a suite sees, and passes on what is no session', () => {
	const app = { ...appDouble(), budgets: [{ metric: 'endToEndMs', atMost: 10_000 }] as const };
	const { open, ...own } = ownApp(app);
	const { name, version, system, budgets } = app;
	expect(own).toMatchObject({ name, version, system, budgets });
	expect(open().tools.map(({ name }) => name)).toEqual(app.open().tools.map(({ name }) => name));
	expect(ownApp({ ...app, open: () => undefined as never }).open()).toBeUndefined();
});
