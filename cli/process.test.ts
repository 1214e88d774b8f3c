import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, EngineError, EnvironmentError, INTERRUPTED_EXIT_CODE, UsageError } from '../src/base/errors.ts';
import { packageRoot } from '../src/base/read-file.ts';
import { outsideFolderFixture } from './outside-folder-fixture.ts';
import { leftOpen, reportFailure, requireWorkingFolder } from './process.ts';

const CONFIG = `
import { createServer } from 'node:net';
import { defineApp, defineConfig, defineScorer, defineSuite } from 'gemmark';
const fine = defineScorer({ name: 'fine', score: () => true });
const server = createServer().listen(0);
setInterval(() => {}, 1000).unref();
export default defineConfig({
	app: defineApp({
		name: 'kitchen',
		system: 'Answer.',
		open: () => ({ tools: [], snapshot: () => ({}), close: () => undefined }),
		close: CLOSE,
	}),
	suites: [defineSuite({ name: 'units', samples: [{ id: 'a', input: 'a' }], scorers: [fine] })],
});
`;

describe('a command that is done', () => {
	it('ends with its own exit code although its config has left something open, and names it', async () => {
		const { spawned } = outsideFolderFixture({ 'gemmark.config.mjs': CONFIG.replace('CLOSE', 'undefined') });
		const { status, stdout, stderr } = await spawned('config');
		expect(stdout).toContain('would run units (1 sample)');
		expect(stderr).toBe(
			'gemmark: exited 2 s after the command was done: the config left 1 server (TCPServerWrap) open. Close it, for example in close() of the app or dispose() of the runner.\n',
		);
		expect(status).toBe(0);
	});

	it('reports, with exit code 2, that its config ended the process', async () => {
		const { folder, spawned } = outsideFolderFixture({ 'gemmark.config.mjs': 'process.reallyExit(0);' });
		expect(await spawned('run')).toEqual({
			status: 2,
			stdout: '',
			stderr: expect.stringMatching(/^gemmark: [^\n]*Look for process\.exit[^\n]*\n$/u),
		});
		expect(existsSync(join(folder, 'results'))).toBe(false);
	});

	it('has closed the app of its config, once', async () => {
		const close = "() => { process.stderr.write('closed\\n'); server.close(); }";
		const { gemmark } = outsideFolderFixture({ 'gemmark.config.mjs': CONFIG.replace('CLOSE', close) });
		expect(await gemmark('config')).toMatchObject({ status: 0, stderr: 'closed\n' });
	});

	it.each(['process.exitCode = 7', 'process.exit(7)'])(
		'keeps its own exit code where the config has a listener that says %s',
		async (says) => {
			const listening = `${CONFIG.replace('CLOSE', '() => void server.close()')}process.on('exit', () => { ${says}; });\n`;
			const { spawned } = outsideFolderFixture({ 'gemmark.config.mjs': listening });
			expect(await spawned('config')).toMatchObject({ status: 0, stderr: '' });
		},
	);

	it('reports a close() that throws or is not a function', async () => {
		const throwing = CONFIG.replace('CLOSE', "() => { server.close(); throw new Error('no pool'); }");
		const { gemmark } = outsideFolderFixture({
			'gemmark.config.mjs': throwing,
			'none.mjs': CONFIG.replace('CLOSE', '3'),
		});
		const thrown = await gemmark('config');
		expect(thrown.status).toBe(0);
		expect(thrown.stderr).toContain('app kitchen: close() throws Error: no pool (at Object.close (gemmark.config.mjs:');
		const none = await gemmark('config', '--config', 'none.mjs');
		expect(none).toMatchObject({
			status: 2,
			stderr: expect.stringContaining('app kitchen: close is not a function'),
		});
	});
});

it('counts resources that the config opened, also unnamed ones', () => {
	const own = ['PipeWrap', 'PipeWrap'];
	expect(leftOpen([...own, 'Timeout', 'PipeWrap', 'Timeout', 'Odd'], own)).toBe(
		'1 pipe (PipeWrap), 2 timers (Timeout), 1 resource (Odd)',
	);
	expect(leftOpen(own, own)).toBe('an unnamed resource, such as a thread,');
});

function reportOf(error: unknown): { lines: string[]; exitCode: number } {
	const lines: string[] = [];
	return { exitCode: reportFailure(error, (line) => lines.push(line)), lines };
}

describe('reportFailure', () => {
	it('prints problem and remedy in one line, with the exit code', () => {
		const error = new EngineError('model-missing', 'a.gguf: no such file', {
			hint: 'Check --model.',
			detail: 'stderr',
		});
		expect(reportOf(error)).toEqual({ exitCode: 3, lines: ['gemmark: a.gguf: no such file. Check --model.'] });
	});

	it('names the flag that allows what differs', () => {
		const error = new UsageError('x differs', { hint: 'Allow it.', allow: ['settings.seed', 'corpus of prefix'] });
		expect(reportOf(error).lines).toEqual([
			"gemmark: x differs. Allow it. To allow it: --allow settings.seed --allow 'corpus of prefix'",
		]);
	});

	it('gives usage and configuration exit code 2', () => {
		expect(reportOf(new UsageError('x')).exitCode).toBe(2);
		expect(reportOf(new ConfigError('x')).exitCode).toBe(2);
	});

	it('keeps hostile text on its line', () => {
		const { lines } = reportOf(new ConfigError('corpus:1: \u001b[2Jid\nfake: line\u2028x'));
		expect(lines).toEqual(['gemmark: corpus:1: \\u001b[2Jid fake: line x.']);
	});

	it('calls a failure of its own a defect', () => {
		const { exitCode, lines } = reportOf(new TypeError('x is undefined'));
		expect(exitCode).toBe(3);
		expect(lines[0]).toBe('gemmark: unexpected failure: x is undefined.');
		expect(lines.at(-1)).toMatch(/bug in gemmark/u);
	});
});

it.skipIf(process.platform === 'win32')('Ctrl-C while the model is being fetched ends as interrupted', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-interrupt-'));
	const asked = Promise.withResolvers<void>();
	const server = createServer(() => asked.resolve());
	try {
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/model.gguf`;
		const child = spawn(process.execPath, [join(packageRoot(), 'cli', 'main.ts'), 'run', '--model', url], {
			cwd: folder,
			env: { ...process.env, GEMMARK_CACHE: folder },
			stdio: ['ignore', 'ignore', 'pipe'],
		});
		let printed = '';
		child.stderr.on('data', (text: Buffer) => {
			printed += String(text);
		});
		const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
		await asked.promise;
		child.kill('SIGINT');
		expect(await ended).toBe(INTERRUPTED_EXIT_CODE);
		expect(printed).toMatch(/gemmark: stopping/u);
		expect(printed).not.toMatch(/defect/u);
	} finally {
		server.closeAllConnections();
		server.close();
		rmSync(folder, { recursive: true, force: true });
	}
});

it.skipIf(process.platform === 'win32')('a deleted working folder is an environment error', () => {
	const home = process.cwd();
	const gone = mkdtempSync(join(tmpdir(), 'gemmark-gone-'));
	try {
		process.chdir(gone);
		rmdirSync(gone);
		expect(requireWorkingFolder).toThrow(EnvironmentError);
	} finally {
		process.chdir(home);
	}
	expect(requireWorkingFolder).not.toThrow();
});
