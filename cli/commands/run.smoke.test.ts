import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundledModel } from '../../run/compose/load.ts';
import { canonicalJson, type JsonValue } from '../../src/base/json.ts';
import { packageRoot } from '../../src/base/read-file.ts';
import { readLogFile } from '../../src/log/read-log.ts';
import type { Log } from '../../src/log/record.ts';
import { cli, ONE_ENGINE } from '../outside-folder-fixture.ts';

const MAIN = join(packageRoot(), 'cli', 'main.ts');

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'gemmark-cli-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const RUN = ['run', ...ONE_ENGINE, '--suite'];

const HABIT_COACH = /^No gemmark\.config found\. Evaluating the bundled habit coach\.\n/u;

const gemmark = (...args: readonly string[]): ReturnType<typeof cli> => cli(args, folder);

/** The samples of a log without what was measured, as bytes. */
function withoutTimings(log: Log): string {
	return canonicalJson(log.samples.map(({ timings: _, ...sample }) => sample) as unknown as JsonValue);
}

describe('gemmark run', () => {
	it('ends with a verdict line, every report and exit code 0', async () => {
		const { status, stdout, stderr } = await gemmark('run', '--limit', '2', '--max-tokens', '60');
		expect(stderr).not.toMatch(/gemmark:/u);
		expect(stderr).toMatch(HABIT_COACH);
		expect(status).toBe(0);
		expect(stdout).toMatch(/^path {5}No verdict: \d of 2 prompts .* but the corpus has 15/mu);
		expect(stdout).toMatch(/the bundled miniature, not Gemma/u);
		expect(stdout).toMatch(/^report: results\/.*report\.html$/mu);
		expect(readdirSync(join(folder, 'results', 'latest')).sort()).toEqual([
			'decision.md',
			'junit.xml',
			'log.jsonl',
			'report.csv',
			'report.html',
			'summary.md',
		]);
		const log = await readLogFile(join(folder, 'results', 'latest', 'log.jsonl'));
		expect(log.footer?.outcome).toBe('complete');
		expect(log.footer?.peakRssBytes).toBeGreaterThan(1e6);
		expect(log.samples.map(({ suite, variant }) => `${suite} ${variant}`).sort()).toEqual([
			...Array(2).fill('frame constrained'),
			...Array(2).fill('frame free'),
			...Array(2).fill('prefix free'),
		]);
	});

	it('gives byte-identical samples for the same seed, timings apart, and others for another', async () => {
		const options = [...RUN, 'prefix', '--limit', '2', '--temperature', '1', '--max-tokens', '60'];
		for (const [name, seed] of [
			['a', '7'],
			['b', '7'],
			['c', '8'],
		] as const) {
			expect((await gemmark(...options, '--seed', seed, '--out', name)).status).toBe(0);
		}
		const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((name) => readLogFile(join(folder, name, 'log.jsonl'))));
		if (a === undefined || b === undefined || c === undefined) throw new Error('three logs');
		expect(withoutTimings(a)).toBe(withoutTimings(b));
		expect(withoutTimings(c)).not.toBe(withoutTimings(a));
	});

	it('stops at Ctrl-C with the log whole, and --resume ends with the samples of an uninterrupted run', async () => {
		const options = [...RUN, 'prefix,frame', '--limit', '6', '--max-tokens', '60'];
		const child = spawn(process.execPath, [MAIN, ...options, '--verbose', '--out', 'x'], {
			cwd: folder,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		await new Promise<void>((resolve) => {
			child.stderr.on('data', (text: Buffer) => {
				if (String(text).includes('prefix prefix-03')) resolve();
			});
		});
		child.kill('SIGINT');
		const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
		expect(code).toBe(130);
		const stopped = await readLogFile(join(folder, 'x', 'log.jsonl'));
		expect(stopped.footer?.outcome).toBe('interrupted');
		expect(stopped.samples.length).toBeLessThan(18);
		expect(existsSync(join(folder, 'x', 'report.html'))).toBe(true);
		expect((await gemmark(...options, '--out', 'x', '--resume')).status).toBe(0);
		expect((await gemmark(...options, '--out', 'y')).status).toBe(0);
		const [resumed, whole] = await Promise.all(['x', 'y'].map((name) => readLogFile(join(folder, name, 'log.jsonl'))));
		if (resumed === undefined || whole === undefined) throw new Error('two logs');
		expect(resumed.footer?.outcome).toBe('complete');
		expect(withoutTimings(resumed)).toBe(withoutTimings(whole));
	});

	it('refuses to resume under other options and to write over a run', async () => {
		const options = [...RUN, 'prefix', '--limit', '1', '--max-tokens', '20', '--out', 'x'];
		expect((await gemmark(...options)).status).toBe(0);
		const resumed = await gemmark(...options, '--seed', '5', '--resume');
		expect(resumed.status).toBe(2);
		expect(resumed.stderr).toMatch(/seed differs/u);
		const again = await gemmark(...options);
		expect(again.status).toBe(2);
		expect(again.stderr).toMatch(/already contains a run.*resume that run/u);
	});

	it('joins two shards into the run they are parts of', async () => {
		const options = [...RUN, 'prefix', '--limit', '4', '--max-tokens', '40'];
		for (const [name, ...shard] of [['one', '--shard', '1/2'], ['two', '--shard', '2/2'], ['all']]) {
			expect((await gemmark(...options, ...shard, '--out', String(name))).status).toBe(0);
		}
		expect((await gemmark('merge', 'one', 'two', '--out', 'merged')).status).toBe(0);
		const [merged, all] = await Promise.all(
			['merged', 'all'].map((name) => readLogFile(join(folder, name, 'log.jsonl'))),
		);
		const inOrder = (log: Log | undefined): string[] =>
			(log?.samples ?? []).map(({ timings: _, ...sample }) => canonicalJson(sample as unknown as JsonValue)).sort();
		expect(inOrder(merged)).toEqual(inOrder(all));
	});
});

describe('a model file that is none', () => {
	const bad: readonly (readonly [string, (path: string) => void, RegExp])[] = [
		['missing', () => {}, /no model file/iu],
		['empty', (path) => writeFileSync(path, ''), /empty/iu],
		[
			'an HTML page',
			(path) => writeFileSync(path, '<!doctype html><html><body>Sign in</body></html>'),
			/HTML|web page/iu,
		],
		[
			'truncated',
			(path) => {
				writeFileSync(path, readFileSync(bundledModel()));
				truncateSync(path, 1_000_000);
			},
			/truncated|cut short|incomplete|ends before/iu,
		],
	];
	for (const [kind, make, words] of bad) {
		it(`${kind}: one clear line and exit code 3`, async () => {
			const path = join(folder, 'bad.gguf');
			make(path);
			const { status, stderr, stdout } = await gemmark('run', '--model', path);
			expect(status).toBe(3);
			expect(stdout).toBe('');
			const lines = stderr.trim().replace(HABIT_COACH, '').split('\n');
			expect(lines).toHaveLength(1);
			expect(lines[0]).toMatch(/^gemmark: /u);
			expect(lines[0]).toContain('bad.gguf');
			expect(lines[0]).toMatch(words);
		});
	}
});

describe('the command line', () => {
	it('answers bad usage with one line and exit code 2', async () => {
		for (const args of [
			['run', '--seed', 'x'],
			['run', '--suite', 'nope'],
			['fly'],
			['run', '--shard', '3/2'],
			['run', '--epochs', '3'],
		]) {
			const { status, stderr } = await gemmark(...args);
			expect([args, status]).toEqual([args, 2]);
			expect(stderr.split('\n')[0]).toMatch(/^gemmark: /u);
		}
	});

	it('prints its version and its help', async () => {
		expect(await gemmark('--version')).toMatchObject({
			status: 0,
			stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/u),
		});
		expect(await gemmark('run', '--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('--model') });
	});

	it('finds this machine fit to run', async () => {
		const { status, stdout } = await gemmark('doctor');
		expect(stdout).toContain('llama.cpp engine: node-llama-cpp');
		expect(status).toBe(0);
	});
});
