import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../base/json.ts';
import { english, remedyOf } from '../base/message.ts';
import type { ChatMessage } from '../chat/turn-loop.ts';
import { solveAppTurn } from '../eval/define/app-turn.ts';
import type { EvaluatedRun } from '../eval/header.ts';
import type { SampleResult } from '../eval/sample.ts';
import { declaredSuiteFixture } from '../testing/declared-suite-fixture.ts';
import { appDouble } from '../testing/doubles/app-double.ts';
import { ScriptedConversation } from '../testing/doubles/scripted-conversation.ts';
import { habit } from '../testing/doubles/session-double.ts';
import { logHeaderFixture, logSampleFixture } from '../testing/log-line-fixture.ts';
import type { ToolResult } from '../tool/tool.ts';
import { ownFailures } from './failures.ts';
import { userCodeMessage } from './notices.ts';

const runOf = (...samples: readonly SampleResult[]): EvaluatedRun => ({
	header: logHeaderFixture({ suites: [declaredSuiteFixture({ name: 'prefix' })] }),
	samples: samples.map((sample) => logSampleFixture(sample)),
});
const sampleOf = (messages: readonly ChatMessage[], dispatch?: JsonValue): SampleResult =>
	logSampleFixture({ transcript: { messages, generations: [], facts: dispatch === undefined ? {} : { dispatch } } });
const called = (name: string, result: ToolResult): ChatMessage => ({
	role: 'tool-call',
	call: { id: '1', name, arguments: {}, raw: '', repairs: [] },
	result,
});
const failed = (code: string, kind: 'exception' | 'result_error' = 'result_error'): ToolResult => ({
	type: 'error',
	code,
	reason: `no ${code}`,
	kind,
});
const text = (run: EvaluatedRun): readonly string[] =>
	ownFailures(run)
		.map(userCodeMessage)
		.map((one) => `${english(one)} ${remedyOf(one)}`);

describe('ownFailures', () => {
	it('lists causes that ended samples, each once', () => {
		const ended = (sampleId: string, failureDetail: string): SampleResult =>
			logSampleFixture({ sampleId, transcript: { generations: [], facts: {}, failure: 'own-code', failureDetail } });
		const samples = ['a', 'b'].map((id) => ended(id, `suite prefix: sample ${id}: solve(): throws Error: no oil`));
		expect(text(runOf(...samples, ended('c', 'app coach: open(): throws Error: x'), sampleOf([])))).toEqual([
			'Code of the app, the dialect or the suite prefix failed, not the model (3 of 4 samples): solve(): throws Error: no oil; and 1 other failure',
		]);
	});

	it('lists tools that failed, with their calls and what they threw', async () => {
		let calls = 0;
		const app = appDouble({
			search_catalog: () => {
				calls += 1;
				if (calls === 2) return { type: 'ok', data: 1 };
				throw new Error(calls === 1 ? 'DB is down:\nretry' : 'gone');
			},
			add_habit: () => ({ title: 'no envelope' }) as unknown as ToolResult,
		});
		const { messages, facts } = await solveAppTurn('x', {
			app,
			openConversation: () =>
				new ScriptedConversation([
					[{ call: 'search_catalog' }, { call: 'search_catalog' }, { call: 'add_habit', arguments: habit }],
					[{ call: 'search_catalog' }, { call: 'search_catalog', arguments: { limit: 'x' } }, { call: 'forget' }],
					[{ text: '네.' }],
				]),
			policy: 'push',
			reflection: false,
			deadlineMs: 1000,
			generations: [],
		});
		expect(text(runOf(sampleOf(messages, facts.dispatch)))).toEqual([
			"The app's tool search_catalog failed, not the model (2 of 3 calls): threw DB is down: retry; and 1 other failure",
			"The app's tool add_habit failed, not the model (1 of 1 call): returned a result whose type is not 'ok', 'error' or 'cancelled'",
		]);
	});

	it('takes the reason that the model read without a dispatcher’s entry', () => {
		const messages = [called('a', failed('mcp_timeout', 'exception')), called('a', failed('handler_error'))];
		expect(text(runOf(sampleOf(messages)))).toEqual([
			"The app's tool a failed, not the model (2 of 2 calls): no handler_error; and 1 other failure",
		]);
		expect(text(runOf(sampleOf(messages, [7, { event: 'tool_error', tool: 3 }])))).toHaveLength(1);
	});

	it('merges the same failure in two languages of the app', () => {
		const bad = (reason: string, kind?: 'exception'): ToolResult => ({
			type: 'error',
			code: 'handler_error',
			reason,
			kind: kind ?? 'result_error',
		});
		const messages = [
			called('a', bad('도구 실행 실패: 결과가 1,000,000자를 넘습니다')),
			called('a', bad('The tool failed: its result is longer than 1,000,000 characters')),
			called('b', bad('도구 실행 실패: RangeError', 'exception')),
		];
		expect(text(runOf(sampleOf(messages)))).toEqual([
			"The app's tool a failed, not the model (2 of 2 calls): returned more than 1,000,000 characters",
			"The app's tool b failed, not the model (1 of 1 call): threw RangeError",
		]);
	});

	it('ignores errors of the model and user, and rules of the app', () => {
		const results = [failed('unknown_tool'), failed('validation'), failed('r3_quota'), { type: 'cancelled' } as const];
		expect(text(runOf(sampleOf(results.map((result) => called('a', result)))))).toEqual([]);
	});

	it('lists scorers that failed, with their samples', () => {
		const scored = (scores: SampleResult['scores']): SampleResult => logSampleFixture({ scores });
		const thrown = { unscored: 'scorer-failed', detail: 'Error: cannot judge' } as const;
		const run = runOf(
			scored({ flaky: thrown, sound: { value: true } }),
			scored({ flaky: { value: false, reason: 'no' } }),
			scored({ flaky: { unscored: 'cut-length' } }),
		);
		expect(text(run)).toEqual([
			'The scorer flaky of prefix failed, not the model (1 of 2 samples): Error: cannot judge',
		]);
	});
});
