import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type HandlerDoubles, recordingTools } from '../testing/recording-tools.ts';
import type { ConfirmGate, ConfirmQuestion } from './confirm-gate.ts';
import type { DispatchLog } from './dispatch-log.ts';
import { ToolDispatcher } from './dispatcher.ts';
import { ToolRegistry } from './registry.ts';
import type { ToolResult } from './result.ts';

const habit = { protocol_id: 'sleep-01', frame_level: 'L2', framed_text: '양치를 하고 나서 불을 끈다' };

describe('ToolDispatcher.dispatch', () => {
	describe('seed 002 §9 test cases', () => {
		it('seed 002 §9 unknown tool: ToolErr unknown_tool', async () => {
			const { dispatch } = setUp();
			expect(await dispatch('foo', {})).toEqual({
				type: 'error',
				code: 'unknown_tool',
				reason: '알 수 없는 도구: foo',
				kind: 'result_error',
			});
		});

		it('seed 002 §9 validation fail: protocol_id 123 is an int, not a string', async () => {
			const { dispatch, handled } = setUp();
			expect(await dispatch('add_habit', { ...habit, protocol_id: 123 }, () => true)).toEqual({
				type: 'error',
				code: 'validation',
				reason: '인자 오류: protocol_id: 문자열 값이어야 합니다 (받은 값: 숫자)',
				kind: 'result_error',
			});
			expect(handled).toEqual([]);
		});

		it('seed 002 §9 destructive + null context: ToolCancelled', async () => {
			const { dispatch, handled, logged } = setUp();
			expect(await dispatch('add_habit', habit)).toEqual({ type: 'cancelled' });
			expect(handled).toEqual([]);
			expect(logged).toEqual([]);
		});

		it('seed 002 §9 destructive + user accept: the result of the handler', async () => {
			const { dispatch, handled } = setUp({ add_habit: () => ({ type: 'ok', data: { id: 'habit-1' } }) });
			const asked: ConfirmQuestion[] = [];
			const accept: ConfirmGate = (question) => {
				asked.push(question);
				return true;
			};
			expect(await dispatch('add_habit', habit, accept)).toEqual({ type: 'ok', data: { id: 'habit-1' } });
			expect(handled).toEqual([{ toolName: 'add_habit', arguments: habit }]);
			expect(asked).toEqual([{ toolName: 'add_habit', description: '습관을 추가한다', arguments: habit }]);
		});

		it('seed 002 §9 destructive + user reject: ToolCancelled', async () => {
			const { dispatch, handled, logged } = setUp();
			expect(await dispatch('add_habit', habit, () => false)).toEqual({ type: 'cancelled' });
			expect(handled).toEqual([]);
			expect(logged).toEqual([]);
		});

		it('seed 002 §9 handler throw: ToolErr handler_error', async () => {
			const { dispatch } = setUp({
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

		it('seed 002 §9 read-only normal: ToolOk without a gate', async () => {
			const { dispatch } = setUp();
			expect(await dispatch('search_catalog', { category: 'sleep' })).toEqual({
				type: 'ok',
				data: { echo: { category: 'sleep', limit: 10 } },
			});
		});
	});

	describe('seed 002 §6 errors and failures', () => {
		it('seed 002 §6 unregistered name: logs a warning', async () => {
			const { dispatch, logged } = setUp();
			await dispatch('foo', {});
			expect(logged).toEqual([['warn', 'unknown_tool', { tool: 'foo' }]]);
		});

		it('seed 002 §6 schema violation: logs at info', async () => {
			const { dispatch, logged } = setUp();
			await dispatch('search_catalog', { limit: 11 });
			expect(logged).toEqual([
				['info', 'validation', { tool: 'search_catalog', problem: 'limit: 10 이하여야 합니다' }],
			]);
		});

		it('seed 002 §6 handler exception: the log has message and stack, the reason only the type', async () => {
			const { dispatch, logged } = setUp({ search_catalog: () => Promise.reject(new TypeError('secret path')) });
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

		it('seed 002 §6 rule violation found by the handler: passes through', async () => {
			const quota: ToolResult = {
				type: 'error',
				code: 'r3_quota',
				reason: '활성 습관은 3개까지입니다',
				kind: 'result_error',
			};
			const { dispatch } = setUp({ add_habit: () => quota });
			expect(await dispatch('add_habit', habit, () => true)).toEqual(quota);
		});

		it('a gate that throws counts as no, and is logged', async () => {
			const { dispatch, handled, logged } = setUp();
			const broken: ConfirmGate = () => Promise.reject(new Error('no window'));
			expect(await dispatch('add_habit', habit, broken)).toEqual({ type: 'cancelled' });
			expect(handled).toEqual([]);
			expect(logged).toEqual([
				['warn', 'gate_error', expect.objectContaining({ tool: 'add_habit', error: 'no window' })],
			]);
		});

		it('only true is a yes', async () => {
			const { dispatch } = setUp();
			expect(await dispatch('add_habit', habit, (() => 'false') as unknown as ConfirmGate)).toEqual({
				type: 'cancelled',
			});
		});
	});

	describe('seed 002 §7 edge cases', () => {
		it('seed 002 §7 empty args: required fields are missed, at most three are named', async () => {
			const { dispatch } = setUp();
			expect(await dispatch('add_habit', {}, () => true)).toMatchObject({
				code: 'validation',
				reason:
					'인자 오류: protocol_id: 필수 인자가 없습니다; ' +
					'frame_level: 다음 중 하나여야 합니다: L2, L3; framed_text: 필수 인자가 없습니다',
			});
		});

		it('seed 002 §7 redundant args: dropped, logged, and the call goes through', async () => {
			const { dispatch, handled, logged } = setUp();
			expect(await dispatch('search_catalog', { keyword: '잠', mood: 'calm', 이유: '몰라' })).toMatchObject({
				type: 'ok',
			});
			expect(handled).toEqual([{ toolName: 'search_catalog', arguments: { keyword: '잠', limit: 10 } }]);
			expect(logged).toEqual([['info', 'extra_arguments', { tool: 'search_catalog', keys: ['mood', '이유'] }]]);
		});

		it('seed 002 §7 modal race: a gate that closes answers no', async () => {
			const { dispatch, handled } = setUp();
			const closing = Promise.withResolvers<boolean>();
			const result = dispatch('add_habit', habit, () => closing.promise);
			closing.resolve(false);
			expect(await result).toEqual({ type: 'cancelled' });
			expect(handled).toEqual([]);
		});

		it('seed 002 §7 dismissed during dispatch: the handler runs to its end', async () => {
			const written = Promise.withResolvers<ToolResult>();
			let committed = false;
			const { dispatch } = setUp({
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

	describe('seed 000 §6 tool result that cannot be serialised', () => {
		const cycle: Record<string, unknown> = {};
		cycle.self = cycle;
		it.each([
			['a cycle', { type: 'ok', data: cycle }],
			['a bigint', { type: 'ok', data: { rows: 3n } }],
			['no data', { type: 'ok' }],
			['a function', { type: 'ok', data: () => 1 }],
			['a throwing toJSON', { type: 'ok', data: { toJSON: () => raise('no') } }],
			['more than a million characters', { type: 'ok', data: 'ㅎ'.repeat(1_000_001) }],
			['nothing', undefined],
			['no envelope', { rows: [] }],
			['an error without a reason', { type: 'error', code: 'r3_quota' }],
		])('seed 000 §6 unserialisable result: %s becomes a ToolErr', async (_, returned) => {
			const { dispatch, logged } = setUp({ search_catalog: () => returned as ToolResult });
			expect(await dispatch('search_catalog', {})).toEqual({
				type: 'error',
				code: 'handler_error',
				reason: '도구 실행 실패: 결과를 JSON으로 나타낼 수 없습니다',
				kind: 'result_error',
			});
			expect(logged.map(([level, event]) => [level, event])).toEqual([['error', 'tool_error']]);
		});

		it('results are detached from the objects of the app', async () => {
			const row = { title: '아침 햇빛' };
			const { dispatch } = setUp({ search_catalog: () => ({ type: 'ok', data: [row] }) });
			const result = await dispatch('search_catalog', {});
			row.title = '바뀜';
			expect(result).toEqual({ type: 'ok', data: [{ title: '아침 햇빛' }] });
		});
	});

	describe('hostile input', () => {
		it.each([
			['null', null, 'null'],
			['an array', [], 'array'],
			['a string', '{"keyword":"잠"}', 'string'],
			['undefined', undefined, 'undefined'],
			['a number', 7, 'number'],
		])('arguments that are %s are a validation error', async (_, rawArgs, type) => {
			const { dispatch } = setUp();
			expect(await dispatch('search_catalog', rawArgs)).toMatchObject({
				code: 'validation',
				reason: `인자 오류: 객체가 아닙니다 (${type})`,
			});
		});

		it('a __proto__ argument is dropped and reaches no prototype', async () => {
			const { dispatch, handled, logged } = setUp();
			const rawArgs = JSON.parse('{"__proto__":{"category":"sleep","polluted":true},"keyword":"잠"}');
			expect(await dispatch('search_catalog', rawArgs)).toMatchObject({ type: 'ok' });
			expect(handled[0]?.arguments).toEqual({ keyword: '잠', limit: 10 });
			expect(Object.getPrototypeOf(handled[0]?.arguments)).toBe(Object.prototype);
			expect(({} as Record<string, unknown>).polluted).toBeUndefined();
			expect(logged).toEqual([['info', 'extra_arguments', { tool: 'search_catalog', keys: ['__proto__'] }]]);
		});

		it('an argument named like a member of Object.prototype is missing when the model left it out', async () => {
			const registry = new ToolRegistry<undefined>([
				{
					name: 'odd',
					description: '',
					schema: z.object({ constructor: z.unknown(), toString: z.string().optional() }),
					destructive: false,
					handler: (args) => ({ type: 'ok', data: Object.keys(args) }),
				},
			]);
			const dispatcher = new ToolDispatcher(registry);
			expect(await dispatcher.dispatch({ toolName: 'odd', rawArgs: {}, deps: undefined })).toMatchObject({
				code: 'validation',
			});
			expect(
				await dispatcher.dispatch({ toolName: 'odd', rawArgs: { constructor: 1 }, deps: undefined }),
			).toMatchObject({ type: 'ok', data: ['constructor'] });
		});

		it('a tool named like a member of Object.prototype is unknown', async () => {
			const { dispatch } = setUp();
			for (const name of ['__proto__', 'constructor', 'toString', '']) {
				expect(await dispatch(name, {})).toMatchObject({ code: 'unknown_tool' });
			}
		});

		it('a very long tool name is cut in the reason', async () => {
			const { dispatch } = setUp();
			const result = await dispatch('x'.repeat(100_000), {});
			expect(JSON.stringify(result).length).toBeLessThan(300);
		});

		it('a log that throws or rejects disturbs nothing', async () => {
			const broken: DispatchLog = {
				warn: () => raise('log'),
				info: () => Promise.reject(new Error('log')),
				error: () => raise('log'),
			};
			const dispatcher = new ToolDispatcher(new ToolRegistry(recordingTools().tools), broken);
			expect(await dispatcher.dispatch({ toolName: 'foo', rawArgs: {}, deps: undefined })).toMatchObject({
				code: 'unknown_tool',
			});
			expect(
				await dispatcher.dispatch({ toolName: 'search_catalog', rawArgs: { extra: 1 }, deps: undefined }),
			).toMatchObject({ type: 'ok' });
		});

		it('whatever the model writes and the handler throws, dispatch resolves to a result', async () => {
			const thrown = fc.oneof(fc.anything(), fc.constant(hostileError()));
			await fc.assert(
				fc.asyncProperty(fc.string(), fc.anything({ withBigInt: true }), thrown, async (name, rawArgs, cause) => {
					const { dispatch } = setUp({
						search_catalog: () => {
							throw cause;
						},
					});
					for (const toolName of [name, 'search_catalog', 'add_habit']) {
						const result = await dispatch(toolName, rawArgs, () => raise('gate'));
						expect(['ok', 'error', 'cancelled']).toContain(result.type);
					}
				}),
				{ numRuns: 200 },
			);
		});
	});
});

function setUp(handlers: HandlerDoubles = {}) {
	const { tools, handled } = recordingTools(handlers);
	const logged: [string, string, unknown][] = [];
	const log: DispatchLog = {
		warn: (event, fields) => void logged.push(['warn', event, fields]),
		info: (event, fields) => void logged.push(['info', event, fields]),
		error: (event, fields) => void logged.push(['error', event, fields]),
	};
	const dispatcher = new ToolDispatcher(new ToolRegistry(tools), log);
	const dispatch = (toolName: string, rawArgs: unknown, confirm?: ConfirmGate): Promise<ToolResult> =>
		dispatcher.dispatch({ toolName, rawArgs, confirm, deps: undefined });
	return { dispatch, handled, logged };
}

function raise(message: string): never {
	throw new Error(message);
}

/** An error whose every property throws when it is looked at. */
function hostileError(): Error {
	return new Proxy(new Error('x'), {
		get: () => raise('looked at'),
	});
}
