import { describe, expect, it } from 'vitest';
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
});
