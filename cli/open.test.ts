import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { logHeaderFixture, logSampleFixture } from '../src/testing/log-line-fixture.ts';
import { announceReports, LONG_LOG_BYTES, LONG_RUN, readWithProgress } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-long-log-'));
const file = join(folder, 'log.jsonl');
writeFileSync(file, '');
afterAll(() => rmSync(folder, { recursive: true }));

const log = { header: logHeaderFixture(), samples: [], failures: [] };

function printedBy(work: (stream: { write(text: string): unknown }) => unknown): Promise<string> | string {
	let text = '';
	const done = work({ write: (part) => (text += part) });
	return done instanceof Promise ? done.then(() => text) : text;
}

describe('a long log', () => {
	it('is read with progress, a shorter one without', async () => {
		const reading = (quiet?: boolean): Promise<string> | string =>
			printedBy((stream) =>
				readWithProgress(
					file,
					async (_, onRead) => {
						onRead?.(20e6);
						return log;
					},
					{ stream, quiet },
				),
			);
		truncateSync(file, LONG_LOG_BYTES - 1);
		expect(await reading()).toBe('');
		truncateSync(file, LONG_LOG_BYTES);
		expect(await reading()).toBe('reading 20/50 MB\n');
		expect(await reading(true)).toBe('');
	});

	it('has its reports announced with their samples, a shorter one has not', () => {
		const samples = Array.from({ length: LONG_RUN }, () => logSampleFixture());
		expect(printedBy((stream) => announceReports({ samples }, { stream }))).toBe('writing reports of 10000 samples\n');
		expect(printedBy((stream) => announceReports({ samples: samples.slice(1) }, { stream }))).toBe('');
		expect(printedBy((stream) => announceReports({ samples }, { stream, quiet: true }))).toBe('');
	});
});
