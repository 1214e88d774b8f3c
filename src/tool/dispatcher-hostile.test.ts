import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { setUpDispatcher } from '../testing/doubles/dispatcher-double.ts';
import { recordingTools } from '../testing/doubles/recording-tools.ts';
import { ToolRegistry } from './declaration.ts';
import { ToolDispatcher } from './dispatcher.ts';
import { type ConfirmGate, type DispatchLog, defineTool, type ToolResult } from './tool.ts';

describe('ToolDispatcher.dispatch', () => {
	describe('tool result that cannot be serialised', () => {
		const cycle: Record<string, unknown> = {};
		cycle.self = cycle;
		const json = ['결과를 JSON으로 나타낼 수 없습니다', 'its result cannot be written as JSON'];
		const lost = (said: string): readonly string[] => [String(json[0]), `${json[1]}: ${said}`];
		const envelope = [
			'결과의 type이 ok, error, cancelled 중 하나가 아닙니다',
			"its result has no type 'ok', 'error' or 'cancelled'",
		];
		it.each<[string, unknown, readonly string[]]>([
			['a cycle', { type: 'ok', data: cycle }, json],
			[
				'a bigint',
				{ type: 'ok', data: { rows: 3n } },
				lost('data.rows: is a BigInt, which no JSON can hold. Give a number or a text.'),
			],
			[
				'a Map',
				{ type: 'ok', data: { cart: [new Map()] } },
				lost('data.cart[0]: is a Map, which no JSON can hold. Give a plain object.'),
			],
			['a function', { type: 'ok', data: () => 1 }, json],
			['a throwing toJSON', { type: 'ok', data: { toJSON: () => raise('no') } }, json],
			['no data', { type: 'ok' }, ['결과에 data가 없습니다', "its result of type 'ok' has no data"]],
			[
				'more than a million characters',
				{ type: 'ok', data: 'ㅎ'.repeat(1_000_001) },
				['결과가 1,000,000자를 넘습니다', 'its result is longer than 1,000,000 characters'],
			],
			['nothing', undefined, envelope],
			['a text', '비 오는 날', envelope],
			['no envelope', { title: '豆腐' }, envelope],
			['an envelope of another type', { type: 'success', data: 1 }, envelope],
			[
				'an error without a reason',
				{ type: 'error', code: 'r3_quota' },
				['오류 결과에 code나 reason이 없습니다', "its result of type 'error' lacks the text of code or reason"],
			],
		])('unserialisable result: %s becomes a ToolErr', async (_, returned, [reason, problem]) => {
			const { dispatch, logged } = setUpDispatcher({ search_catalog: () => returned as ToolResult });
			expect(await dispatch('search_catalog', {})).toEqual({
				type: 'error',
				code: 'handler_error',
				reason: `도구 실행 실패: ${reason}`,
				kind: 'result_error',
			});
			expect(logged).toEqual([['error', 'tool_error', { tool: 'search_catalog', problem }]]);
		});

		it('a handler that changes its arguments does not change the call', async () => {
			const tool = defineTool({
				name: 'filter',
				description: '',
				schema: z.object({ where: z.unknown(), tags: z.array(z.unknown()) }),
				handler: (args) => {
					Object.assign(args.where as object, { x: 2 });
					Object.assign(args.tags[0] as object, { y: 2 });
					return { type: 'ok', data: args };
				},
			});
			const rawArgs = { where: { x: 1 }, tags: [{ y: 1 }] };
			const dispatcher = new ToolDispatcher(new ToolRegistry([tool]));
			expect(await dispatcher.dispatch({ toolName: 'filter', rawArgs, deps: undefined })).toEqual({
				type: 'ok',
				data: { where: { x: 2 }, tags: [{ y: 2 }] },
			});
			expect(rawArgs).toEqual({ where: { x: 1 }, tags: [{ y: 1 }] });
		});

		it('a gate or handler cannot change arguments of a later call', async () => {
			const tool = defineTool({
				name: 'buy',
				description: '',
				destructive: true,
				schema: z.object({ a: z.object({ x: z.array(z.int()) }).default({ x: [1] }) }),
				handler: ({ a }) => ({ type: 'ok', data: a.x.push(2) }),
			});
			const confirm = ({ arguments: args }: Parameters<ConfirmGate>[0]) =>
				Object.assign(args.a as object, { x: [] }) !== undefined;
			const dispatcher = new ToolDispatcher(new ToolRegistry([tool]));
			for (const _call of [1, 2]) {
				const result = await dispatcher.dispatch({ toolName: 'buy', rawArgs: {}, confirm, deps: undefined });
				expect(result).toEqual({ type: 'ok', data: 2 });
			}
		});

		it('results are detached from the objects of the app', async () => {
			const row = { title: '아침 햇빛' };
			const { dispatch } = setUpDispatcher({ search_catalog: () => ({ type: 'ok', data: [row] }) });
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
			const { dispatch } = setUpDispatcher();
			expect(await dispatch('search_catalog', rawArgs)).toMatchObject({
				code: 'validation',
				reason: `인자 오류: 객체가 아닙니다 (${type})`,
			});
		});

		it('a __proto__ argument is dropped', async () => {
			const { dispatch, handled, logged } = setUpDispatcher();
			const rawArgs = JSON.parse('{"__proto__":{"category":"sleep","polluted":true},"keyword":"잠"}');
			expect(await dispatch('search_catalog', rawArgs)).toMatchObject({ type: 'ok' });
			expect(handled[0]?.arguments).toEqual({ keyword: '잠', limit: 10 });
			expect(Object.getPrototypeOf(handled[0]?.arguments)).toBe(Object.prototype);
			expect(({} as Record<string, unknown>).polluted).toBeUndefined();
			expect(logged.slice(0, 1)).toEqual([
				['info', 'extra_arguments', { tool: 'search_catalog', keys: ['__proto__'] }],
			]);
		});

		it('an omitted argument named like a member of Object.prototype is missing', async () => {
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
			const { dispatch } = setUpDispatcher();
			for (const name of ['__proto__', 'constructor', 'toString', '']) {
				expect(await dispatch(name, {})).toMatchObject({ code: 'unknown_tool' });
			}
		});

		it.each([
			['nothing', undefined, '(undefined)'],
			['null', null, '(null)'],
			['a number', 7, '(number)'],
			['a symbol', Symbol('x'), '(symbol)'],
			['an object without a prototype', Object.create(null), '(object)'],
		])('%s as a tool name of a user’s conversation is unknown', async (_, name, written) => {
			const { dispatch, logged } = setUpDispatcher();
			expect(await dispatch(name as string, {})).toMatchObject({
				code: 'unknown_tool',
				reason: `알 수 없는 도구: ${written}`,
			});
			expect(logged).toEqual([['warn', 'unknown_tool', { tool: written }]]);
		});

		it('a very long tool name is cut in the reason', async () => {
			const { dispatch } = setUpDispatcher();
			const result = await dispatch('x'.repeat(100_000), {});
			expect(JSON.stringify(result).length).toBeLessThan(300);
		});

		it('a log that throws or rejects is ignored', async () => {
			const broken: DispatchLog = {
				warn: () => raise('log'),
				info: () => Promise.reject(new Error('log')),
				error: () => raise('log'),
			};
			const dispatcher = new ToolDispatcher(new ToolRegistry(recordingTools().tools), { log: broken });
			expect(await dispatcher.dispatch({ toolName: 'foo', rawArgs: {}, deps: undefined })).toMatchObject({
				code: 'unknown_tool',
			});
			expect(
				await dispatcher.dispatch({ toolName: 'search_catalog', rawArgs: { extra: 1 }, deps: undefined }),
			).toMatchObject({ type: 'ok' });
		});

		it('dispatch resolves to a result for any input and error', async () => {
			const thrown = fc.oneof(fc.anything(), fc.constant(hostileError()));
			await fc.assert(
				fc.asyncProperty(fc.string(), fc.anything({ withBigInt: true }), thrown, async (name, rawArgs, cause) => {
					const { dispatch } = setUpDispatcher({
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

function raise(message: string): never {
	throw new Error(message);
}

/** An error whose every property throws when it is looked at. */
function hostileError(): Error {
	return new Proxy(new Error('x'), {
		get: () => raise('looked at'),
	});
}
