import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ConfigError, GemmarkError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { configFolderFixture } from '../testing/config-folder-fixture.ts';
import type { McpServer } from './config.ts';
import { type OpenServer, type OpenServers, openServers } from './connection.ts';
import { MAX_UNASKED } from './process-transport.ts';

const FIXTURE = join(import.meta.dirname, 'fault-server-fixture.ts');
const SECRET = 'sk-secret-123456/?&';

function faulty(mode: string, env: Readonly<Record<string, string>> = {}, timeoutMs = 15_000): McpServer {
	return { command: process.execPath, args: [FIXTURE, mode], env: { API_KEY: SECRET, ...env }, timeoutMs };
}

function open(server: McpServer, cwd: string = import.meta.dirname): Promise<OpenServers> {
	return openServers([
		{ name: 'faults', server, place: 'gemmark.config.yaml:3: app.mcpServers.faults', cwd, language: 'en' },
	]);
}

async function opened(server: McpServer, cwd?: string): Promise<OpenServer> {
	const { servers, close } = await open(server, cwd);
	onTestFinished(close);
	return servers[0] as OpenServer;
}

describe('a server process', () => {
	let servers: OpenServers;
	let server: OpenServer;
	beforeAll(async () => {
		servers = await open(faulty('stdio', {}, 6000));
		server = servers.servers[0] as OpenServer;
	});
	afterAll(() => servers.close());

	it('offers the tools of all of its pages, and says who it is', () => {
		expect(server.tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['echo', 'fail', 'lie', 'shapeless']));
		expect(server.tools).toHaveLength(18);
		expect(server.identity).toEqual({ name: 'mcp/faults', version: 'fault-server 1.2.3', sha256: expect.any(String) });
	});

	it('offers those of its tools that the config chooses, of which no other schema is read', async () => {
		const nameIn = async (choice: Partial<McpServer>, mode = 'stdio') =>
			(await opened({ ...faulty(mode), ...choice } as McpServer)).tools.map(({ name }) => name);
		expect(await nameIn({ includeTools: ['echo', 'lie', 'grow'], excludeTools: ['lie'] })).toEqual(['echo', 'grow']);
		expect(await nameIn({ excludeTools: ['forecast'] }, 'mistyped')).toEqual(['fine']);
	});

	it.each([
		[{ excludeTools: ['ecko'] }, 'config.mcp-unknown-tool', { tool: 'ecko', near: 'echo' }],
		[{ includeTools: ['echo'], excludeTools: ['echo'] }, 'config.mcp-no-tool-left', { server: 'faults' }],
	])('is refused where the config chooses %o', async (choice, code, params) => {
		const error = await open({ ...faulty('stdio'), ...choice }).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(ConfigError);
		expect((error as GemmarkError).said).toMatchObject({ code, params });
		expect((error as GemmarkError).hint).toContain('echo, environment, forecast');
	});

	it('answers a call', async () => {
		expect(await server.call('echo', { text: '안녕' })).toEqual({ type: 'ok', data: '안녕' });
	});

	it('knows of the environment no more than what it needs and what was declared, and stands in its folder', async () => {
		process.env.GEMMARK_TEST_TOKEN = 'not for servers';
		const folder = configFolderFixture();
		const own = await opened(faulty('stdio', { CITY: 'Seoul' }), folder);
		const { data } = (await own.call('environment', {})) as { readonly data: string };
		const { cwd, CITY, API_KEY, ...rest } = JSON.parse(data);
		expect([cwd, CITY, API_KEY]).toEqual([folder, 'Seoul', '(hidden)']);
		expect(
			Object.keys(rest).filter((name) => !/^(?:HOME|LOGNAME|PATH|SHELL|TERM|USER|LANG|LC_ALL|TZ)$/u.test(name)),
		).toEqual([]);
	});

	it.each([
		['fail', 'mcp_error', 'result_error', 'no such city (key (hidden))'],
		['reject', 'mcp_error', 'result_error', 'must be a number'],
		['unheard', 'mcp_error', 'result_error', 'no tool unheard'],
		['lie', 'mcp_invalid', 'exception', 'cannot be read'],
		['shapeless', 'mcp_invalid', 'exception', 'cannot be read'],
		['large', 'mcp_too_large', 'exception', 'at most 32000'],
		['huge', 'mcp_too_large', 'exception', 'cannot be read'],
		['die', 'mcp_closed', 'exception', 'cannot be reached'],
	])('%s: %s, an %s, and the next call is answered', async (tool, code, kind, said) => {
		expect(await server.call(tool, {})).toEqual({ type: 'error', code, kind, reason: expect.stringContaining(said) });
		expect(await server.call('echo', { text: 'on' })).toEqual({ type: 'ok', data: 'on' });
	});

	it('hangs no longer than its time; an answer that is not JSON is another failure', async () => {
		const results = await Promise.all([server.call('hang', {}), server.call('echo', { text: 'on' })]);
		expect(results).toMatchObject([
			{ code: 'mcp_timeout', kind: 'exception', reason: expect.stringContaining('6 s') },
			{ type: 'ok' },
		]);
		expect(await server.call('garble', {})).toMatchObject({ code: 'mcp_invalid', kind: 'exception' });
	});

	it('takes contents that are null for none', async () => {
		expect(await server.call('empty', {})).toEqual({ type: 'ok', data: '' });
	});

	it('hides what it was given in Base64 and in an address too', async () => {
		const { data } = (await server.call('encode', {})) as { readonly data: string };
		expect(data.replaceAll('(hidden)', '')).toMatch(/^.{0,24}$/u);
	});

	it('names an outputSchema that cannot be used, and takes its answers', async () => {
		expect(server.warnings).toEqual([
			message('mcp.output-schema', {
				tool: 'dangling',
				server: 'faults',
				reason: expect.stringContaining('#/$defs/Gone'),
			}),
		]);
		expect(await server.call('dangling', {})).toMatchObject({ type: 'ok' });
	});

	it.each([
		['{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'],
		['{"jsonrpc":"2.0","id":"a","method":"ping"}'],
		['junk'],
		[''],
	])('that sends endless lines of %j is ended, named and started again', async (line) => {
		const own = await opened(faulty('stdio'));
		expect(await own.call('flood', { line })).toMatchObject({ type: 'ok' });
		const how = message('mcp.flood', { limit: MAX_UNASKED });
		await vi.waitFor(
			async () => expect(await own.doubts()).toEqual([message('mcp.ended', { server: 'faults', n: 1, how })]),
			10_000,
		);
		expect(await own.call('echo', { text: 'on' })).toEqual({ type: 'ok', data: 'on' });
	});

	it('gives an image by its type and size', async () => {
		const content = [{ type: 'image', mimeType: 'image/png', bytes: 3000 }];
		expect(await server.call('image', {})).toEqual({ type: 'ok', data: { content } });
	});

	it('reports how its tools changed since its start, and how it ended', async () => {
		const own = await opened(faulty('stdio'));
		await own.call('echo', { text: 'on' });
		expect(await own.doubts()).toEqual([]);
		await own.call('grow', {});
		const changes = [message('mcp.tools-new', { tools: ['late'] })];
		await vi.waitFor(
			async () => expect(await own.doubts()).toEqual([message('mcp.tools-changed', { server: 'faults', changes })]),
			10_000,
		);
		const again = await opened(faulty('stdio'));
		await again.call('die', {});
		await again.call('echo', { text: 'on' });
		const how = 'exit code 9 (cannot go on with (hidden))';
		expect(await again.doubts()).toEqual([message('mcp.ended', { server: 'faults', n: 1, how })]);
	});

	it('has another identity where its tools are others', async () => {
		const other = await opened(faulty('stdio', { FAULT_TOOL: 'one_more' }));
		expect(other.identity.sha256).not.toBe(server.identity.sha256);
		const same = await opened(faulty('stdio'));
		expect(same.identity).toEqual(server.identity);
	});
});

describe('a server that cannot be used', () => {
	it.each<[string, McpServer, string, RegExp]>([
		['no program', { command: './no-such-program' }, 'config', /program '\.\/no-such-program' not found$/u],
		['one that ends', faulty('exits'), 'environment', /exited before it answered \(cannot use its key \(hidden\)\)$/u],
		['one that is silent', faulty('silent', {}, 1000), 'environment', /did not answer within 1 s$/u],
		['one that is none', faulty('garbage', {}, 1000), 'environment', /did not answer within 1 s$/u],
		[
			'a variable that is not set',
			faulty('stdio', { KEY: `\${GEMMARK_NOT_SET}` }),
			'config',
			/environment variable GEMMARK_NOT_SET is not set$/u,
		],
		[
			'a tool with a schema that is none',
			faulty('mistyped'),
			'environment',
			/faults has an invalid tool: forecast: inputSchema\.type: expected "object"/u,
		],
		[
			'nobody at an address',
			{ url: 'http://127.0.0.1:1/mcp' },
			'environment',
			/MCP server faults cannot be reached( \(ECONNREFUSED\))?$/u,
		],
	])('is reported in one line: %s', async (_, server, code, line) => {
		const error = await open(server).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(GemmarkError);
		const { message: text, hint, code: kind } = error as GemmarkError;
		expect([kind, text]).toEqual([code, expect.stringMatching(line)]);
		expect(text).toMatch(/^gemmark\.config\.yaml:3: app\.mcpServers\.faults/u);
		expect(`${text}${hint}`).not.toContain('\n');
		expect(`${text}${hint}`).not.toContain(SECRET);
	});
});

describe('the end of a server', () => {
	it('comes also to one that hears neither the end of its input nor SIGTERM', async () => {
		const file = join(configFolderFixture(), 'pid');
		await expect(open(faulty('silent', { FAULT_PID_FILE: file }, 1000))).rejects.toThrow('did not answer');
		expect(isRunning(Number(readFileSync(file, 'utf8')))).toBe(false);
	});

	it('comes to what a wrapper has started', async () => {
		const file = join(configFolderFixture(), 'pid');
		const command = `${process.execPath} ${FIXTURE} stdio; true`;
		const { close } = await open({ command: 'sh', args: ['-c', command], env: { FAULT_PID_FILE: file } });
		const pid = Number(readFileSync(file, 'utf8'));
		expect(isRunning(pid)).toBe(true);
		await close();
		expect(isRunning(pid)).toBe(false);
	});
});

describe('a server over streamable HTTP', () => {
	let child: ChildProcess;
	let url: string;
	beforeAll(async () => {
		child = spawn(process.execPath, [FIXTURE, 'http'], { env: { ...process.env, API_KEY: SECRET } });
		const [chunk] = await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
		url = String(chunk).trim();
	});
	afterAll(() => void child.kill('SIGKILL'));
	const http = (timeoutMs = 6000): McpServer => ({
		type: 'http',
		url,
		headers: { Authorization: `Bearer ${SECRET}` },
		timeoutMs,
	});

	it('answers, and goes wrong, as one over stdio does', async () => {
		const server = await opened(http());
		expect(server.tools).toHaveLength(18);
		expect(await server.call('echo', { text: '안녕' })).toEqual({ type: 'ok', data: '안녕' });
		expect(await server.call('fail', {})).toMatchObject({
			code: 'mcp_error',
			reason: expect.not.stringContaining(SECRET),
		});
		expect(await server.call('reject', {})).toMatchObject({ code: 'mcp_error', kind: 'result_error' });
		expect(await server.call('lie', {})).toMatchObject({ code: 'mcp_invalid' });
		expect(await server.call('huge', {})).toMatchObject({ code: 'mcp_too_large', kind: 'exception' });
		expect(await server.call('garble', {})).toMatchObject({ code: 'mcp_invalid', kind: 'exception' });
		expect(await server.call('page', {})).toMatchObject({ code: 'mcp_invalid', kind: 'exception' });
		expect(await server.call('die', {})).toMatchObject({ code: 'mcp_closed', kind: 'exception' });
		expect(await server.call('hang', {})).toMatchObject({ code: 'mcp_timeout', kind: 'exception' });
		expect(await server.call('echo', { text: 'on' })).toEqual({ type: 'ok', data: 'on' });
	});

	it('is refused without its key, in one line without the key', async () => {
		const error: unknown = await open({ url, headers: { Authorization: 'Bearer wrong-key' } }).catch(
			(thrown: unknown) => thrown,
		);
		expect(error).toMatchObject({
			code: 'environment',
			message: expect.stringMatching(/MCP server faults rejected gemmark \(HTTP 401\)$/u),
			hint: expect.stringContaining('headers'),
		});
		expect(String(error)).not.toContain('wrong-key');
	});

	it('is not confused with a page that asks for a login', async () => {
		const login = { ...http(), url: url.replace('/mcp', '/login') } as McpServer;
		await expect(open(login)).rejects.toMatchObject({
			message: expect.stringMatching(/MCP server faults does not speak MCP \(text\/html\)$/u),
			hint: expect.stringContaining('check its url'),
		});
	});
});

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}
