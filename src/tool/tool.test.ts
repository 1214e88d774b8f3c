import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { type AppConfig, defineApp, defineConfig } from '../config/define.ts';
import { ToolRegistry } from './declaration.ts';
import { ToolDispatcher } from './dispatcher.ts';
import { defineTool, type HandlerResult, type ToolDefinition, toolResultToJson } from './tool.ts';

const timer = defineTool({
	name: 'set_timer',
	description: 'Rings later.',
	schema: z.object({ minutes: z.int().min(1), label: z.string().default('tea') }),
	handler: ({ minutes, label }) => {
		expectTypeOf(minutes).toEqualTypeOf<number>();
		expectTypeOf(label).toEqualTypeOf<string>();
		if (minutes > 60) return { type: 'error', code: 'too_long', reason: 'an hour at most' };
		return { type: 'ok', data: { seconds: minutes * 60, label } };
	},
});

const call = (rawArgs: unknown): Promise<unknown> =>
	new ToolDispatcher(new ToolRegistry([timer]), { language: 'en' }).dispatch({
		toolName: 'set_timer',
		rawArgs,
		deps: undefined,
	});

describe('defineTool', () => {
	it('passes the schema’s output to its handler', async () => {
		expect(await call({ minutes: 3 })).toEqual({ type: 'ok', data: { seconds: 180, label: 'tea' } });
		expect(await call({ minutes: '3' })).toMatchObject({ code: 'validation' });
		expect(timer.destructive).toBe(false);
	});

	it('passes the arguments of a catch-all', async () => {
		const ask = (schema: z.ZodObject): Promise<unknown> => {
			const tool = defineTool({
				name: 'note',
				description: '',
				schema,
				handler: (args) => ({ type: 'ok', data: args }),
			});
			const rawArgs = JSON.parse('{ "text": "tea", "cups": 2, "__proto__": 3 }') as unknown;
			return new ToolDispatcher(new ToolRegistry([tool])).dispatch({ toolName: 'note', rawArgs, deps: undefined });
		};
		const own = { text: z.string() };
		for (const schema of [z.looseObject(own), z.object(own).catchall(z.int())]) {
			expect(await ask(schema)).toEqual({ type: 'ok', data: { text: 'tea', cups: 2 } });
		}
		for (const schema of [z.object(own), z.strictObject(own)]) {
			expect(await ask(schema)).toEqual({ type: 'ok', data: { text: 'tea' } });
		}
	});

	it('reads an error without a kind as a result_error', async () => {
		expect(await call({ minutes: 99 })).toEqual({
			type: 'error',
			code: 'too_long',
			reason: 'an hour at most',
			kind: 'result_error',
		});
	});

	it('calls the handler as a method of the tool', async () => {
		class Shop {
			readonly name = 'buy';
			readonly description = '';
			readonly schema = z.object({});
			readonly stock = 2;
			handler(): HandlerResult {
				return { type: 'ok', data: this.stock };
			}
		}
		expect(await defineTool(new Shop()).handler({}, undefined)).toEqual({ type: 'ok', data: 2 });
	});
});

interface Recipe {
	readonly title: string;
}

describe('the types of tools', () => {
	it('fit an app in a const', () => {
		const recipes: readonly Recipe[] = [{ title: 'tofu' }];
		const app = {
			name: 'kitchen',
			language: 'en',
			system: 'Cook.',
			tools: [
				timer,
				defineTool({
					name: 'find',
					description: '',
					schema: z.object({ tags: z.array(z.string()).optional() }),
					// Data of an interface, which has no index signature, may JSON carry all the same.
					handler: async ({ tags }) => ({ type: 'ok', data: tags === undefined ? recipes : { recipes } }),
				}),
			],
		} satisfies AppConfig;
		expectTypeOf(defineConfig({ app })).toBeObject();
		expect(app.tools).toHaveLength(2);
	});

	it('fit an app with state and dependencies', () => {
		const counted = defineTool({
			name: 'count',
			description: '',
			schema: z.object({ by: z.number() }),
			handler: ({ by }, deps: { total: number }) => ({ type: 'ok', data: deps.total + by }),
		});
		expectTypeOf(counted).toEqualTypeOf<ToolDefinition<{ total: number }>>();
		const app = defineApp({
			name: 'kitchen',
			system: 'Cook.',
			open: () => ({ tools: [timer], snapshot: () => ({}), close: () => undefined }),
		});
		expect(app.open().tools).toEqual([timer]);
	});

	it('reject fields outside the schema and invalid results', () => {
		const base = { name: 'a', description: '', schema: z.object({ cups: z.number() }) };
		// @ts-expect-error a cup count is no text
		defineTool({ ...base, handler: ({ cups }) => ({ type: 'ok', data: cups.trim() }) });
		// @ts-expect-error there is no such argument
		defineTool({ ...base, handler: ({ spoons }) => ({ type: 'ok', data: spoons }) });
		// @ts-expect-error a result is wrapped in `data`
		defineTool({ ...base, handler: ({ cups }) => ({ millilitres: cups * 240 }) });
		expect.assertions(0);
	});
});

it.each([
	[{ type: 'ok', data: [1] } as const, { ok: true, data: [1] }],
	[
		{ type: 'error', code: 'r7_entry', reason: '이미 기록했습니다', kind: 'result_error' } as const,
		{ ok: false, code: 'r7_entry', reason: '이미 기록했습니다' },
	],
	[
		{ type: 'error', code: 'mcp_timeout', reason: '늦음', kind: 'exception', server: 'weather' } as const,
		{ error: '늦음', status: 'failed', tool_name: 'forecast', type: 'exception' },
	],
	[{ type: 'cancelled' } as const, { ok: false, cancelled: true }],
])('the model reads %j as %j', (result, json) => {
	expect(toolResultToJson(result, 'forecast')).toEqual(json);
});
