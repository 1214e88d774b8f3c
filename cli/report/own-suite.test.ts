import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRun } from '../../api/read-run.ts';
import type { LogRecord, LogSample } from '../../src/log/record.ts';
import { outsideFolderFixture } from '../outside-folder-fixture.ts';
import { OWN_SUITE_CONFIG } from './own-suite-fixture.ts';

/** The log of a run as somebody edited its samples, in a folder beside it; returns its file. */
function edited(folder: string, edit: (sample: LogSample, all: ReadonlyMap<string, LogSample>) => LogSample): string {
	const lines = readFileSync(join(folder, 'out', 'log.jsonl'), 'utf8')
		.trim()
		.split('\n');
	const records = lines.map((line) => JSON.parse(line) as LogRecord);
	const all = new Map(records.flatMap((record) => (record.type === 'sample' ? [[record.sampleId, record]] : [])));
	const changed = records.map((record) => (record.type === 'sample' ? edit(record, all) : record));
	mkdirSync(join(folder, 'edited'), { recursive: true });
	const file = join(folder, 'edited', 'log.jsonl');
	writeFileSync(file, changed.map((record) => `${JSON.stringify(record)}\n`).join(''));
	return file;
}

it('a log whose suite asks some of its samples in words of its own is read again, and refused once these are edited', async () => {
	const { folder, gemmark } = outsideFolderFixture({ 'gemmark.config.ts': OWN_SUITE_CONFIG });
	expect(await gemmark('run', '--out', 'out')).toMatchObject({
		status: 0,
		stderr: expect.not.stringMatching(/gemmark:/u),
	});
	expect((await readRun(edited(folder, (sample) => sample))).samples).toHaveLength(5);
	for (const [id, from] of [
		['oil', 'later'],
		['later', 'oil'],
		['later', 'again'],
	] as const) {
		const file = edited(folder, (sample, all) => {
			const { transcript, timings } = all.get(from) ?? sample;
			return sample.sampleId === id ? { ...sample, transcript, timings } : sample;
		});
		await expect(readRun(file)).rejects.toThrow(`units ${id}: is no sample of this run (its transcript does not ask`);
	}
	const words = edited(folder, (sample) => ({ ...sample, ownWords: undefined }));
	await expect(readRun(words)).rejects.toThrow('units later: is no sample of this run (its transcript does not ask');
});
