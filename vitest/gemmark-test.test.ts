import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { GemmarkError } from '../src/base/errors.ts';
import { saying } from '../src/testing/saying.ts';
import { workingFolderFixture } from '../src/testing/working-folder-fixture.ts';
import { gemmarkTest } from './index.ts';
import { MATCHER_LOCALES } from './matchers/matcher.ts';
import { scriptedConfig } from './scripted-config-fixture.ts';

const SEARCH = '{"name": "search_catalog", "parameters": {"keyword": "운동"}}';
const events: string[] = [];
const test = gemmarkTest({
	config: scriptedConfig(
		{
			운동: `운동 습관을 카탈로그에서 찾아볼게요. ${SEARCH}`,
			물: '{"name": "add_habit", "parameters": {"frame_level": "L2", "framed_text": "아침에 일어나면 물을 한 잔 마신다"}}',
			금연: '{"name": "add_habit", "parameters": {"frame_level": "L2", "framed_text": "담배를 피우지 않는다"}}',
			길게: { say: '음, 그러니까', finish: { unified: 'length', raw: 'maxTokens' } },
			'둘 다': { say: SEARCH, finish: { unified: 'length', raw: 'maxTokens' } },
			안녕: '안녕하세요!',
		},
		(word) => events.push(word),
	),
});

/** What a failed expectation says. */
async function saidOf(act: () => unknown): Promise<string> {
	try {
		await act();
	} catch (error) {
		return error instanceof GemmarkError ? error.said.code : (error as Error).message;
	}
	throw new Error('nothing failed');
}

describe('a test with an app and its model', () => {
	test('asks one user turn through the real chat loop', async ({ ask, app }) => {
		const turn = await ask('운동 좀 추천해 줘');
		expect(app.name).toBe('habit-notes');
		expect(turn).toMatchObject({ asked: '운동 좀 추천해 줘', text: '다 했어요.', unscored: undefined });
		expect(turn.prefix.trim()).toBe('운동 습관을 카탈로그에서 찾아볼게요.');
		expect(turn.timings.endToEndMs).toBeGreaterThan(0);
		expect(turn).toCallTool('search_catalog');
		expect(turn).toCallTool('search_catalog', { keyword: '운동' });
		expect(turn).toCallTool('search_catalog', expect.objectContaining({ keyword: expect.stringContaining('운') }));
		expect(turn).not.toCallTool('search_catalog', { keyword: '운동', limit: 3 });
		expect(turn).not.toCallTool('add_habit');
		expect(turn).toHaveMeaningfulPrefix();
	});

	test('records what the model did, whatever the test does to its turn', async ({ ask, task }) => {
		const turn = await ask('운동 좀 추천해 줘');
		Object.assign(turn.calls[0]?.arguments as object, { keyword: 'changed' });
		expect(turn.calls[0]?.arguments).toEqual({ keyword: 'changed' });
		expect(JSON.stringify(task.meta)).toContain('"keyword":"운동"');
		expect(JSON.stringify(task.meta)).not.toContain('changed');
	});

	test('loads its model once for all tests of the file', async ({ ask }) => {
		await ask('안녕');
		expect(events).toEqual(['loaded']);
	});

	test('names the calls made instead, in the chosen language', async ({ ask }) => {
		const turn = await ask('운동 좀');
		process.env.GEMMARK_LANG = 'ko';
		const korean = await saidOf(() => expect(turn).toCallTool('add_habit', { name: '물' }));
		process.env.GEMMARK_LANG = 'en';
		const english = await saidOf(() => expect(turn).toCallTool('add_habit', { name: '물' }));
		delete process.env.GEMMARK_LANG;
		expect(korean).toBe('기대한 호출: add_habit {"name": "물"}. 실제: search_catalog {"keyword":"운동"}');
		expect(english).toBe('expected a call of add_habit {"name": "물"}, but search_catalog {"keyword":"운동"}');
	});

	test('finds frames in what was called', async ({ ask }) => {
		const water = await ask('물 마시는 습관');
		expect(water).toBeValidFrame();
		expect(water).toBeValidFrame('L2');
		expect(water).not.toBeValidFrame('L3');
		const smoke = await ask('금연');
		expect(smoke).not.toBeValidFrame();
		expect('나는 아침마다 물을 마시는 사람이다').toBeValidFrame('L3');
		expect({ level: 'L1', framedText: '물을 마신다' }).not.toBeValidFrame();
		const unknown = 'L9' as never;
		for (const act of [() => expect(water).toBeValidFrame(unknown), () => expect(water).not.toBeValidFrame(unknown)]) {
			expect(await saidOf(act)).toBe('test.frame-level');
		}
	});

	test('refuses a question that is none', async ({ ask }) => {
		const given = ask as (...given: readonly unknown[]) => Promise<unknown>;
		expect(await saidOf(() => given(''))).toBe('test.ask-text');
		expect(await saidOf(() => given('  '))).toBe('test.ask-text');
		expect(await saidOf(() => given(5))).toBe('test.ask-text');
		expect(await saidOf(() => given('운동', { confirm: 'nope' }))).toBe('test.ask-confirm');
		expect(await saidOf(() => given('운동', { confrim: 'no' }))).toBe('test.ask-option');
	});

	test('that was cut fulfils neither an expectation nor its opposite', async ({ ask }) => {
		const turn = await ask('길게 말해 줘');
		expect(turn.unscored).toBe('cut-length');
		for (const act of [
			() => expect(turn).toCallTool('search_catalog'),
			() => expect(turn).not.toCallTool('search_catalog'),
			() => expect(turn).toHaveMeaningfulPrefix(),
			() => expect(turn).not.toHaveMeaningfulPrefix(),
			() => expect(turn).toBeValidFrame(),
			() => expect(turn).not.toBeValidFrame(),
		]) {
			expect(await saidOf(act)).toMatch(/cut-length/u);
		}
		expect(MATCHER_LOCALES.ko.unobserved('cut-deadline', '중단했습니다.')).toContain('중단했습니다. ');
	});

	test('that was cut after its first call has only that call', async ({ ask }) => {
		const turn = await ask('둘 다 찾아 줘');
		expect(turn).toCallTool('search_catalog');
		expect(await saidOf(() => expect(turn).not.toCallTool('add_habit'))).toMatch(/cut-length/u);
	});

	test('refuses a tool that the app has not, which nothing could have called', async ({ ask }) => {
		const turn = await ask('운동 추천');
		for (const act of [
			() => expect(turn).not.toCallTool('add_habbit'),
			() => expect(turn).not.toCallTool('add_habbit', { name: '물' }),
			() => expect(turn).toCallTool('add_habbit'),
		]) {
			expect(await saidOf(act)).toBe('test.tool');
		}
	});

	test('evaluates a suite of the config, with reports', async ({ evaluate }) => {
		const out = workingFolderFixture();
		const run = await evaluate('prefix', { out });
		expect(existsSync(join(out, 'report.html'))).toBe(true);
		expect(run).toDecidePath('A');
		expect(run).not.toDecidePath('B');
		expect(await saidOf(() => expect(run).toDecidePath('C'))).toBe('test.path');
		const undecided = { ...run.log, samples: [] };
		expect(await saidOf(() => expect(undecided).toDecidePath('A'))).toEqual(saying('score.no-path'));
		expect(await saidOf(() => expect(undecided).not.toDecidePath('A'))).toEqual(saying('score.no-path'));
	});

	test('reports a forgotten await', async ({ ask }) => {
		const promise = ask('안녕');
		expect(await saidOf(() => expect(promise).toCallTool('x'))).toBe('test.await');
		await promise;
	});
});
