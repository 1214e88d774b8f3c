import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/read-file.ts';
import { outsideFolderFixture } from '../outside-folder-fixture.ts';

const SECRET = 'sk-secret-123456';

function weather(mode: string, server: object = {}): ReturnType<typeof outsideFolderFixture> {
	const faults = {
		command: process.execPath,
		args: [join(packageRoot(), 'src/mcp/fault-server-fixture.ts'), mode],
		env: { API_KEY: SECRET, FAULT_PID_FILE: 'server.pid' },
		...server,
	};
	return outsideFolderFixture({
		'gemmark.config.json': JSON.stringify({
			app: { name: 'weather', system: 'You help.', mcp: 'servers.json' },
			suites: [{ kind: 'tools', corpus: 'calls.jsonl' }],
		}),
		'servers.json': JSON.stringify({ mcpServers: { faults }, theme: 'dark' }, undefined, 1),
		'calls.jsonl': '{"input": "Weather?", "expected": [{"tool": "forecats", "arguments": {}}]}\n',
	});
}

describe('MCP servers of a config', () => {
	it('are not started by gemmark config, which says so', async () => {
		const { folder, gemmark } = weather('stdio');
		const { status, stdout, stderr } = await gemmark('config');
		expect([status, stderr]).toEqual([0, expect.stringContaining('MCP servers start with a run only')]);
		expect(stdout).toMatch(/app\.mcp +servers\.json/u);
		expect(existsSync(join(folder, 'server.pid'))).toBe(false);
	});

	it('have their tools checked against the corpus before a model is loaded, and end with what is refused', async () => {
		const { folder, gemmark } = weather('stdio');
		const { status, stdout, stderr } = await gemmark('run');
		expect([status, stdout]).toEqual([2, '']);
		expect(stderr).toContain("calls.jsonl:1: expected[0].tool: there is no tool 'forecats'; did you mean 'forecast'?");
		const pid = Number(readFileSync(join(folder, 'server.pid'), 'utf8'));
		expect(() => process.kill(pid, 0)).toThrow('ESRCH');
	});

	it('that are all disabled leave the app without tools, which is said', async () => {
		const { gemmark } = weather('stdio', { disabled: true });
		const { status, stderr } = await gemmark('run');
		expect([status, stderr]).toEqual([
			2,
			expect.stringMatching(
				/there is no tool 'forecats'\. The app has no tools\. A disabled server provides none\.\n$/u,
			),
		]);
	});

	it('that ignore SIGTERM end with gemmark while they start', async () => {
		const { folder } = weather('silent');
		const child = spawn(process.execPath, [join(packageRoot(), 'cli/main.ts'), 'run'], {
			cwd: folder,
			stdio: 'ignore',
		});
		const file = join(folder, 'server.pid');
		await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8'), { timeout: 20_000 }).toMatch(/^\d+$/u);
		const pid = Number(readFileSync(file, 'utf8'));
		const ended = once(child, 'exit');
		child.kill('SIGTERM');
		expect(await ended).toEqual([null, 'SIGTERM']);
		await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
	});

	it('that cannot be used are one line, and leave no results', async () => {
		const { folder, gemmark } = weather('exits');
		const { status, stdout, stderr } = await gemmark('run');
		expect([status, stdout]).toEqual([3, '']);
		expect(stderr).toMatch(
			/^gemmark: servers\.json:3: mcpServers\.faults: MCP server faults exited before it answered \(cannot use its key \(hidden\)\)\. .*\n$/u,
		);
		expect(existsSync(join(folder, 'results'))).toBe(false);
	});
});

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}
