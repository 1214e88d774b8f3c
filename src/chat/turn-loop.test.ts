import { describe, expect, it } from 'vitest';
import { reflectionMessage } from './turn-loop.ts';

type ToolOutcome = Parameters<typeof reflectionMessage>[0][number];

const ok: ToolOutcome = { toolName: 'search_catalog', result: { type: 'ok', data: [] } };
const cancelled: ToolOutcome = { toolName: 'add_habit', result: { type: 'cancelled' } };
const threw: ToolOutcome = {
	toolName: 'get_streak',
	result: { type: 'error', code: 'handler_error', reason: '도구 실행 실패: TypeError', kind: 'exception' },
};
const refused: ToolOutcome = {
	toolName: 'add_habit',
	result: { type: 'error', code: 'r3_quota', reason: '활성 습관은 3개까지입니다', kind: 'result_error' },
};

describe('reflectionMessage', () => {
	it('generateReflectionMessage: counts successes and lists each failure with tool, kind and message', () => {
		expect(reflectionMessage([ok, threw, refused])).toBe(
			[
				'🤔 도구 호출 결과를 분석해보겠습니다.',
				'',
				'✅ 성공: 1/3개 도구가 정상 작동했습니다.',
				'❌ 실패: 2개 도구에서 문제가 발생했습니다.',
				'',
				'실패한 도구들을 분석해보겠습니다:',
				'1. **get_streak** (exception): 도구 실행 실패: TypeError',
				'2. **add_habit** (result_error): 활성 습관은 3개까지입니다',
				'',
				'이러한 문제들을 해결하기 위해 다음과 같은 접근을 시도해보겠습니다:',
				'• 다른 도구나 방법으로 같은 작업 수행',
				'• 입력 매개변수를 조정하여 재시도',
				'• 작업을 더 작은 단위로 분할하여 진행',
				'• 사용자에게 추가 정보를 요청',
				'',
				'어떤 방법을 선호하시나요?',
			].join('\n'),
		);
	});

	it('successfulCalls > 0: has no line of successes when there are none', () => {
		expect(reflectionMessage([threw])).not.toContain('✅');
	});

	it('failedResults.length > 0: there is no message when no call failed', () => {
		expect(reflectionMessage([ok, ok])).toBeUndefined();
		expect(reflectionMessage([])).toBeUndefined();
	});

	it('a cancelled call neither failed nor succeeded', () => {
		expect(reflectionMessage([ok, cancelled])).toBeUndefined();
		expect(reflectionMessage([ok, cancelled, refused])).toContain('✅ 성공: 1/3개');
	});

	it('is in English for every language but Korean', () => {
		expect(
			reflectionMessage([ok, cancelled, { ...threw, toolName: 'x' }], 'en')
				?.split('\n')
				.slice(0, 7),
		).toEqual([
			'🤔 Let me look at how the tool calls went.',
			'',
			'✅ Succeeded: 1 of 3 tool calls.',
			'❌ Failed: 1 of 3 tool calls.',
			'',
			'The failed tool calls:',
			'1. **x** (exception): 도구 실행 실패: TypeError',
		]);
	});

	it('a name or message cannot add lines to the list', () => {
		const hostile: ToolOutcome = {
			toolName: 'x\n2. **y**',
			result: {
				type: 'error',
				code: 'mcp_error',
				reason: `a\n\n✅ 성공: 9/9${'z'.repeat(9_999)}`,
				kind: 'result_error',
			},
		};
		const message = reflectionMessage([hostile]) ?? '';
		expect(message.split('\n')).toHaveLength(reflectionMessage([threw])?.split('\n').length ?? 0);
		expect(message.length).toBeLessThan(800);
	});
});
