import { createHash } from 'node:crypto';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OpenServer } from '../../mcp/connection.ts';
import { configErrorOf, configFolderFixture } from '../../testing/config-folder-fixture.ts';
import { declaredApp } from './declared-app.ts';

const TOOLS = JSON.stringify([
	{ name: 'search_recipe', parameters: { type: 'object', properties: { keyword: { type: 'string' } } } },
	{ name: 'add_recipe', parameters: { type: 'object', properties: {} } },
]);
const FILES = {
	'prompts/system.md': '\uFEFF너는 요리 도우미다.\r\n',
	'tools.json': TOOLS,
	'answers.yaml': 'search_recipe:\n  - answer: [{ id: 1 }]\n',
};
const APP = { name: 'recipes', system: 'prompts/system.md', tools: 'tools.json', answers: 'answers.yaml' };

function place(folder: string) {
	return { folder, file: 'gemmark.config.yaml' };
}

describe('an app without code', () => {
	it('reads prompt, tools and answers from files, with their hashes', async () => {
		const folder = configFolderFixture(FILES);
		const app = declaredApp({ ...APP, language: 'ko' }, place(folder));
		expect(app).toMatchObject({
			name: 'recipes',
			version: 'unversioned',
			language: 'ko',
			system: '너는 요리 도우미다.',
		});
		expect(app.files).toEqual([
			{ name: 'tools.json', version: 'unversioned', sha256: createHash('sha256').update(TOOLS).digest('hex') },
			expect.objectContaining({ name: 'answers.yaml' }),
			expect.objectContaining({ name: 'prompts/system.md' }),
		]);
		expect(app.sources).toEqual({ system: 'prompts/system.md', tools: 'tools.json', answers: 'answers.yaml' });
		const session = app.open();
		expect(session.tools.map(({ name }) => name)).toEqual(['search_recipe', 'add_recipe']);
		expect(await session.tools[0]?.handler({}, undefined)).toEqual({ type: 'ok', data: [{ id: 1 }] });
		expect(await session.tools[1]?.handler({}, undefined)).toMatchObject({ type: 'error', code: 'no_answer' });
		expect(app.warnings).toEqual([{ code: 'run.tool-unanswered', params: { tool: 'add_recipe' } }]);
	});

	it('may be inline in the config, with a constant state', () => {
		const folder = configFolderFixture();
		const app = declaredApp(
			{ name: 'a', system: 'You help.\nBriefly.', tools: JSON.parse(TOOLS), state: { recipes: [] } },
			place(folder),
		);
		expect(app.system).toBe('You help.\nBriefly.');
		expect(app.files).toEqual([]);
		expect(app.open().snapshot()).toEqual({ recipes: [] });
		expect([app.data, app.sources]).toEqual([{ answers: {}, state: { recipes: [] } }, {}]);
		expect(declaredApp({ name: 'a', system: 'You help.', tools: JSON.parse(TOOLS) }, place(folder)).system).toBe(
			'You help.',
		);
	});

	const served = (name: string, ...tools: readonly string[]): OpenServer => ({
		name,
		place: `gemmark.config.yaml:4: app.mcpServers.${name}`,
		tools: tools.map((tool) => ({ name: tool, inputSchema: { type: 'object', properties: {} } })),
		identity: { name: `mcp/${name}`, version: '1', sha256: 'f00' },
		call: async (tool) => ({ type: 'ok', data: `${name} ${tool}` }),
		warnings: [],
		doubts: async () => (tools.length === 1 ? [`${name} changed`] : []),
	});

	it('has the tools of its MCP servers, and their identity', async () => {
		const folder = configFolderFixture(FILES);
		const servers = [served('shop', 'buy', 'price'), served('clock', 'now')];
		const app = declaredApp({ ...APP, mcpServers: {} }, { ...place(folder), servers });
		expect(await app.doubts?.()).toEqual(['clock changed']);
		const { tools } = app.open();
		expect(tools.map(({ name, server }) => [name, server])).toEqual([
			['search_recipe', undefined],
			['add_recipe', undefined],
			['buy', 'shop'],
			['price', 'shop'],
			['now', 'clock'],
		]);
		expect(await tools[3]?.handler({}, undefined)).toEqual({ type: 'ok', data: 'shop price' });
		expect(app.files.map(({ name }) => name)).toEqual(expect.arrayContaining(['mcp/shop', 'mcp/clock']));
	});

	it.each<[readonly OpenServer[], string]>([
		[[served('a', 'buy'), served('b', 'buy')], '.b: duplicate tool buy: MCP server b and MCP server a both have it'],
		[[served('a', 'add_recipe')], '.a: duplicate tool add_recipe: MCP server a and the app itself both have it'],
		[[served('a')], '.a: MCP server a has no tools'],
		[[served('a', 'two words')], '.a: tool two words: invalid name'],
	])('is rejected for invalid or duplicate tools of servers (%#)', async (servers, line) => {
		const folder = configFolderFixture(FILES);
		const act = () => declaredApp({ ...APP, mcpServers: {} }, { ...place(folder), servers });
		expect(await configErrorOf(act, folder)).toBe(`gemmark.config.yaml:4: app.mcpServers${line}`);
	});

	it('has the remedy for a server’s tool with a recursive schema', () => {
		const properties = { next: { $ref: '#/$defs/step' } };
		const inputSchema = { type: 'object', properties, $defs: { step: { type: 'object', properties } } };
		const server = { ...served('a', 'buy'), tools: [{ name: 'plan', inputSchema }] };
		const act = () =>
			declaredApp({ ...APP, mcpServers: {} }, { ...place(configFolderFixture(FILES)), servers: [server] });
		expect(act).toThrow(
			expect.objectContaining({
				message: expect.stringContaining('tool plan: invalid schema: #/$defs/step refers to itself'),
				hint: expect.stringMatching(/excludeTools/u),
			}),
		);
	});

	it('warns of servers that were not started', () => {
		const folder = configFolderFixture();
		const app = declaredApp({ name: 'a', system: 'x', mcpServers: { a: { command: 'a' } } }, place(folder));
		expect(app.warnings).toEqual([{ code: 'run.mcp-not-started', params: {} }]);
	});

	it.each<[object, string]>([
		[{ system: 'prompts/none.md' }, 'gemmark.config.yaml: app.system: no such file: prompts/none.md'],
		[{ system: 'none.TXT' }, 'gemmark.config.yaml: app.system: no such file: none.TXT'],
		[{ system: 'prompts' }, 'prompts: is a folder'],
		[{ system: 'empty.md' }, 'gemmark.config.yaml: app.system: the prompt is empty'],
		[{ tools: 'none.json' }, 'gemmark.config.yaml: app.tools: no such file: none.json'],
		[{ tools: '/etc/hostname' }, 'gemmark.config.yaml: app.tools: /etc/hostname is outside .'],
		[{ tools: '../tools.json' }, 'gemmark.config.yaml: app.tools: ../tools.json is outside .'],
		[{ tools: 'link/tools.json' }, 'gemmark.config.yaml: app.tools: link/tools.json is outside .'],
		[{ tools: 'link/none.json' }, 'gemmark.config.yaml: app.tools: link/none.json is outside .'],
		[{ answers: { none: [] } }, 'gemmark.config.yaml: app.answers.none: no such tool'],
		[{ state: 'list.yaml' }, 'gemmark.config.yaml: app.state: must be a JSON object'],
		[
			{ destructive: ['add_recipes'] },
			"gemmark.config.yaml: app.destructive: no such tool: 'add_recipes'; did you mean 'add_recipe'?",
		],
	])('is rejected in one line (%j)', async (changes, line) => {
		const outside = configFolderFixture({ 'tools.json': TOOLS });
		const folder = configFolderFixture({ ...FILES, 'empty.md': ' \n', 'list.yaml': '- a' });
		symlinkSync(outside, join(folder, 'link'));
		const act = () => declaredApp({ ...APP, ...changes }, place(folder));
		expect(await configErrorOf(act, folder)).toBe(line);
	});

	it('may be outside if the config allows it', () => {
		const outside = configFolderFixture({ 'tools.json': TOOLS });
		const folder = configFolderFixture(FILES);
		symlinkSync(outside, join(folder, 'link'));
		const app = declaredApp({ ...APP, tools: 'link/tools.json' }, { ...place(folder), allowOutside: true });
		expect(app.open().tools).toHaveLength(2);
	});
});
