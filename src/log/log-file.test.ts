import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EnvironmentError, LogError } from '../errors/gemmark-error.ts';
import { type Score, UNSCORED_CAUSES } from '../eval/score/score.ts';
import { decisionFixture, declaredSuiteFixture } from '../testing/declared-suite-fixture.ts';
import { logHeaderFixture, logSampleFixture } from '../testing/log-line-fixture.ts';
import { openLogFile, readLogFile } from './log-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'gemmark-log-'));
	file = join(folder, 'log.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('log file', () => {
	it('holds each record as soon as it is appended', async () => {
		const log = openLogFile(file, 'create');
		log.append(logHeaderFixture());
		log.append(logSampleFixture());
		expect((await readLogFile(file)).samples).toHaveLength(1);
		log.close();
	});

	it('is never overwritten by a new run', () => {
		openLogFile(file, 'create').close();
		expect(() => openLogFile(file, 'create')).toThrow(EnvironmentError);
	});

	it('drops the line a kill cut short before a resumed run appends', async () => {
		const log = openLogFile(file, 'create');
		log.append(logHeaderFixture());
		log.close();
		appendFileSync(file, '{"type":"sample","sui');
		const resumed = openLogFile(file, 'resume');
		resumed.append(logSampleFixture({ sampleId: 'b' }));
		resumed.close();
		expect((await readLogFile(file)).samples.map((sample) => sample.sampleId)).toEqual(['b']);
	});

	it('drops a broken last line with its end too, which would be one in the middle', async () => {
		const log = openLogFile(file, 'create');
		log.append(logHeaderFixture());
		log.close();
		appendFileSync(file, 'broken\n');
		const resumed = openLogFile(file, 'resume');
		resumed.append(logSampleFixture({ sampleId: 'b' }));
		resumed.close();
		const { samples, damaged } = await readLogFile(file);
		expect(samples.map((sample) => sample.sampleId)).toEqual(['b']);
		expect(damaged).toBeUndefined();
	});

	it('keeps Hangul as it is, one line a record', () => {
		const log = openLogFile(file, 'create');
		log.append(logSampleFixture({ sample: { input: '줄\n바꿈' } }));
		log.close();
		const text = readFileSync(file, 'utf8');
		expect(text).toContain('줄\\n바꿈');
		expect(text.trimEnd().split('\n')).toHaveLength(1);
	});

	it('gives back every score as it was appended, unscored ones with their cause', async () => {
		const scores: Readonly<Record<string, Score>> = {
			...Object.fromEntries(UNSCORED_CAUSES.map((unscored) => [unscored, { unscored, detail: 'so it is' }])),
			bare: { unscored: 'interrupted', detail: undefined },
			right: { value: true },
			wrong: { value: false, reason: 'empty', detail: 'nothing was said' },
			count: { value: 0 },
		};
		const log = openLogFile(file, 'create');
		log.append(logHeaderFixture());
		log.append(logSampleFixture({ scores }));
		log.close();
		expect((await readLogFile(file)).samples[0]?.scores).toEqual(scores);
	});

	it('gives back what its suites declare, whatever their names', async () => {
		const suite = declaredSuiteFixture({
			name: 'units',
			title: { en: 'Units', ko: '단위' },
			view: 'units-view',
			samples: 12,
			scores: {
				metric: { kind: 'rate', title: 'metric units', main: true },
				grams: { kind: 'number', title: 'off by', unit: 'g', direction: 'lower', budget: 5 },
			},
			decision: decisionFixture(4, 12, 'metric'),
		});
		const log = openLogFile(file, 'create');
		log.append(logHeaderFixture({ suites: [suite] }));
		log.close();
		expect((await readLogFile(file)).header.suites).toEqual([suite]);
	});

	it('tells which log cannot be read', async () => {
		await expect(readLogFile(join(folder, 'absent.jsonl'))).rejects.toThrow(LogError);
	});
});
