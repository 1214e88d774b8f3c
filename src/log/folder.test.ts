import { existsSync, mkdirSync, readdirSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { EnvironmentError, UsageError } from '../base/errors.ts';
import { saying } from '../testing/saying.ts';
import { workingFolderFixture } from '../testing/working-folder-fixture.ts';
import {
	LOG_NAME,
	linkRuns,
	logPath,
	markLatest,
	newReportFolder,
	newRunFolder,
	reportFolder,
	resumedRunFolder,
	writeReport,
} from './folder.ts';

const now = new Date('2026-11-21T10:20:30Z');
let folder: string;
beforeEach(() => {
	folder = workingFolderFixture();
});

describe('run folder', () => {
	it('is named by time and model, and unique', () => {
		const first = newRunFolder(undefined, 'mini-q8_0.gguf', now);
		expect(first).toBe(join(folder, 'results', '2026-11-21T10-20-30-mini-q8_0'));
		expect(newRunFolder(undefined, 'mini-q8_0.gguf', now)).toBe(`${first}-2`);
	});

	it('has the sort of run after the model, without the file extension', () => {
		const tests = newRunFolder(undefined, 'mini-q8_0.gguf', now, { sort: 'tests' });
		expect(tests).toBe(join(folder, 'results', '2026-11-21T10-20-30-mini-q8_0-tests'));
	});

	it('is inside results for any model name', () => {
		expect(newRunFolder(undefined, '../../../etc/../x.gguf', now)).toBe(
			join(folder, 'results', '2026-11-21T10-20-30-x'),
		);
		expect(newRunFolder(undefined, '..', now)).toBe(join(folder, 'results', '2026-11-21T10-20-30-model'));
		expect(newRunFolder(undefined, '한글 모델', now)).toBe(join(folder, 'results', '2026-11-21T10-20-30-한글-모델'));
	});

	it('differs from that of a run that started in the same second', () => {
		const names = [1, 2, 3].map(() => newRunFolder(undefined, 'mini', now));
		expect(new Set(names).size).toBe(3);
	});

	it('that cannot be created throws at once, also in /proc', () => {
		writeFileSync('file', '');
		expect(() => newRunFolder('file', 'x', now)).toThrow(EnvironmentError);
		expect(() => newRunFolder('file/below', 'x', now)).toThrow(EnvironmentError);
		expect(() => reportFolder('/proc/gemmark', 'run/log.jsonl')).toThrow(EnvironmentError);
	});

	it('of the newest run is resumed by its real path', () => {
		const run = newRunFolder(undefined, 'mini', now);
		writeFileSync(join(run, LOG_NAME), '');
		markLatest(run);
		const resumed = resumedRunFolder(undefined);
		markLatest(resumed);
		expect(resumed).toBe(run);
		expect(realpathSync(join('results', 'latest'))).toBe(run);
	});

	it('with a run is refused, with a remedy', () => {
		mkdirSync('out');
		writeFileSync('out/log.jsonl', '');
		expect(() => newRunFolder('out', 'x', now)).toThrow(UsageError);
		const refusal = (resumes: boolean) =>
			expect.objectContaining({
				hint: resumes ? expect.stringMatching(/, or resume that run with --resume\.$/u) : 'Choose another folder.',
			});
		for (const resumes of [true, false])
			expect(() => newRunFolder('out', 'x', now, { resumes })).toThrow(refusal(resumes));
		expect(resumedRunFolder('out')).toBe(join(folder, 'out'));
	});

	it('without a run cannot be resumed', () => {
		mkdirSync('empty');
		expect(() => resumedRunFolder('empty')).toThrow(saying('usage.no-run-to-resume'));
	});

	it('is what results/latest points at', () => {
		const first = newRunFolder(undefined, 'a', now);
		markLatest(first);
		const second = newRunFolder(undefined, 'b', now);
		markLatest(second);
		expect(readlinkSync('results/latest')).toBe('2026-11-21T10-20-30-b');
	});

	it('of a comparison names its runs', () => {
		const [one = '', two = ''] = ['a', 'b'].map((name) => newRunFolder(undefined, name, now));
		for (const run of [one, two]) writeFileSync(join(run, LOG_NAME), '');
		const comparison = newReportFolder(undefined, 'comparison', now);
		linkRuns(comparison, [logPath(two), logPath(one)]);
		linkRuns(comparison, [logPath(one), logPath(two)]);
		markLatest(comparison);
		const runs = ['1-2026-11-21T10-20-30-a', '2-2026-11-21T10-20-30-b'];
		const several = expect.objectContaining({
			said: { code: 'usage.several-runs', params: { n: 2, run: expect.anything(), runs, first: expect.anything() } },
		});
		expect(() => logPath('results/latest')).toThrow(several);
		expect(() => resumedRunFolder(undefined)).toThrow(several);
		const second = `results/latest/${runs[1]}`;
		expect(logPath(second)).toBe(resolve(second, LOG_NAME));
		const again = newReportFolder(undefined, 'comparison', now);
		linkRuns(again, [second, `results/latest/${runs[0]}`].map(logPath));
		markLatest(again);
		expect(realpathSync(logPath(second))).toBe(realpathSync(join(two, LOG_NAME)));
	});

	it('is found by folder, by log and through the link', () => {
		const run = newRunFolder(undefined, 'a', now);
		writeFileSync(join(run, LOG_NAME), '');
		markLatest(run);
		expect(logPath(run)).toBe(join(run, LOG_NAME));
		expect(logPath(join(run, LOG_NAME))).toBe(join(run, LOG_NAME));
		expect(existsSync(logPath('results/latest'))).toBe(true);
		expect(() => logPath('absent')).toThrow(UsageError);
		expect(() => logPath({ folder: run } as never)).toThrow(saying('usage.run-path', { type: 'object' }));
	});

	it('gets a whole report and no temporary file', () => {
		writeReport(folder, 'report.csv', 'x');
		expect(readdirSync(folder)).toEqual(['report.csv']);
		expect(() => writeReport(join(folder, 'absent'), 'report.csv', 'x')).toThrow(
			saying('log.report-failed', { code: 'ENOENT' }),
		);
	});
});
