import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../../base/json.ts';
import { configErrorOf } from '../../testing/config-folder-fixture.ts';
import { declareTool, ToolRegistry } from '../../tool/declaration.ts';
import { ToolDispatcher } from '../../tool/dispatcher.ts';
import type { ToolResult } from '../../tool/tool.ts';
import { readToolList } from './tool-list.ts';

const parameters = {
	type: 'object',
	properties: {
		keyword: { type: 'string', description: '찾을 말', minLength: 1 },
		limit: { type: 'integer', minimum: 1, maximum: 10 },
		tags: { type: 'array', items: { type: 'string' } },
	},
	required: ['keyword'],
};
const search = { name: 'search_recipe', description: '조리법을 찾는다', parameters };

function read(content: unknown, destructive: readonly string[] = [], excluded: readonly string[] = []) {
	return readToolList({ content, place: { file: 'tools.json' }, at: [] }, destructive, excluded);
}

describe('a tool list', () => {
	it.each([
		['OpenAI functions', [{ type: 'function', function: search }]],
		['bare functions', [search]],
		['Anthropic tools', [{ name: search.name, description: search.description, input_schema: parameters }]],
		['Gemini functions', [{ functionDeclarations: [search] }]],
		['a Gemini request', { tools: [{ function_declarations: [search] }] }],
		['a request to a model', { model: 'x', tools: [{ type: 'function', function: search }] }],
		['an MCP answer', { tools: [{ name: search.name, description: search.description, inputSchema: parameters }] }],
		[
			'a JSON-RPC answer',
			{
				jsonrpc: '2.0',
				id: 1,
				result: { tools: [{ name: search.name, description: search.description, inputSchema: parameters }] },
			},
		],
	])('is read as %s, and declares what was declared', (_, content) => {
		const [tool] = read(content);
		expect(tool && declareTool(tool)).toEqual({ ...search, parameters });
		expect(tool?.destructive).toBe(false);
	});

	it.each([
		{ name: '3d_view', description: '본다', parameters: {} },
		{ name: '3d_view', input_schema: {} },
	])('takes empty parameters for none, and a name that begins with a digit (%#)', (tool) => {
		const [read3d] = read([tool]);
		expect(read3d && declareTool(read3d)).toMatchObject({ name: '3d_view', parameters: { type: 'object' } });
	});

	it('excludes a tool before its schema is read', async () => {
		const bad = { name: 'plan', description: '', parameters: { $ref: '#/$defs/gone' } };
		expect(read([bad, search], [], ['plan']).map(({ name }) => name)).toEqual(['search_recipe']);
		expect(await configErrorOf(() => read([bad, search], [], ['paln']))).toContain("no such tool: 'paln'");
	});

	it('is read in BFCL’s form', () => {
		const [tool] = read([
			{
				name: 'math.hypot',
				description: '',
				parameters: {
					type: 'dict',
					properties: {
						x: { type: 'float' },
						how: { type: 'any' },
						point: { type: 'tuple', items: { type: 'Bigint' } },
						more: { type: 'HashMap', properties: { a: { type: 'Boolean' } } },
					},
					required: ['x'],
				},
			},
		]);
		expect(tool && declareTool(tool).parameters.properties).toEqual({
			x: { type: 'number' },
			how: { type: 'string' },
			point: { type: 'array', items: { type: 'integer' } },
			more: { type: 'object', properties: { a: { type: 'boolean' } } },
		});
	});

	it('accepts a described function without parameters, as OpenAI does', () => {
		const ping = { name: 'ping', description: '연결을 확인한다' };
		for (const content of [[ping], [{ type: 'function', function: { ...ping, strict: true } }]]) {
			const [tool] = read(content);
			expect(tool && declareTool(tool).parameters).toMatchObject({ type: 'object', properties: {} });
		}
	});

	it('checks arguments by the declared schema', async () => {
		const tools = read([search]);
		const given = { keyword: '김치', limit: 3 };
		expect(await argumentsOf(tools, { ...given, more: 1 })).toEqual({ type: 'ok', data: given });
		expect(await argumentsOf(tools, { limit: 3 })).toMatchObject({ code: 'validation' });
		expect(await argumentsOf(tools, { ...given, limit: 3.5 })).toMatchObject({ code: 'validation' });
	});

	it('passes undeclared arguments that the schema allows', async () => {
		const tools = read([{ ...search, parameters: { ...parameters, additionalProperties: { type: 'integer' } } }]);
		const given = { keyword: '김치', more: 1 };
		expect(await argumentsOf(tools, given)).toEqual({ type: 'ok', data: given });
		expect(await argumentsOf(tools, { ...given, more: 'x' })).toMatchObject({ code: 'validation' });
	});

	it('keeps tools with handlers', () => {
		const own = {
			name: 'own',
			description: '',
			schema: z.object({ a: z.string() }),
			destructive: false,
			handler: () => ({ type: 'cancelled' }),
		};
		const [tool] = read([own]);
		expect(tool).toEqual(own);
	});

	it('reads destructive tools from MCP’s annotations and the config', () => {
		const mcp = (name: string, annotations = {}) => ({ name, inputSchema: { type: 'object' }, annotations });
		const tools = read([mcp('a', { destructiveHint: true }), mcp('b'), mcp('c')], ['c']);
		expect(tools.map(({ destructive }) => destructive)).toEqual([true, false, true]);
	});

	it('expands references and variants', () => {
		const [tool] = read([
			{
				name: 'a',
				parameters: {
					type: 'object',
					$defs: { Unit: { enum: ['C', 'F'], description: 'unit' }, Box: { properties: { w: { type: 'int' } } } },
					properties: {
						unit: { allOf: [{ $ref: '#/$defs/Unit' }], default: 'C' },
						box: { $ref: '#/$defs/Box' },
						other: { $ref: '#/$defs/Box', description: 'again' },
						note: { type: 'STRING', nullable: true },
						size: { oneOf: [{ type: 'integer' }, { type: 'null' }] },
					},
				},
			},
		]);
		expect(tool && declareTool(tool).parameters.properties).toEqual({
			unit: { type: 'string', enum: ['C', 'F'], description: 'unit' },
			box: { type: 'object', properties: { w: { type: 'integer' } } },
			other: { type: 'object', description: 'again', properties: { w: { type: 'integer' } } },
			note: { type: 'string', nullable: true },
			size: { type: 'integer', nullable: true },
		});
	});

	it('accepts a tool or parameter named constructor', async () => {
		const tools = read([
			{ name: 'constructor', parameters: { type: 'object', properties: { constructor: { type: 'string' } } } },
			{ name: 'toString', parameters: { type: 'object' } },
		]);
		expect(tools.map(({ name }) => name)).toEqual(['constructor', 'toString']);
		expect(await argumentsOf(tools, {})).toEqual({ type: 'ok', data: {} });
	});

	it.each<[unknown, string]>([
		['x', 'tools.json: no tools'],
		[{ tools: 3 }, 'tools.json: no tools'],
		[[], 'tools.json: no tools'],
		[[3], 'tools.json: tool 1: must be an object'],
		[[search, { parameters }], 'tools.json: tool 2: missing name'],
		[[{ type: 'web_search' }, search], 'tools.json: tool 1: web_search is not a function'],
		[
			[{ type: 'web_search_20250305', name: 'web_search', max_uses: 5 }],
			'tools.json: tool web_search: web_search_20250305 is not a function',
		],
		[[{ name: 'a' }], 'tools.json: tool a: missing parameters or inputSchema'],
		[[{ type: 'function', function: { name: 'a' } }], 'tools.json: tool a: missing parameters or inputSchema'],
		[
			[{ name: 'a', description: 'x', paramaters: parameters }],
			'tools.json: tool a: missing parameters or inputSchema',
		],
		[[search, search], 'tools.json: tool search_recipe: is declared twice'],
		[[{ ...search, name: 'a\nb' }], 'tools.json: tool a b: invalid name'],
		[[{ ...search, name: 'a{<|"|>' }], 'tools.json: tool a{<|"|>: invalid name'],
	])('is rejected in one line (%#)', async (content, line) => {
		expect(await configErrorOf(() => read(content))).toBe(line);
	});

	it.each<[z.ZodType, string]>([
		[z.object({ n: z.int() }).optional(), "its schema is not a z.object ('optional')"],
		[
			z.object({ n: z.int(), big: z.bigint() }),
			'its schema cannot be declared in a prompt: big: BigInt cannot be represented in JSON Schema',
		],
	])('with a handler and a schema that cannot be declared is rejected in one line (%#)', async (schema, line) => {
		const own = { name: 'own', description: '', schema, handler: () => ({ type: 'cancelled' }) };
		expect(await configErrorOf(() => read([own]))).toBe(`tools.json: tool own: ${line}`);
	});

	it.each<[unknown, string]>([
		[{ type: 'string' }, 'parameters must be an object'],
		[
			{ type: 'object', properties: { city: { type: 'string' } }, required: ['cty'] },
			"required: 'cty' is not a property; did you mean 'city'?",
		],
		[{ type: 'object', properties: { a: { type: 'colour' } } }, 'unknown type "colour"'],
		[{ type: 'object', properties: { a: 3 } }, '3 is not a schema'],
		[
			{
				type: 'object',
				properties: { a: { $ref: '#/$defs/A' } },
				$defs: { A: { properties: { a: { $ref: '#/$defs/A' } } } },
			},
			'#/$defs/A refers to itself',
		],
		[{ type: 'object', properties: { a: { $ref: '#' } } }, 'refers to itself'],
		[{ type: 'object', properties: { a: { $ref: 'other.json' } } }, 'other.json is in another file'],
		[{ type: 'object', properties: { a: { $ref: '#/$defs/constructor' } } }, '#/$defs/constructor not found'],
		[{ type: 'object', properties: { a: { type: 'string', pattern: '(' } } }, 'invalid schema'],
		[{ type: 'object', properties: { a: { if: { type: 'string' } } } }, 'invalid schema'],
		[
			JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
			'a parameter cannot be named __proto__',
		],
		[{ type: 'object', properties: { a: { $ref: '#/$defs/a0' } }, $defs: bomb() }, 'more than 2000 schemas'],
	])('with an invalid schema is rejected (%#)', async (schema, line) => {
		const message = await configErrorOf(() => read([{ name: 'a', parameters: schema }]));
		expect(message).toMatch(/^tools\.json: tool a: invalid schema: /u);
		expect(message).toContain(line);
	});
});

/** The arguments that a handler of the first tool gets, as its result. */
function argumentsOf(
	[tool = expect.unreachable()]: ReturnType<typeof readToolList>,
	rawArgs: object,
): Promise<ToolResult> {
	const registry = new ToolRegistry([{ ...tool, handler: (given: JsonObject) => ({ type: 'ok', data: given }) }]);
	return new ToolDispatcher(registry).dispatch({ toolName: tool.name, rawArgs, deps: undefined });
}

/** Definitions that each use the next ten times. */
function bomb(): Record<string, unknown> {
	const level = (next: number) => ({
		properties: Object.fromEntries(
			Array.from({ length: 10 }, (_, index) => [`p${index}`, { $ref: `#/$defs/a${next}` }]),
		),
	});
	return { ...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`a${index}`, level(index + 1)])), a9: {} };
}
