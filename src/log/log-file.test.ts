import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EnvironmentError, LogError } from '../errors/gemmark-error.ts';
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

	it('keeps Hangul as it is, one line a record', () => {
		const log = openLogFile(file, 'create');
		log.append(logSampleFixture({ sample: { input: '줄\n바꿈' } }));
		log.close();
		const text = readFileSync(file, 'utf8');
		expect(text).toContain('줄\\n바꿈');
		expect(text.trimEnd().split('\n')).toHaveLength(1);
	});

	it('tells which log cannot be read', async () => {
		await expect(readLogFile(join(folder, 'absent.jsonl'))).rejects.toThrow(LogError);
	});
});
