import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { TestModule } from 'vitest/node';
import { readRun } from '../run/results/read-run.ts';
import { packageRoot } from '../src/base/read-file.ts';
import { compileCacheFolder } from '../src/download/folders.ts';
import type { Log, LogHeader } from '../src/log/record.ts';
import { compareRuns } from '../src/summary/compare/compare.ts';
import { saying } from '../src/testing/saying.ts';
import GemmarkReporter from './reporter.ts';

/** Without Vite's transforms, at half the time. */
const NATIVE = ['--configLoader=native', '--experimental.viteModuleRunner=false', '--experimental.nodeLoader=false'];

describe('a run of tests, some of which fail', () => {
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-reporter-'));
	const home = process.cwd();
	const run = join(folder, 'run');
	let printed: string;
	let log: Log;

	beforeAll(async () => {
		// A run is the latest of the folder that it was started in.
		process.chdir(folder);
		const vitest = join(packageRoot(), 'node_modules', 'vitest', 'vitest.mjs');
		const config = join(import.meta.dirname, 'asked-tests-config-fixture.ts');
		const env = {
			...process.env,
			GEMMARK_LANG: 'ko',
			GEMMARK_OUT: folder,
			GEMMARK_TEST_EVENTS: join(folder, 'events'),
			NODE_COMPILE_CACHE: compileCacheFolder(),
		};
		const failed = promisify(execFile)(process.execPath, [vitest, 'run', '--config', config, ...NATIVE], {
			cwd: folder,
			env,
		});
		printed = await failed.then(
			() => 'nothing failed',
			({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) =>
				stripVTControlCharacters(`${stdout}${stderr}`),
		);
		log = await readRun(join(run, 'log.jsonl'));
	}, 60_000);
	afterAll(() => {
		process.chdir(home);
		rmSync(folder, { recursive: true });
	});

	it('shows what differs, with Hangul as it is', () => {
		expect(printed).toContain('-     "keyword": "물",\n+     "keyword": "운동",');
		expect(printed).toContain('기대한 호출: add_habit {"name": "물"}. 실제: 호출이 없습니다.');
		expect(printed).toContain('EngineError: the engine ended. Run it again.');
	});

	it('is a log that gemmark reads, with the outcome of each test', () => {
		const outcomes = log.samples.map(({ sample, epoch, scores: { passed } }) => [
			String(sample.test).replace('습관 노트 > ', ''),
			epoch,
			passed?.unscored ?? passed?.value,
		]);
		expect(outcomes).toEqual([
			['운동을 물으면 카탈로그를 찾는다', 0, true],
			['calls what it does not', 0, false],
			['asks for the other words', 0, false],
			['is cut', 0, 'cut-length'],
			['passes the second time', 0, false],
			['passes the second time', 1, true],
			['is too slow', 0, 'interrupted'],
			// The first counts: nothing after it is read.
			['has two ends', 0, true],
		]);
		expect(log.failures).toMatchObject([{ kind: 'engine', said: { params: { text: 'the engine ended' } } }]);
		// Its abort is waited for, and takes the time that its runner reports.
		const slow = log.samples.find(({ sample }) => String(sample.test).endsWith('is too slow'));
		expect(slow?.timings.generations).toMatchObject([{ totalMs: 1 }]);
		expect(log.footer?.warnings).toBeUndefined();
		expect(log.header).toMatchObject({ app: { name: 'habit-notes' }, settings: { epochs: 2 } });
		expect(log.header.command).toMatch(/^npx vitest run /u);
	});

	it('has reports in the chosen language', () => {
		expect(readFileSync(join(run, 'report.html'), 'utf8')).toContain('테스트 통과');
		expect(existsSync(join(run, 'junit.xml'))).toBe(true);
		expect(printed).toContain('gemmark: run/report.html');
	});

	it('closes the model after the last test', () => {
		expect(readFileSync(join(folder, 'events'), 'utf8')).toBe('loaded\ndisposed\n');
	});

	it('has the tools and content of its app', () => {
		const sha256 = createHash('sha256').update('습관 노트를 돕습니다.').digest('hex');
		expect(log.header.app).toMatchObject({
			tools: [{ name: 'search_catalog' }, { name: 'add_habit' }],
			content: { system: { sha256 }, tools: {}, answers: {} },
		});
		expect(log.samples.map(({ system }) => system)).toEqual(log.samples.map(() => 'app'));
	});

	it('writes a run for each app, without those of an earlier run', async () => {
		vi.spyOn(process.stdout, 'write').mockReturnValue(true);
		onTestFinished(() => void vi.restoreAllMocks());
		const out = join(folder, 'apps');
		const { app } = log.header;
		const other = { ...log.header, app: { ...app, content: { ...app?.content, system: { sha256: '0'.repeat(64) } } } };
		const ended = async (...headers: readonly LogHeader[]): Promise<void> => {
			const reporter = new GemmarkReporter({ out });
			await reporter.onTestRunStart();
			await reporter.onTestRunEnd(
				headers.map((header) => moduleOf(header, log)),
				[],
				'passed',
			);
		};
		await ended(log.header, other as LogHeader);
		expect(readdirSync(out).toSorted()).toEqual(['1', '2']);
		const [first, second] = await Promise.all(['1', '2'].map((part) => readRun(join(out, part, 'log.jsonl'))));
		expect(() => compareRuns(first as Log, second as Log)).toThrow(saying('usage.runs-differ', { fields: 'app' }));
		await ended(log.header);
		expect(readdirSync(out)).toContain('log.jsonl');
		expect(readdirSync(out)).not.toContain('1');
		await ended();
		expect(existsSync(out)).toBe(false);
		mkdirSync(out);
		await ended();
		expect(existsSync(out)).toBe(true);
	});

	it('is removed by the next one; other files stay', async () => {
		const text = readFileSync(join(run, 'log.jsonl'), 'utf8');
		const others = join(folder, 'others');
		mkdirSync(others);
		writeFileSync(join(others, 'log.jsonl'), text.replaceAll('"version":"asked"', '"version":"3"'));
		writeFileSync(join(run, 'labels.csv'), 'of a person');
		const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
		onTestFinished(() => stderr.mockRestore());
		for (const out of [run, others, join(folder, 'new')]) await new GemmarkReporter({ out }).onTestRunStart();
		expect(readdirSync(run)).toEqual(['labels.csv']);
		expect(readdirSync(others)).toEqual(['log.jsonl']);
		expect(stderr.mock.calls).toEqual([
			[expect.stringMatching(/^gemmark: .*others: contains a run that no tests wrote/u)],
		]);
	});
});

/** A test file with one test, which has the first sample of a log. */
function moduleOf(header: LogHeader, { samples }: Log): TestModule {
	const [first] = samples;
	const { type: _, ...sample } = first as Log['samples'][number];
	const test = {
		meta: () => ({ gemmark: { target: 0, samples: [sample], failures: [], doubts: [] } }),
		result: () => ({ state: 'passed', errors: [] }),
	};
	return {
		relativeModuleId: 'asked-tests-fixture.ts',
		children: { allTests: () => [test] },
		meta: () => ({ gemmarkTargets: [header] }),
	} as unknown as TestModule;
}
