import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/base/errors.ts';
import { canonicalJson } from '../../src/base/json.ts';
import { loadOwnCorpus, loadOwnPrompt } from '../../src/corpus/corpus-files.ts';
import { isBudgeted } from '../../src/eval/app.ts';
import { declareTool } from '../../src/tool/declaration.ts';
import { HabitDatabase, habitCoach } from './index.ts';
import { parseHabitFixture } from './initial-habits.ts';
import { parseCatalog } from './protocol.ts';
import { NOTHING_ADDED, openSession } from './session-fixture.ts';

describe('habitCoach', () => {
	it('declares six tools, read-only first; only the last two are destructive', () => {
		const { tools } = habitCoach().open();
		expect(tools.map(({ name, destructive }) => [name, destructive])).toEqual([
			['search_catalog', false],
			['query_protocol', false],
			['list_active_habits', false],
			['get_streak', false],
			['add_habit', true],
			['log_tracker_entry', true],
		]);
	});

	it('describes every tool and every argument in Korean', () => {
		for (const { description, parameters } of habitCoach().open().tools.map(declareTool)) {
			const properties = parameters.properties as Readonly<Record<string, { readonly description: string }>>;
			for (const text of [description, ...Object.values(properties).map((property) => property.description)]) {
				expect(text).toMatch(/[가-힣]{2}/);
			}
		}
	});

	it('gives every session a database of its own', async () => {
		const app = habitCoach();
		const [one, other] = [app.open(), app.open()];
		const log = one.tools.find(({ name }) => name === 'log_tracker_entry');
		await log?.handler({ habit_id: 'h1', value: 'done' }, undefined);
		expect(one.snapshot()).not.toEqual(NOTHING_ADDED);
		expect(other.snapshot()).toEqual(NOTHING_ADDED);
		one.close();
		expect(other.snapshot()).toEqual(NOTHING_ADDED);
	});

	it('gives equal ids and states for equal calls', async () => {
		const states = await Promise.all(
			[1, 2].map(async () => {
				const { session, call } = openSession();
				await call('add_habit', { protocol_id: 'move-1', frame_level: 'L3', framed_text: '나는 걷는 사람이다' });
				await call('add_habit', {
					protocol_id: 'quit-1',
					frame_level: 'L2',
					framed_text: '술 생각이 나면 차를 마신다',
				});
				return canonicalJson(session.snapshot());
			}),
		);
		expect(states[0]).toBe(states[1]);
		expect(states[0]).toContain('"h5"');
	});

	it('promises a chat turn in 5 s, and a chain of tools in 10 s', () => {
		const budgets = habitCoach().budgets ?? [];
		const atMost = (groups: Readonly<Record<string, string>>, suite = 'tools'): readonly number[] =>
			budgets.filter((budget) => isBudgeted(budget)({ suite, groups })).map((budget) => budget.atMost);
		expect([atMost({ kind: 'single' }), atMost({ kind: 'chain' }), atMost({}, 'prefix')]).toEqual([
			[5000],
			[10_000],
			[5000],
		]);
	});

	it('uses the prompt of its own, or the one it is given', () => {
		expect(habitCoach().system).toBe(loadOwnPrompt('coach-system').text);
		expect(habitCoach({ system: '짧게 답한다' }).system).toBe('짧게 답한다');
	});

	it('can be closed twice', () => {
		const session = habitCoach().open();
		session.close();
		expect(() => session.close()).not.toThrow();
	});
});

describe('HabitDatabase', () => {
	it('refuses a fixture whose protocols are not in the catalog', () => {
		const fixture = loadOwnCorpus('habits', parseHabitFixture).contents;
		expect(() => new HabitDatabase([], fixture)).toThrow(ConfigError);
		expect(() => new HabitDatabase([], fixture)).toThrow(/light-1/);
	});

	it('keeps its constraints whatever a handler does', () => {
		const database = new HabitDatabase(
			loadOwnCorpus('catalog', parseCatalog).contents,
			loadOwnCorpus('habits', parseHabitFixture).contents,
		);
		const entry = { habitId: 'h1', date: '2026-06-15', value: 'done' } as const;
		expect(() => database.addEntry({ ...entry, date: '2026-02-30' })).toThrow(/CHECK/);
		expect(() => database.addEntry({ ...entry, habitId: 'h9' })).toThrow(/FOREIGN KEY/);
		expect(() => database.addEntry({ ...entry, value: 'maybe' as 'done' })).toThrow(/CHECK/);
		database.addEntry(entry);
		expect(() => database.addEntry(entry)).toThrow(/UNIQUE/);
		database.close();
	});
});
