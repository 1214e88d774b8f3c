import { describe, expect, it } from 'vitest';
import { setUpDispatcher } from '../testing/doubles/dispatcher-double.ts';
import { recordingTools } from '../testing/doubles/recording-tools.ts';
import { habit } from '../testing/doubles/session-double.ts';
import { ToolRegistry } from './declaration.ts';
import { ToolDispatcher } from './dispatcher.ts';
import type { ConfirmGate, ToolDefinition, ToolResult } from './tool.ts';

describe('ToolDispatcher.dispatch', () => {
	describe('test cases', () => {
		it('unknown tool: ToolErr unknown_tool', async () => {
			const { dispatch } = setUpDispatcher();
			expect(await dispatch('foo', {})).toEqual({
				type: 'error',
				code: 'unknown_tool',
				reason: '알 수 없는 도구: foo',
				kind: 'result_error',
			});
		});

		it("a failed call of an MCP server's tool names the server", async () => {
			const tool = { ...recordingTools({}).tools[0], server: 'shop' } as ToolDefinition<undefined>;
			const dispatcher = new ToolDispatcher(new ToolRegistry([tool]));
			const result = await dispatcher.dispatch({ toolName: tool.name, rawArgs: 3, deps: undefined });
			expect(result).toMatchObject({ type: 'error', code: 'validation', server: 'shop' });
		});

		it('validation fail: protocol_id 123 is an int, not a string', async () => {
			const { dispatch, handled } = setUpDispatcher();
			expect(await dispatch('add_habit', { ...habit, protocol_id: 123 }, () => true)).toEqual({
				type: 'error',
				code: 'validation',
				reason: '인자 오류: protocol_id: 문자열 값이어야 합니다 (받은 값: 숫자)',
				kind: 'result_error',
			});
			expect(handled).toEqual([]);
		});

		it('destructive + null context: ToolCancelled, silently', async () => {
			const { dispatch, handled, logged } = setUpDispatcher();
			expect(await dispatch('add_habit', habit)).toEqual({ type: 'cancelled' });
			expect(handled).toEqual([]);
			expect(logged).toEqual([]);
		});

		it('destructive + user accept: the result of the handler', async () => {
			const { dispatch, handled } = setUpDispatcher({ add_habit: () => ({ type: 'ok', data: { id: 'habit-1' } }) });
			const asked: Parameters<ConfirmGate>[0][] = [];
			const accept: ConfirmGate = (question) => {
				asked.push(question);
				return true;
			};
			expect(await dispatch('add_habit', habit, accept)).toEqual({ type: 'ok', data: { id: 'habit-1' } });
			expect(handled).toEqual([{ toolName: 'add_habit', arguments: habit }]);
			expect(asked).toEqual([{ toolName: 'add_habit', description: '습관을 추가한다', arguments: habit }]);
		});

		it('destructive + user reject: ToolCancelled, silently', async () => {
			const { dispatch, handled, logged } = setUpDispatcher();
			expect(await dispatch('add_habit', habit, () => false)).toEqual({ type: 'cancelled' });
			expect(handled).toEqual([]);
			expect(logged).toEqual([]);
		});

		it('handler throw: ToolErr handler_error', async () => {
			const { dispatch } = setUpDispatcher({
				search_catalog: () => {
					throw new RangeError('row 7 of user 42');
				},
			});
			expect(await dispatch('search_catalog', {})).toEqual({
				type: 'error',
				code: 'handler_error',
				reason: '도구 실행 실패: RangeError',
				kind: 'exception',
			});
		});

		it('read-only normal: ToolOk without a gate', async () => {
			const { dispatch } = setUpDispatcher();
			expect(await dispatch('search_catalog', { category: 'sleep' })).toEqual({
				type: 'ok',
				data: { echo: { category: 'sleep', limit: 10 } },
			});
		});
	});

	describe('errors and failures', () => {
		it('unregistered name: logs a warning', async () => {
			const { dispatch, logged } = setUpDispatcher();
			await dispatch('foo', {});
			expect(logged).toEqual([['warn', 'unknown_tool', { tool: 'foo' }]]);
		});

		it('schema violation: logs at info', async () => {
			const { dispatch, logged } = setUpDispatcher();
			await dispatch('search_catalog', { limit: 11 });
			expect(logged).toEqual([
				['info', 'validation', { tool: 'search_catalog', problem: 'limit: 10 이하여야 합니다' }],
			]);
		});

		it('handler exception: the log has message and stack, the reason only the type', async () => {
			const { dispatch, logged } = setUpDispatcher({
				search_catalog: () => Promise.reject(new TypeError('secret path')),
			});
			const result = await dispatch('search_catalog', {});
			expect(JSON.stringify(result)).not.toContain('secret');
			expect(logged).toEqual([
				[
					'error',
					'tool_error',
					{ tool: 'search_catalog', error: 'secret path', stack: expect.stringContaining('dispatcher.test') },
				],
			]);
		});

		it('rule violation found by the handler: passes through', async () => {
			const quota: ToolResult = {
				type: 'error',
				code: 'r3_quota',
				reason: '활성 습관은 3개까지입니다',
				kind: 'result_error',
			};
			const { dispatch, logged } = setUpDispatcher({ add_habit: () => quota });
			expect(await dispatch('add_habit', habit, () => true)).toEqual(quota);
			const said = { tool: 'add_habit', code: 'r3_quota', reason: '활성 습관은 3개까지입니다' };
			expect(logged).toEqual([['warn', 'tool_result_error', said]]);
		});

		it('a success is logged at info', async () => {
			const { dispatch, logged } = setUpDispatcher();
			await dispatch('search_catalog', {});
			expect(logged).toEqual([['info', 'tool_success', { tool: 'search_catalog' }]]);
		});

		it('a gate that throws counts as no and is logged', async () => {
			const { dispatch, handled, logged } = setUpDispatcher();
			const broken: ConfirmGate = () => Promise.reject(new Error('no window'));
			expect(await dispatch('add_habit', habit, broken)).toEqual({ type: 'cancelled' });
			expect(handled).toEqual([]);
			expect(logged).toEqual([
				['warn', 'gate_error', expect.objectContaining({ tool: 'add_habit', error: 'no window' })],
			]);
		});

		it('only true is a yes', async () => {
			const { dispatch } = setUpDispatcher();
			expect(await dispatch('add_habit', habit, (() => 'false') as unknown as ConfirmGate)).toEqual({
				type: 'cancelled',
			});
		});
	});

	describe('edge cases', () => {
		it('empty args: at most three missing fields are named', async () => {
			const { dispatch } = setUpDispatcher();
			expect(await dispatch('add_habit', {}, () => true)).toMatchObject({
				code: 'validation',
				reason:
					'인자 오류: protocol_id: 필수 인자가 없습니다; ' +
					'frame_level: 다음 중 하나여야 합니다: L2, L3; framed_text: 필수 인자가 없습니다',
			});
		});

		it('redundant args: dropped and logged', async () => {
			const { dispatch, handled, logged } = setUpDispatcher();
			expect(await dispatch('search_catalog', { keyword: '잠', mood: 'calm', 이유: '몰라' })).toMatchObject({
				type: 'ok',
			});
			expect(handled).toEqual([{ toolName: 'search_catalog', arguments: { keyword: '잠', limit: 10 } }]);
			expect(logged.slice(0, 1)).toEqual([
				['info', 'extra_arguments', { tool: 'search_catalog', keys: ['mood', '이유'] }],
			]);
		});

		it('modal race: a gate that closes answers no', async () => {
			const { dispatch, handled } = setUpDispatcher();
			const closing = Promise.withResolvers<boolean>();
			const result = dispatch('add_habit', habit, () => closing.promise);
			closing.resolve(false);
			expect(await result).toEqual({ type: 'cancelled' });
			expect(handled).toEqual([]);
		});

		it('dismissed during dispatch: the handler runs to its end', async () => {
			const written = Promise.withResolvers<ToolResult>();
			let committed = false;
			const { dispatch } = setUpDispatcher({
				add_habit: async () => {
					const result = await written.promise;
					committed = true;
					return result;
				},
			});
			const result = dispatch('add_habit', habit, () => true);
			written.resolve({ type: 'ok', data: null });
			await result;
			expect(committed).toBe(true);
		});
	});
});
