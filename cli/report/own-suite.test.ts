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

const CODE_RUN = 'the code of the config is run\n';

it('scores of a config’s own suite are held against its transcripts where the user names the config, whose code runs then alone', async () => {
	const { folder, gemmark } = outsideFolderFixture({
		'gemmark.config.ts': OWN_SUITE_CONFIG,
		'later.config.ts': OWN_SUITE_CONFIG.replace("name: 'units',", "name: 'units',\n\tversion: '2',"),
	});
	await gemmark('run', '--out', 'out');
	edited(folder, (sample) =>
		sample.sampleId === 'rice' ? { ...sample, scores: { metric: { value: false } } } : sample,
	);
	const config = ['--config', 'gemmark.config.ts'];
	const [unnamed, same, later, ...refused] = await Promise.all([
		gemmark('report', 'edited', '--out', 'unnamed'),
		gemmark('report', 'out', '--out', 'same', ...config),
		gemmark('report', 'edited', '--out', 'later', '--config', 'later.config.ts'),
		gemmark('report', 'edited', '--out', 'named', ...config),
		gemmark('gate', 'edited', '--save-baseline', 'baseline.json', ...config),
		gemmark('compare', 'out', 'edited', '--out', 'compared', ...config),
		gemmark('merge', 'edited', '--out', 'merged', ...config),
	]);
	expect(unnamed).toMatchObject({ status: 0, stderr: '' });
	expect(same).toMatchObject({ status: 0, stderr: CODE_RUN });
	expect(later).toMatchObject({ status: 0 });
	const warned = /units: its scores were not held against its transcripts, as its version \(1, here 2\)/u;
	expect(readFileSync(join(folder, 'later', 'summary.md'), 'utf8')).toMatch(warned);
	expect(readFileSync(join(folder, 'same', 'summary.md'), 'utf8')).not.toMatch(/not held against/u);
	for (const { status, stderr } of refused) {
		expect([status, stderr]).toEqual([
			2,
			expect.stringMatching(
				/^the code of the config is run\ngemmark: edited\/log\.jsonl:3: units rice: metric is no, but its transcript gives yes\. .*gemmark rescore\.\n$/u,
			),
		]);
	}
	expect((await gemmark('rescore', 'edited', ...config)).stdout).toMatch(/^1 of 5 samples scores differently now/mu);
	expect(await gemmark('report', 'edited', ...config)).toMatchObject({ status: 0, stderr: CODE_RUN });
}, 120_000);
