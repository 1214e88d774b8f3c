import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { recordingTools } from '../testing/doubles/recording-tools.ts';
import { declaredDefaults, declareTool, ToolRegistry, withoutDefaults } from './declaration.ts';

describe('declareTool', () => {
	it('declares only what the templates print', () => {
		const [searchCatalog] = recordingTools().tools;
		expect(searchCatalog && declareTool(searchCatalog)).toEqual({
			name: 'search_catalog',
			description: '습관 프로토콜을 찾는다',
			parameters: {
				type: 'object',
				properties: {
					category: { type: 'string', description: '분야', enum: ['sleep', 'movement'] },
					keyword: { type: 'string', description: '찾을 말', minLength: 1, maxLength: 50 },
					limit: { type: 'integer', description: '최대 개수', minimum: 1, maximum: 10 },
				},
			},
		});
	});

	it('requires arguments without default and optional', () => {
		expect(parametersOf({ a: z.string(), b: z.string().optional(), c: z.string().default('x') }).required).toEqual([
			'a',
		]);
	});

	it.each([
		['an integer without bounds', z.int(), { type: 'integer' }],
		['a number', z.number().min(0.5), { type: 'number', minimum: 0.5 }],
		['a boolean', z.boolean(), { type: 'boolean' }],
		['a date', z.iso.date(), { type: 'string', format: 'date' }],
		['a nullable enum', z.enum(['a', 'b']).nullable(), { type: 'string', enum: ['a', 'b'], nullable: true }],
		['a literal', z.literal('done'), { type: 'string', enum: ['done'] }],
		['alternatives', z.union([z.literal('a'), z.literal('b')]), { type: 'string', enum: ['a', 'b'] }],
		[
			'a described alternative',
			z.union([z.string(), z.number()]).describe('값'),
			{ type: 'string', description: '값' },
		],
		[
			'a list of objects',
			z
				.array(z.strictObject({ level: z.string() }))
				.min(1)
				.max(3),
			{
				type: 'array',
				minItems: 1,
				maxItems: 3,
				items: { type: 'object', properties: { level: { type: 'string' } }, required: ['level'] },
			},
		],
		['a list of anything', z.array(z.any()), { type: 'array', items: { type: 'string' } }],
		[
			'a tuple',
			z.tuple([z.int(), z.int().nullable()]),
			{ type: 'array', minItems: 2, maxItems: 2, items: { nullable: true, type: 'integer' } },
		],
		[
			'a discriminated union of objects',
			z.discriminatedUnion('kind', [
				z.object({ kind: z.literal('daily'), at: z.string() }),
				z.object({ kind: z.literal('every'), days: z.int().min(1), at: z.string().optional() }),
			]),
			{
				type: 'object',
				properties: {
					kind: { type: 'string', enum: ['daily', 'every'] },
					at: { type: 'string' },
					days: { type: 'integer', minimum: 1 },
				},
				required: ['kind'],
			},
		],
		[
			'objects of which one may be absent',
			z.union([z.object({ a: z.string() }), z.object({ b: z.int() })]).nullable(),
			{ type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } }, nullable: true },
		],
	])('declares %s with one type', (_, schema, declared) => {
		expect(parametersOf({ x: schema }).properties).toEqual({ x: declared });
	});

	it('keeps constant defaults, not computed ones', () => {
		const parameters = parametersOf({ a: z.int().default(1), at: z.string().default(() => new Date().toISOString()) });
		expect(declaredDefaults({ parameters })).toEqual({ a: 1 });
	});

	it('gives equal text for equal schemas', () => {
		const declare = () => JSON.stringify(recordingTools().tools.map((tool) => declareTool(tool)));
		expect(declare()).toBe(declare());
	});

	it('rejects schemas that JSON Schema cannot express', () => {
		expect(() => parametersOf({ when: z.date() })).toThrow(ConfigError);
		expect(() => parametersOf({ when: z.date() })).toThrow(/tool probe/);
	});
});

it('withoutDefaults keeps arguments named default', () => {
	const list = { type: 'array', items: { type: 'object', properties: { n: { type: 'number', default: 1 } } } };
	const schema = {
		type: 'object',
		properties: { default: { type: 'string', default: 'x' }, list },
		required: ['list'],
	};
	expect(withoutDefaults(schema)).toEqual({
		type: 'object',
		properties: {
			default: { type: 'string' },
			list: { type: 'array', items: { type: 'object', properties: { n: { type: 'number' } } } },
		},
		required: ['list'],
	});
});

function parametersOf(shape: z.ZodRawShape) {
	return declareTool({ name: 'probe', description: '', schema: z.object(shape) }).parameters;
}

describe('ToolRegistry', () => {
	const { tools } = recordingTools();

	it('lookup: finds a tool by its name', () => {
		const registry = new ToolRegistry(tools);
		expect(registry.byName('add_habit')).toBe(tools[1]);
		expect(registry.byName('add_habits')).toBeUndefined();
	});

	it('keeps the order of declaration', () => {
		expect(new ToolRegistry(tools).allDefinitions().map((tool) => tool.name)).toEqual(['search_catalog', 'add_habit']);
	});

	it('accepts tools from several sources', () => {
		const sources = [recordingTools().tools.slice(0, 1), recordingTools().tools.slice(1)];
		expect(new ToolRegistry(sources.flat()).allDefinitions()).toHaveLength(2);
	});

	it('rejects two tools with the same name', () => {
		expect(() => new ToolRegistry([...tools, ...tools])).toThrow(ConfigError);
	});

	const object = z.object({ n: z.number() });
	it.each<[string | undefined, unknown]>([
		['pipe', object.transform(({ n }) => n)],
		['pipe', z.preprocess((value) => value, object)],
		['optional', object.optional()],
		['readonly', object.readonly()],
		['lazy', z.lazy(() => object)],
		['record', z.record(z.string(), z.int())],
		['intersection', z.intersection(object, object)],
		['union', z.discriminatedUnion('k', [z.object({ k: z.literal('a') })])],
		[undefined, { type: 'object' }],
		[undefined, null],
	])('rejects a tool whose schema is %s', (type, schema) => {
		const tool = { ...tools[0], name: 'ro', schema } as never;
		expect(() => new ToolRegistry([tool])).toThrow(
			expect.objectContaining({ code: 'config', said: message('config.tool-not-object', { tool: 'ro', type }) }),
		);
	});

	it('accepts a refined or branded z.object', () => {
		const schemas = [object.refine(({ n }) => n > 1), object.brand('x'), z.strictObject({})];
		expect(
			new ToolRegistry(schemas.map((schema, index) => ({ ...tools[0], name: `t${index}`, schema }) as never)),
		).toBeDefined();
	});
});
