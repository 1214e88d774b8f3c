import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigError } from '../errors/gemmark-error.ts';
import { recordingTools } from '../testing/doubles/recording-tools.ts';
import { ToolRegistry } from './registry.ts';

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

	it('takes tools from several sources', () => {
		const sources = [recordingTools().tools.slice(0, 1), recordingTools().tools.slice(1)];
		expect(new ToolRegistry(sources.flat()).allDefinitions()).toHaveLength(2);
	});

	it('refuses two tools of one name', () => {
		expect(() => new ToolRegistry([...tools, ...tools])).toThrow(ConfigError);
	});

	const object = z.object({ n: z.number() });
	it.each<[string, unknown]>([
		["no z.object (to zod it is 'pipe')", object.transform(({ n }) => n)],
		["no z.object (to zod it is 'pipe')", z.preprocess((value) => value, object)],
		["no z.object (to zod it is 'optional')", object.optional()],
		["no z.object (to zod it is 'readonly')", object.readonly()],
		["no z.object (to zod it is 'lazy')", z.lazy(() => object)],
		["no z.object (to zod it is 'record')", z.record(z.string(), z.int())],
		["no z.object (to zod it is 'intersection')", z.intersection(object, object)],
		["no z.object (to zod it is 'union')", z.discriminatedUnion('k', [z.object({ k: z.literal('a') })])],
		['no schema of zod 4', { type: 'object' }],
		['no schema of zod 4', null],
	])('refuses by name a tool whose schema is %s', (what, schema) => {
		const tool = { ...tools[0], name: 'ro', schema } as never;
		expect(() => new ToolRegistry([tool])).toThrow(
			expect.objectContaining({ code: 'config', message: `tool ro: its schema is ${what}` }),
		);
	});

	it('takes a z.object that is refined or branded', () => {
		const schemas = [object.refine(({ n }) => n > 1), object.brand('x'), z.strictObject({})];
		expect(
			new ToolRegistry(schemas.map((schema, index) => ({ ...tools[0], name: `t${index}`, schema }) as never)),
		).toBeDefined();
	});
});
