import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { callWithTimeout } from '../../src/base/call-with-timeout.ts';
import { message } from '../../src/base/message.ts';
import type { AppContent } from '../../src/eval/app.ts';
import { DispatchRecord } from '../../src/eval/define/app-turn.ts';
import { scoreSample } from '../../src/eval/scoring/score-sample.ts';
import type { SolveContext } from '../../src/eval/suite.ts';
import { UserCodeFailure } from '../../src/eval/user-code.ts';
import { IdleLimit } from '../../src/model/watchdog.ts';
import { type AppSessionDouble, appDouble } from '../../src/testing/doubles/app-double.ts';
import { suiteDouble } from '../../src/testing/doubles/suite-double.ts';
import { transcriptFixture } from '../../src/testing/transcript-fixture.ts';
import { declareTool, ToolRegistry } from '../../src/tool/declaration.ts';
import { ToolDispatcher } from '../../src/tool/dispatcher.ts';
import type { ToolDefinition } from '../../src/tool/tool.ts';
import { compose } from './compose.ts';
import { loggedApp, ownApp, ownSuite } from './compose-app.ts';
import { HABIT_COACH_DEFAULT, HABIT_COACH_SUITES } from './habit-coach.ts';

describe('suites of the habit coach', () => {
	it('have, once they are built, the names that they are chosen by', async () => {
		const names = HABIT_COACH_SUITES.map(({ name }) => name);
		const composition = await compose(undefined);
		expect((await composition.suites(names)).map(({ name }) => name)).toEqual(names);
		expect(names).toEqual(expect.arrayContaining([...HABIT_COACH_DEFAULT]));
	});
});

const tool = { name: 'waits', description: '', schema: z.object({}), destructive: false };

it('a tool that never answers has failed, and the model gets the failure', async () => {
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

const never = new Promise<never>(() => undefined);

it('a scorer that computes without end fails alone, and the others judge', () => {
	const suite = {
		...ownSuite(suiteDouble(['a'], () => never)),
		// As long as the scorer that counts could take on a busy machine.
		inTime: <T>(call: () => T) => callWithTimeout(call, 500),
		scorers: [
			{
				name: 'endless',
				score() {
					for (;;);
				},
			},
			{ name: 'backtracks', score: () => /^(?:a+)+$/u.test(`${'a'.repeat(50)}b`) },
			{
				name: 'counts',
				score: (_sample: object, turn: { readonly generations: readonly object[] }) => turn.generations.length === 1,
			},
		],
	};
	const [sample] = suite.samples;
	if (sample === undefined) throw new Error('one sample');
	const scores = scoreSample(suite, sample, transcriptFixture([[{ type: 'text', text: '네' }]]), { language: 'ko' });
	const thrown = 'Overtime: computed for 0.5 s without an end';
	const late = { unscored: 'scorer-failed', detail: message('score.code-threw', { thrown }) };
	expect(scores).toMatchObject({ endless: late, backtracks: late, counts: { value: true } });
});

it('what own code throws in time is thrown as it is', () => {
	const thrown = new RangeError('own');
	expect(() =>
		callWithTimeout(() => {
			throw thrown;
		}, 50),
	).toThrow(thrown);
});

it('a solver that does not go on is given up, and its conversation says nothing more', async () => {
	const idle = new IdleLimit((ms) => new UserCodeFailure(`solve(): did not go on within ${ms / 1000} s`), 20);
	const conversation = idle.watch({ async *sendChatTurn() {} });
	await expect(idle.over(never, undefined)).rejects.toThrow('solve(): did not go on within 0.02 s');
	await expect(Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: 'x' }))).rejects.toThrow(
		'its sample is over',
	);
});

it('a solver may take as long as the model generates', async () => {
	const idle = new IdleLimit((ms) => new UserCodeFailure(`solve(): did not go on within ${ms / 1000} s`), 20);
	const conversation = idle.watch({
		async *sendChatTurn() {
			await new Promise((resolve) => setTimeout(resolve, 60));
		},
	});
	const solving = (async () => {
		for await (const _ of conversation.sendChatTurn({ type: 'user', text: 'x' }));
		return 'done';
	})();
	expect(await idle.over(solving, undefined)).toBe('done');
});

it('an app that takes whole turns by itself takes them under a solver of the config too', async () => {
	const idle = new IdleLimit((ms) => new UserCodeFailure(`solve(): did not go on within ${ms / 1000} s`), 20);
	const conversation = idle.watch({
		async *sendChatTurn() {},
		async userTurn(text) {
			await new Promise((resolve) => setTimeout(resolve, 60));
			return { messages: [{ role: 'user', text }] };
		},
	});
	const solving = conversation.userTurn?.('물') ?? never;
	expect(await idle.over(solving, undefined)).toEqual({ messages: [{ role: 'user', text: '물' }] });
	await expect(conversation.userTurn?.('물')).rejects.toThrow('its sample is over');
	expect(idle.watch({ async *sendChatTurn() {} }).userTurn).toBeUndefined();
});

it('what a solver throws at once rejects', async () => {
	const suite = ownSuite(
		suiteDouble(['a'], () => {
			throw new Error('at once');
		}),
	);
	const [sample] = suite.samples;
	if (sample === undefined) throw new Error('one sample');
	await expect(suite.solve(sample, {} as SolveContext, 'free')).rejects.toThrow('at once');
});

type Tools = readonly ToolDefinition<undefined>[];
const ENGINE = { runner: 'llama-cpp' };

function contentOf(change: (tools: Tools) => Tools, more: object = {}): AppContent | undefined {
	const app = appDouble();
	const session = app.open();
	return loggedApp({ ...app, ...more, open: () => ({ ...session, tools: change(session.tools) }) }, ENGINE).content;
}

describe('the app of a header', () => {
	const same = contentOf((tools) => tools);

	it('has its system prompt and tools by what they are, and of code no data', () => {
		expect(same).toEqual(contentOf((tools) => tools.map((tool) => ({ ...tool }))));
		expect(same).toMatchObject({ system: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/u) }, answers: undefined });
		const other = contentOf((tools) => tools, { system: 'x' });
		expect([other?.system?.sha256 === same?.system?.sha256, other?.tools]).toEqual([false, same?.tools]);
	});

	it.each<[string, (tools: Tools) => Tools]>([
		['description', ([first, ...rest]) => (first ? [{ ...first, description: 'x' }, ...rest] : [])],
		['order', (tools) => tools.toReversed()],
		['confirmation', ([first, ...rest]) => (first ? [{ ...first, destructive: !first.destructive }, ...rest] : [])],
		['number', (tools) => tools.slice(1)],
	])('has other tools where their %s is another', (_, change) => {
		expect(contentOf(change)?.tools).not.toEqual(same?.tools);
	});

	it('leaves the tools of MCP servers to the identity of these', () => {
		const served = contentOf((tools) => [...tools, ...tools.slice(0, 1).map((tool) => ({ ...tool, server: 'a' }))]);
		expect(served).toEqual(same);
	});

	it('knows answers and state apart, and nothing of an app with a loop of its own', () => {
		const declared = (answers: object, state: object) => contentOf((tools) => tools, { data: { answers, state } });
		const [one, other] = [declared({}, { a: 1, b: 2 }), declared({ f: [] }, { b: 2, a: 1 })];
		expect(one?.state).toEqual(other?.state);
		expect(one?.answers).not.toEqual(other?.answers);
		expect(loggedApp(appDouble(), { runner: 'device', api: 'app' })).not.toHaveProperty('content.system');
	});
});

it('the app in a header has the declared tools, and their session is closed', () => {
	const app = appDouble();
	const sessions: AppSessionDouble[] = [];
	const open = (): AppSessionDouble => {
		const session = app.open();
		sessions.push(session);
		return session;
	};
	const declared = app.open().tools.map(declareTool);
	expect(declared.length).toBeGreaterThan(0);
	const { tools } = loggedApp({ ...app, open }, { runner: 'double' });
	expect(tools).toEqual(declared.map(({ name, parameters }) => ({ name, parameters })));
	expect(sessions.map(({ closed }) => closed)).toEqual([true]);
});

it('the app in a header has no tools where it throws: its samples tell how', () => {
	const open = (): never => {
		throw new Error('no database');
	};
	expect(loggedApp({ ...appDouble(), open }, { runner: 'double' })).toMatchObject({ tools: undefined });
});
