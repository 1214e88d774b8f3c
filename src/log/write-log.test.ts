import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EnvironmentError } from '../base/errors.ts';
import { fullDisk } from '../testing/doubles/full-disk.ts';
import { logHeaderFixture, logSampleFixture } from '../testing/log-line-fixture.ts';
import type { Log } from './record.ts';
import { writeLogFile } from './write-log.ts';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'gemmark-rewrite-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('writeLogFile', () => {
	it('keeps every sample of the existing log on a full disk', () => {
		const samples = Array.from({ length: 103 }, (_, at) => logSampleFixture({ sampleId: `s-${at}` }));
		const log: Log = { header: logHeaderFixture(), samples, failures: [] };
		const file = join(folder, 'log.jsonl');
		writeLogFile(file, log);
		const before = readFileSync(file, 'utf8');
		for (let room = 0; room < before.length; room += Math.ceil(before.length / 20)) {
			expect(() => writeLogFile(file, { ...log, failures: [] }, { disk: fullDisk(room) })).toThrow(EnvironmentError);
			expect(readFileSync(file, 'utf8') === before, `room for ${room} bytes`).toBe(true);
		}
		expect(readdirSync(folder)).toEqual(['log.jsonl']);
	});
});
