import { appendFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { EngineError } from '../src/base/errors.ts';
import { gemmarkTest } from './index.ts';
import { scriptedConfig } from './scripted-config-fixture.ts';

// Tests that reporter.test.ts runs in a vitest of their own: some of them fail.

const test = gemmarkTest({
	config: scriptedConfig(
		{
			운동: '운동 습관을 찾아볼게요. {"name": "search_catalog", "parameters": {"keyword": "운동"}}',
			길게: { say: '음, 그러니까', finish: { unified: 'length', raw: 'maxTokens' } },
			'두 번': { say: '안녕하세요!', finish: { unified: 'stop', raw: 'eos' }, ends: 2 },
			고장: new EngineError('crashed', 'the engine ended', { hint: 'Run it again.' }),
			안녕: '안녕하세요!',
			느리게: 'never',
		},
		(word) => appendFileSync(process.env.GEMMARK_TEST_EVENTS ?? '', `${word}\n`),
	),
});

describe('습관 노트', () => {
	test('운동을 물으면 카탈로그를 찾는다', async ({ ask }) => {
		expect(await ask('운동 추천')).toCallTool('search_catalog', { keyword: '운동' });
	});

	test('calls what it does not', async ({ ask }) => {
		expect(await ask('안녕')).toCallTool('add_habit', { name: '물' });
	});

	test('asks for the other words', async ({ ask }) => {
		expect(await ask('운동 추천')).toCallTool('search_catalog', { keyword: '물' });
	});

	test('is cut', async ({ ask }) => {
		expect(await ask('길게')).not.toCallTool('search_catalog');
	});

	let attempt = 0;
	test('passes the second time', { retry: 1 }, async ({ ask }) => {
		await ask('안녕');
		attempt += 1;
		expect(attempt).toBe(2);
	});

	test('is too slow', { timeout: 200 }, async ({ ask }) => {
		await ask('느리게');
	});

	test('has two ends', async ({ ask }) => {
		await ask('두 번');
	});

	test('ends the engine', async ({ ask }) => {
		await ask('고장');
	});
});
