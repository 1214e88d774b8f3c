import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gate, readGate, readRun, readScoredRun, rescoreRun } from '../../api/node.ts';
import type { LogHeader, LogRecord, LogSample } from '../../src/log/record.ts';
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

it('label asks nobody about a suite that decides on a score of its own, and fates says whose the dialect of a run is', async () => {
	const { folder, gemmark } = outsideFolderFixture({ 'gemmark.config.ts': OWN_SUITE_CONFIG });
	await gemmark('run', '--out', 'out');
	expect(await gemmark('label', 'out', '--who', 'me', '--export', 'labels.csv')).toMatchObject({
		status: 2,
		stdout: '',
		stderr: expect.stringContaining('no suite of this run decides on that: units decides on a score of its own.'),
	});
	const settings = ({ settings }: LogHeader): LogHeader['settings'] => ({ ...settings, dialect: 'shouted' });
	edited(
		folder,
		(sample) => sample,
		(header) => ({ ...header, settings: settings(header) }),
	);
	expect(await gemmark('fates', 'edited')).toMatchObject({
		status: 2,
		stdout: '',
		stderr: expect.stringContaining('edited: its model wrote in the dialect shouted, which is a config'),
	});
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
		gemmark('fates', 'edited', ...config),
		gemmark('label', 'edited', '--who', 'kim', '--export', 'labels.csv', ...config),
		gemmark('export', 'promptfoo', 'edited', ...config),
		gemmark('run', '--policy', 'from:edited', '--out', 'kept', ...config),
	]);
	expect(unnamed).toMatchObject({ status: 0, stderr: '' });
	expect(same).toMatchObject({ status: 0, stderr: CODE_RUN });
	expect(later).toMatchObject({ status: 0 });
	const warned =
		'units: it was not held against the config, where these differ: version (1, here 2); name the config as it was, or score the run anew with gemmark rescore';
	expect(later.stderr).toBe(`${CODE_RUN}gemmark: edited/log.jsonl: ${warned}\n`);
	expect(readFileSync(join(folder, 'later', 'summary.md'), 'utf8')).toContain(
		'units: it was not held against the config, where these differ: version',
	);
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
	const [reported, gated] = await Promise.all([
		gemmark('report', 'edited', '--out', 'again', ...config),
		gemmark('gate', 'edited', '--save-baseline', 'baseline.json', ...config),
	]);
	for (const { status, stderr } of [reported, gated]) {
		expect([status, stderr]).toEqual([
			0,
			expect.stringMatching(/^.*\ngemmark: edited\/log\.jsonl: the run was scored again/u),
		]);
	}
}, 120_000);

const keep = (sample: LogSample): LogSample => sample;
/** Another than the config has. */
function withThreshold(header: LogHeader): LogHeader {
	const suites = header.suites.map(({ decision, ...suite }) => ({
		...suite,
		...(decision && { decision: { ...decision, threshold: { hits: 5, of: 5 } } }),
	}));
	return { ...header, suites };
}

it('a library holds a run against its config and its gate, and scores it again with a mark that a comparison shows', async () => {
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
	await expect(readScoredRun(edited(folder, regrouped), { config })).rejects.toThrow(
		':3: units rice: group asked is later, but its row gives at once',
	);
	const file = edited(folder, keep, withThreshold);
	await expect(readScoredRun(file, { config })).rejects.toThrow(
		':1: suites[0] (units): declares otherwise: decision.threshold (5 of 5, here 3 of 5)',
	);
	const doubts: string[] = [];
	const unchecked = await readScoredRun(file, { onDoubt: (line) => doubts.push(line) });
	expect([unchecked.header.warnings, doubts]).toEqual([undefined, []]);

	const moved = await rescoreRun(edited(folder, regrouped), { config });
	expect([moved.changed, moved.log.header.rescored?.declared]).toEqual([0, ['units groups of rice']]);

	edited(folder, keep, withThreshold);
	const again = await rescoreRun(file, { config });
	expect([again.changed, again.log.header.rescored?.declared]).toEqual([0, ['units decision.threshold']]);
	const mark =
		/^the run was scored again on \d{4}-\d\d-\d\d: 0 of 5 samples came to another score; declared anew: units decision\.threshold$/u;
	const held = await readScoredRun(file, { config });
	expect(held.header.warnings).toEqual([expect.stringMatching(mark)]);
	const written = readFileSync(file, 'utf8');
	expect((await rescoreRun(file, { config })).log.header.rescored).toEqual(again.log.header.rescored);
	expect(readFileSync(file, 'utf8')).toBe(written);
	const compared = await gemmark('compare', 'out', 'edited', '--out', 'compared');
	expect(compared.stderr).toContain('edited/log.jsonl: the run was scored again on');
	expect(readFileSync(join(folder, 'compared', 'comparison.html'), 'utf8')).toContain('rescored.at');
}, 60_000);

it('a run is not gone on with where the code of its suites scores what is there otherwise, or decides otherwise, or is another', async () => {
	const { folder, gemmark } = outsideFolderFixture({
		'gemmark.config.ts': OWN_SUITE_CONFIG,
		'scorer.config.ts': OWN_SUITE_CONFIG.replace('d ml/u', 'd cups/u'),
		'decision.config.ts': OWN_SUITE_CONFIG.replace('hits: 3', 'hits: 5'),
		'same.config.ts': `// Of tomorrow.\n${OWN_SUITE_CONFIG}`,
	});
	await gemmark('run', '--out', 'out');
	const file = join(folder, 'out', 'log.jsonl');
	const [first = '', ...samples] = readFileSync(file, 'utf8').split('\n').slice(0, 3);
	const { code, ...before } = JSON.parse(first) as LogHeader;
	// A log of before tells no code: what it has is held against the suites as they are.
	const begun = `${[JSON.stringify(before), ...samples].join('\n')}\n`;
	const told = `${[first, ...samples].join('\n')}\n`;
	writeFileSync(file, begun);
	const resumed = (config: string, ...more: readonly string[]): ReturnType<typeof gemmark> =>
		gemmark('run', '--resume', '--out', 'out', '--config', config, ...more);
	expect(await resumed('scorer.config.ts')).toMatchObject({
		status: 2,
		stderr: expect.stringContaining(
			'log.jsonl:2: units milk: metric is yes, but its transcript gives no, and so 1 more.',
		),
	});
	expect(await resumed('decision.config.ts')).toMatchObject({
		status: 2,
		stderr: expect.stringContaining("cannot be resumed, decision of units differs from the run's own"),
	});
	expect(readFileSync(file, 'utf8')).toBe(begun);
	expect(code).toEqual([{ name: 'gemmark.config.ts', sha256: expect.stringMatching(/^[0-9a-f]{64}$/u) }]);
	writeFileSync(file, told);
	expect(await resumed('same.config.ts')).toMatchObject({
		status: 2,
		stderr: expect.stringContaining("cannot be resumed, code of the config differs from the run's own. Put the code"),
	});
	expect(await resumed('gemmark.config.ts')).toMatchObject({ status: 0 });
	expect((await readScoredRun(file)).samples).toHaveLength(5);
	writeFileSync(file, told);
	expect(await resumed('same.config.ts', '--allow', 'code')).toMatchObject({ status: 0 });
	const { samples: all, footer } = await readScoredRun(file);
	expect(all).toHaveLength(5);
	expect(footer?.warnings).toEqual(['the run was resumed with other code (the config)']);
}, 60_000);

it('a rescored run is told with the warnings that reading its log gives', async () => {
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
	expect(log.header.warnings).toEqual([expect.stringContaining('the server changed its setup during the run')]);
	expect((await readRun(file)).header.warnings).toEqual(log.header.warnings);
}, 60_000);

it('a corpus that is another now leaves what the run asked and expected, and a line says so', async () => {
	const { gemmark } = outsideFolderFixture({
		'gemmark.config.ts': OWN_SUITE_CONFIG,
		'later.config.ts': OWN_SUITE_CONFIG.replace('And 2 cups of rice?', 'And 3 cups of rice?'),
	});
	await gemmark('run', '--out', 'out');
	const [same, other, gated] = await Promise.all([
		gemmark('rescore', 'out', '--out', 'same', '--config', 'gemmark.config.ts'),
		gemmark('rescore', 'out', '--out', 'other', '--config', 'later.config.ts'),
		gemmark('report', 'out', '--out', 'reported', '--config', 'later.config.ts'),
	]);
	expect(same.stdout).not.toContain('something else');
	expect(other).toMatchObject({ status: 0 });
	expect(other.stdout).toContain(
		'units asks or expects something else here (corpus): scored by what the run asked and expected; ask anew with gemmark run\n',
	);
	expect(gated.stderr).toMatch(
		/where these differ: corpus; name the config as it was, or ask anew with gemmark run\n$/u,
	);
}, 60_000);
