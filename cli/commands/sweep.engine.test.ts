import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/read-file.ts';
import { readLogFile } from '../../src/log/read-log.ts';
import type { SweepPlan } from '../../src/summary/sweep/plan.ts';
import type { SweepSummary } from '../../src/summary/sweep/summarize.ts';
import { cli } from '../outside-folder-fixture.ts';

const MAIN = join(packageRoot(), 'cli', 'main.ts');
const MODELS = ['--model', 'mini-q8_0.gguf', '--model', 'mini-q4_0.gguf'];
const ASKED = ['--suite', 'prefix', '--max-tokens', '64', '--limit', '4'];

let folder: string;

const gemmark = (...args: readonly string[]): ReturnType<typeof cli> => cli(args, folder);

function read<T>(...path: readonly string[]): T {
	return JSON.parse(readFileSync(join(folder, ...path), 'utf8')) as T;
}

describe('gemmark sweep', () => {
	beforeAll(() => {
		folder = realpathSync(mkdtempSync(join(tmpdir(), 'gemmark-sweep-')));
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it('makes a run of each cell, refuses what an engine cannot do, and reports all of it', async () => {
		const { status, stderr } = await gemmark(
			'sweep',
			...MODELS,
			'--kv',
			'f16,q8_0',
			'--flash-attention',
			'off',
			'--threads',
			'1',
			...ASKED,
			'--out',
			'one',
		);
		expect(stderr).not.toContain('defect');
		expect(status).toBe(0);
		const { cells, outcome, answer } = read<SweepSummary>('one', 'sweep.json');
		expect(outcome).toBe('complete');
		expect(answer.answer).toBe('cant-tell');
		const measured = cells.filter(({ state }) => state !== 'refused');
		expect(measured.map(({ asked, kvCacheType, threads }) => [asked, kvCacheType, threads])).toEqual([
			[4, 'f16', 1],
			[4, 'f16', 1],
		]);
		const refused = cells.filter(({ state }) => state === 'refused').map(({ reason }) => reason);
		expect(refused).toMatchObject([{ code: 'engine.kv-flash-attention' }, { code: 'engine.kv-flash-attention' }]);
		const logs = await Promise.all(measured.map((cell) => readLogFile(join(folder, 'one', cell.folder, 'log.jsonl'))));
		expect(new Set(logs.map(({ header }) => header.interleaved)).size).toBe(1);
		expect(readdirSync(join(folder, 'one'))).toEqual(
			expect.arrayContaining(['sweep.html', 'sweep.csv', 'sweep.json', 'sweep.md']),
		);
		expect(realpathSync(join(folder, 'results', 'latest'))).toBe(join(folder, 'one'));
	});

	it('renders again from its folder, and its cells compare', async () => {
		rmSync(join(folder, 'one', 'sweep.html'));
		expect((await gemmark('report', 'one', '--lang', 'ko')).status).toBe(0);
		expect(readFileSync(join(folder, 'one', 'sweep.html'), 'utf8')).toContain('<html lang="ko">');
		const cells = read<SweepSummary>('one', 'sweep.json').cells.filter(({ asked }) => asked > 0);
		const runs = cells.map((cell) => join('one', cell.folder));
		expect((await gemmark('compare', ...runs, '--out', 'both')).status).toBe(0);
	});

	it('goes on after Ctrl-C with its options, and not with other axes', async () => {
		const child = spawn(process.execPath, [MAIN, 'sweep', ...MODELS, '--threads', '1', ...ASKED, '--out', 'two'], {
			cwd: folder,
		});
		const isBegun = (): boolean =>
			existsSync(join(folder, 'two', '2-mini-q4_0', 'log.jsonl')) &&
			readFileSync(join(folder, 'two', '2-mini-q4_0', 'log.jsonl'), 'utf8').split('\n').length > 2;
		while (!isBegun()) await new Promise((next) => setTimeout(next, 20));
		child.kill('SIGINT');
		expect(await new Promise((ended) => child.on('exit', ended))).toBe(130);
		expect(read<SweepPlan>('two', 'sweep-plan.json').outcome).toBe('interrupted');
		const other = await gemmark('sweep', '--resume', '--out', 'two', '--threads', '2');
		expect([other.status, other.stderr.trim().split('\n').length]).toEqual([2, 1]);
		expect((await gemmark('sweep', '--resume', '--out', 'two')).status).toBe(0);
		const { outcome, cells } = read<SweepSummary>('two', 'sweep.json');
		expect([outcome, ...cells.map(({ asked }) => asked)]).toEqual(['complete', 4, 4]);
	});

	it.each([
		['an axis that no engine knows', ['--runner', 'openai', '--threads', '1,2']],
		['the same cell twice', ['--threads', '2,2']],
		['a budget too short for one block', ['--threads', '1,2', '--budget', '1s']],
		['a margin of 1', ['--threads', '1,2', '--margin', '1']],
		['a folder without a sweep to resume', ['--resume', '--out', 'nothing']],
	])('refuses %s with one line, exit code 2', async (_, args) => {
		const { status, stderr, stdout } = await gemmark('sweep', ...args);
		expect([status, stdout]).toEqual([2, '']);
		expect(
			stderr
				.trim()
				.split('\n')
				.filter((line) => line.startsWith('gemmark:')),
		).toHaveLength(1);
	});
});
