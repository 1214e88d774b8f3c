import { describe, expect, it } from 'vitest';
import { appDouble } from '../testing/doubles/app-double.ts';
import { ScriptedConversation } from '../testing/doubles/scripted-conversation.ts';
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
});
