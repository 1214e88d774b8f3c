import { describe, expect, it } from 'vitest';
import { configErrorOf, configFolderFixture } from '../../testing/config-folder-fixture.ts';
import type { AppConfig } from '../define.ts';
import { whereFrom } from '../where-from.ts';
import { appServers } from './declared-app.ts';

const APP = { name: 'a', system: 'x' };
const FILE = { 'servers.json': '{"mcpServers": {"a": {"command": "a"}, "b": {"url": "https://b.example/mcp"}}}' };

function read(change: Partial<AppConfig>, folder: string, allowOutside = false) {
	return appServers({ ...APP, ...change }, { folder, file: 'gemmark.config.yaml', allowOutside });
}

describe('the MCP servers of an app', () => {
	it('are inline in the form of other hosts, or in a file', () => {
		const folder = configFolderFixture({ ...FILE, 'tools/x': '' });
		const mcpServers = { a: { command: 'a', cwd: 'tools' }, off: { command: 'b', disabled: true } };
		expect(read({ mcpServers }, folder)).toMatchObject([
			{ name: 'a', cwd: `${folder}/tools`, place: 'gemmark.config.yaml: app.mcpServers.a' },
		]);
		expect(read({ mcp: 'servers.json' }, folder)).toMatchObject([
			{
				name: 'a',
				cwd: folder,
				server: { command: 'a' },
				place: expect.stringMatching(/servers\.json:1: mcpServers\.a$/u),
			},
			{ name: 'b', server: { url: 'https://b.example/mcp' } },
		]);
	});

	it.each<[Partial<AppConfig>, string]>([
		[{ mcp: 'none.json' }, 'gemmark.config.yaml: app.mcp: no such file: none.json'],
		[{ mcpServers: { a: {} as never } }, 'gemmark.config.yaml: app.mcpServers.a.command: is missing'],
		[
			{ mcpServers: { 'a b': { command: 'a' } } },
			'gemmark.config.yaml: app.mcpServers.a b: must be letters, digits, _, . and -',
		],
		[
			{ mcpServers: { a: { command: 'a', arg: [] } as never } },
			"gemmark.config.yaml: app.mcpServers.a.arg: is not a field here; did you mean 'args'?",
		],
		[
			{ mcpServers: { a: { url: 'http://a', header: {} } as never } },
			"gemmark.config.yaml: app.mcpServers.a.header: is not a field here; did you mean 'headers'?",
		],
		[
			{ mcpServers: { a: { command: 'a', url: 'http://a' } as never } },
			'gemmark.config.yaml: app.mcpServers.a.url: cannot be combined with command: a server has a command or a url',
		],
		[
			{ mcpServers: { a: { command: 'a', headers: { a: 'b' } } as never } },
			'gemmark.config.yaml: app.mcpServers.a.headers: cannot be combined with the other fields',
		],
		[
			{ mcpServers: { a: { url: 'ftp://a' } } },
			'gemmark.config.yaml: app.mcpServers.a.url: must be an http or https address',
		],
		[{ mcpServers: { a: { command: 'a', cwd: '..' } } }, 'gemmark.config.yaml: app.mcpServers.a.cwd: .. is outside .'],
		[{ mcpServers: { a: { command: 'a', cwd: '/' } } }, 'gemmark.config.yaml: app.mcpServers.a.cwd: / is outside .'],
		[{ mcpServers: { a: { command: 'a', cwd: 'b' } } }, 'gemmark.config.yaml: app.mcpServers.a.cwd: no such folder: b'],
	])('are rejected in one line (%#)', async (change, line) => {
		const folder = configFolderFixture(FILE);
		expect(await configErrorOf(() => read(change, folder), folder)).toBe(line);
	});

	it('leave the folder only by an absolute path, if allowed', async () => {
		const folder = configFolderFixture();
		expect(read({ mcpServers: { a: { command: 'a', cwd: '/' } } }, folder, true)).toMatchObject([{ cwd: '/' }]);
		const relative = () => read({ mcpServers: { a: { command: 'a', cwd: '..' } } }, folder, true);
		expect(await configErrorOf(relative, folder)).toContain('.. is outside .');
	});

	it('are shown without environment and headers', () => {
		const mcpServers = { a: { command: 'a', env: { CITY: 'Seoul' } }, b: { url: 'http://b', headers: { 'X-A': 'b' } } };
		const rows = whereFrom({ defaults: {}, config: { app: { mcpServers } }, place: { file: 'c' }, flags: {} });
		expect(rows.map(({ field, value }) => [field, value])).toEqual([
			['app.mcpServers.a.command', 'a'],
			['app.mcpServers.a.env.CITY', '(hidden)'],
			['app.mcpServers.b.url', 'http://b'],
			['app.mcpServers.b.headers.X-A', '(hidden)'],
		]);
	});
});
