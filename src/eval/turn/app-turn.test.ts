import { describe, expect, it } from 'vitest';
import { appDouble } from '../../testing/doubles/app-double.ts';
import { ScriptedConversation, type ScriptedGeneration } from '../../testing/doubles/scripted-conversation.ts';
import type { AppUnderTest } from '../app.ts';
import type { Solution } from '../suite.ts';
import { solveAppTurn } from './app-turn.ts';

describe('solveAppTurn', () => {
	it.each([
		[undefined, '알 수 없는 도구: forget', '도구 호출 루프가 너무 길어 중단했습니다.'],
		['ko', '알 수 없는 도구: forget', '도구 호출 루프가 너무 길어 중단했습니다.'],
		['en', 'Unknown tool: forget', 'Stopped, because the tool calls went on for too long.'],
		['any', 'Unknown tool: forget', 'Stopped, because the tool calls went on for too long.'],
	])('speaks the language of an app in %s', async (language, reason, error) => {
		const solution = await solveAppTurn('Forget it', {
			app: { ...appDouble(), language },
			openConversation: () => new ScriptedConversation(() => [{ call: 'forget' }]),
			policy: 'push',
			reflection: false,
			deadlineMs: 1_000,
			generations: [],
		});
		expect(solution.error).toBe(error);
		expect(solution.messages[1]).toMatchObject({ role: 'tool-call', result: { reason } });
	});

	const turn = (app: AppUnderTest, script: readonly ScriptedGeneration[]): Promise<Solution> =>
		solveAppTurn('저장해 줘', {
			app,
			openConversation: () => new ScriptedConversation(script),
			policy: 'push',
			reflection: false,
			deadlineMs: 1_000,
			generations: [],
		});

	it('keeps what the dispatcher told of its calls', async () => {
		const app = appDouble({
			search_catalog: () => {
				throw new RangeError('no catalog');
			},
		});
		const { facts } = await turn(app, [
			[{ call: 'forget' }, { call: 'add_habit', arguments: {} }],
			[{ call: 'search_catalog', arguments: { mood: 'good' } }],
			[{ text: '네.' }],
		]);
		expect(facts.dispatch).toMatchObject([
			{ level: 'warn', event: 'unknown_tool', tool: 'forget' },
			{ level: 'info', event: 'validation', tool: 'add_habit', problem: expect.stringContaining('protocol_id') },
			{ level: 'info', event: 'extra_arguments', tool: 'search_catalog', keys: ['mood'] },
			{ level: 'error', event: 'tool_error', tool: 'search_catalog', error: 'no catalog' },
		]);
		expect(JSON.stringify(facts.dispatch)).not.toContain(import.meta.dirname);
	});

	it('has no dispatch among its facts where there is nothing to tell', async () => {
		const { facts } = await turn(appDouble(), [[{ call: 'search_catalog' }], [{ text: '네.' }]]);
		expect(Object.keys(facts)).toEqual(['before', 'after']);
	});
});
