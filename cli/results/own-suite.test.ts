import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { LogHeader, LogRecord, LogSample } from '../../src/log/record.ts';
import { gate, readGate, readRun, readScoredRun, rescoreRun } from '../../src/node.ts';
import { saying } from '../../src/testing/saying.ts';
import { outsideFolderFixture } from '../outside-folder-fixture.ts';
import { OWN_SUITE_CONFIG } from './own-suite-fixture.ts';

/** The log of a run as somebody edited its samples, or its header, in a folder beside it; returns its file. */
function edited(
	folder: string,
	edit: (sample: LogSample, all: ReadonlyMap<string, LogSample>) => LogSample,
	editHeader: (header: LogHeader) => LogHeader = (header) => header,
): string {
	const lines = readFileSync(join(folder, 'out', 'log.jsonl'), 'utf8')
		.trim()
		.split('\n');
	const records = lines.map((line) => JSON.parse(line) as LogRecord);
	const all = new Map(records.flatMap((record) => (record.type === 'sample' ? [[record.sampleId, record]] : [])));
	const changed = records.map((record) => {
		if (record.type === 'header') return editHeader(record);
		return record.type === 'sample' ? edit(record, all) : record;
	});
	mkdirSync(join(folder, 'edited'), { recursive: true });
	const file = join(folder, 'edited', 'log.jsonl');
	writeFileSync(file, changed.map((record) => `${JSON.stringify(record)}\n`).join(''));
	return file;
}

it('label refuses a suite with another score; fates an unknown dialect', async () => {
	const { folder, gemmark } = outsideFolderFixture({ 'gemmark.config.ts': OWN_SUITE_CONFIG });
	await gemmark('run', '--out', 'out');
	expect(await gemmark('label', 'out', '--who', 'me', '--export', 'labels.csv')).toMatchObject({
		status: 2,
		stdout: '',
		stderr: expect.stringContaining('another score decides units.'),
	});
	const settings = ({ settings }: LogHeader): LogHeader['settings'] => ({ ...settings, dialect: 'whispered' });
	edited(
		folder,
		(sample) => sample,
		(header) => ({ ...header, settings: settings(header) }),
	);
	expect(await gemmark('fates', 'edited')).toMatchObject({
		status: 2,
		stdout: '',
		stderr: expect.stringContaining('edited: its model wrote in the dialect whispered, which a config'),
	});
});

const CODE_RUN = 'the code of the config is run\n';

it('scores that differ from transcripts are reported with --config', async () => {
	const { folder, gemmark } = outsideFolderFixture({ 'gemmark.config.ts': OWN_SUITE_CONFIG });
	await gemmark('run', '--out', 'out');
	edited(folder, (sample) =>
		sample.sampleId === 'rice' ? { ...sample, scores: { metric: { value: false } } } : sample,
	);
	const config = ['--config', 'gemmark.config.ts'];
	const [unnamed, same, named, gated] = await Promise.all([
		gemmark('report', 'edited', '--out', 'unnamed'),
		gemmark('report', 'out', '--out', 'same', ...config),
		gemmark('report', 'edited', '--out', 'named', ...config),
		gemmark('gate', 'edited', '--save-baseline', 'baseline.json', ...config),
	]);
	expect(unnamed).toMatchObject({ status: 0 });
	expect(unnamed.stderr).not.toContain('metric of');
	expect(same).toMatchObject({ status: 0, stderr: CODE_RUN });
	expect([named.status, gated.status]).toEqual([0, 0]);
	expect(named.stderr).toMatch(/metric of 1 sample \(rice\)/u);
	expect(readFileSync(join(folder, 'named', 'summary.md'), 'utf8')).toContain('units: metric of 1 sample');
	expect((await gemmark('rescore', 'edited', ...config)).stdout).toMatch(/^1 of 5 samples scores differently now/mu);
	expect((await gemmark('report', 'edited', '--out', 'again', ...config)).stderr).not.toContain('metric of');
}, 120_000);

const keep = (sample: LogSample): LogSample => sample;
/** Another than the config has. */
function withThreshold(header: LogHeader): LogHeader {
	const suites = header.suites.map(({ decision, ...suite }) => ({
		...suite,
		decision: decision && { ...decision, threshold: { hits: 5, of: 5 } },
	}));
	return { ...header, suites };
}

it('the library gates a run and marks it as rescored', async () => {
	const { folder, gemmark } = outsideFolderFixture({
		'gemmark.config.ts': OWN_SUITE_CONFIG,
		'gate.yaml': 'version: 1\nrules: [{ metric: units.metric, min: 1 }]\n',
	});
	await gemmark('run', '--out', 'out');
	const config = join(folder, 'gemmark.config.ts');
	const log = await readScoredRun(join(folder, 'out'), { config });
	expect(gate(log, readGate(join(folder, 'gate.yaml'))).passed).toBe(true);

	const regrouped = (sample: LogSample): LogSample =>
		sample.sampleId === 'rice' ? { ...sample, groups: { asked: 'later' } } : sample;
	const file = edited(folder, keep, withThreshold);

	const moved = await rescoreRun(edited(folder, regrouped), { config });
	expect([moved.changed, moved.log.header.rescored?.declared]).toEqual([0, ['units groups of rice']]);

	edited(folder, keep, withThreshold);
	const again = await rescoreRun(file, { config });
	expect([again.changed, again.log.header.rescored?.declared]).toEqual([0, ['units decision.threshold']]);
	const scored = await readScoredRun(file, { config });
	expect(scored.header.warnings).toMatchObject([{ code: 'run.rescored', params: { changed: 0, n: 5 } }]);
	const written = readFileSync(file, 'utf8');
	expect((await rescoreRun(file, { config })).log.header.rescored).toEqual(again.log.header.rescored);
	expect(readFileSync(file, 'utf8')).toBe(written);
	const compared = await gemmark('compare', 'out', 'edited', '--out', 'compared');
	expect(compared.stderr).toEqual(saying('run.rescored'));
	expect(readFileSync(join(folder, 'compared', 'comparison.html'), 'utf8')).toContain('rescored.at');
}, 60_000);

it('a run resumes with other code only with --allow code', async () => {
	const { folder, gemmark } = outsideFolderFixture({
		'gemmark.config.ts': OWN_SUITE_CONFIG,
		'decision.config.ts': OWN_SUITE_CONFIG.replace('hits: 3', 'hits: 5'),
		'same.config.ts': `// Of tomorrow.\n${OWN_SUITE_CONFIG}`,
	});
	await gemmark('run', '--out', 'out');
	const file = join(folder, 'out', 'log.jsonl');
	const begun = `${readFileSync(file, 'utf8').split('\n').slice(0, 3).join('\n')}\n`;
	writeFileSync(file, begun);
	const resumed = (config: string, ...more: readonly string[]): ReturnType<typeof gemmark> =>
		gemmark('run', '--resume', '--out', 'out', '--config', config, ...more);
	for (const [config, field] of [
		['decision.config.ts', /decision\.units/u],
		['same.config.ts', /code of the config/u],
	] as const) {
		expect(await resumed(config)).toMatchObject({ status: 2, stderr: expect.stringMatching(field) });
	}
	expect(readFileSync(file, 'utf8')).toBe(begun);
	expect(await resumed('same.config.ts', '--allow', 'code')).toMatchObject({ status: 0 });
	const { samples: all, footer } = await readScoredRun(file);
	expect(all).toHaveLength(5);
	expect(footer?.warnings).toMatchObject([{ code: 'run.mixed-answers' }]);
}, 60_000);

it('a rescored run has the warnings of its log', async () => {
	const { folder, gemmark } = outsideFolderFixture({ 'gemmark.config.ts': OWN_SUITE_CONFIG });
	await gemmark('run', '--out', 'out');
	const file = edited(folder, ({ transcript, ...sample }) => ({
		...sample,
		transcript: {
			...transcript,
			generations: transcript.generations.map((one) => ({ ...one, systemFingerprint: sample.sampleId })),
		},
	}));
	const { log } = await rescoreRun(file, { config: join(folder, 'gemmark.config.ts') });
	expect(log.header.warnings).toContainEqual(expect.objectContaining({ code: 'run.fingerprint-changed' }));
	expect((await readRun(file)).header.warnings).toEqual(log.header.warnings);
}, 60_000);

it('a changed corpus keeps the run’s questions, and is reported', async () => {
	const { gemmark } = outsideFolderFixture({
		'gemmark.config.ts': OWN_SUITE_CONFIG,
		'later.config.ts': OWN_SUITE_CONFIG.replace('And 2 cups of rice?', 'And 3 cups of rice?'),
	});
	await gemmark('run', '--out', 'out');
	const [same, other] = await Promise.all([
		gemmark('rescore', 'out', '--out', 'same', '--config', 'gemmark.config.ts'),
		gemmark('rescore', 'out', '--out', 'other', '--config', 'later.config.ts'),
	]);
	expect(same.stdout).not.toContain('something else');
	expect(other).toMatchObject({ status: 0 });
	expect(other.stdout).toContain(
		'units: prompts or expectations differ here (corpus); scored with those of the run. Run again to use the new ones\n',
	);
}, 60_000);
