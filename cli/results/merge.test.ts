import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { saying } from '../../src/testing/saying.ts';
import { outsideFolderFixture } from '../outside-folder-fixture.ts';
import { OWN_SUITE_CONFIG } from './own-suite-fixture.ts';

const DECIDING = OWN_SUITE_CONFIG.replace(
	"name: 'units',",
	"name: 'units',\n\tdecision: { hits: 1, of: 5, paths: { ship: { title: 'ship it' }, wait: { title: 'wait' } } },",
);

it('shards of repeats decide nothing until all are merged', async () => {
	const { folder, gemmark } = outsideFolderFixture({
		'gemmark.config.ts': DECIDING,
		'gate.yaml': 'version: 1\nrules: [{ metric: units.hits, maxDrop: 0 }]\n',
	});
	// Five prompts in three shards, each with all repeats of its prompts.
	const shards = [1, 2, 3].map((index) => `s${index}`);
	const ran = await Promise.all(
		shards.map((name, index) =>
			gemmark('run', '--epochs', '3', '--temperature', '1', '--shard', `${index + 1}/3`, '--out', name),
		),
	);
	expect(ran.map(({ status, stderr }) => [status, stderr.match(/^gemmark:.*$/mu)])).toEqual(ran.map(() => [0, null]));
	const [some, whole] = await Promise.all([
		gemmark('merge', ...shards.slice(1), '--out', 'some'),
		gemmark('merge', ...shards.toReversed(), '--out', 'whole'),
	]);
	expect(some).toMatchObject({ status: 3, stderr: expect.stringMatching(/shards are missing.*: 1\n$/u) });
	const [reported, gated] = await Promise.all([
		gemmark('report', 'some', '--out', 'reported'),
		gemmark('gate', 'some', '--save-baseline', 'baseline.json'),
	]);
	for (const result of [reported, gated]) {
		expect(result).toMatchObject({ status: 3, stderr: expect.stringMatching(/nothing is decided: 1\n/u) });
	}
	expect(some.stdout).toEqual(saying('score.subset', { hits: 3, judged: 3, n: 5 }));
	expect(some.stdout).toEqual(saying('score.not-judged'));
	expect(some.stdout).not.toMatch(/Path ship/u);
	expect(readFileSync(join(folder, 's1', 'report.html'), 'utf8')).toContain('or of their repeats');
	expect(readFileSync(join(folder, 'some', 'decision.md'), 'utf8')).not.toContain('ship it');
	expect(whole).toMatchObject({ status: 0, stdout: expect.stringMatching(/Path ship: 5 of 5 prompts pass/u) });
	const again = (out: string, baseline: string) =>
		gemmark('merge', ...shards.slice(1), '--gate', 'gate.yaml', '--baseline', baseline, '--out', out);
	const log = readFileSync(join(folder, 'whole', 'log.jsonl'), 'utf8');
	mkdirSync(join(folder, 'other'));
	writeFileSync(join(folder, 'other', 'log.jsonl'), log.replace('"temperature":1', '"temperature":0.5'));
	const [failed, refused] = await Promise.all([again('failed', 'whole'), again('refused', 'other')]);
	expect(failed).toMatchObject({
		status: 1,
		stdout: expect.stringContaining('shards are missing: 1, required a complete run'),
	});
	expect(readFileSync(join(folder, 'failed', 'junit.xml'), 'utf8')).toEqual(
		saying('gate.missing-shards', { shards: 1 }),
	);
	expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('settings.temperature (0.5 vs 1)') });
	expect(existsSync(join(folder, 'refused'))).toBe(false);
	const order = readFileSync(join(folder, 'whole', 'log.jsonl'), 'utf8').matchAll(/"sampleId":"(\w+)"/gu);
	const prompts = ['milk', 'rice', 'oil', 'later', 'again'];
	expect(Array.from(order, ([, id]) => id)).toEqual(prompts.flatMap((id) => [id, id, id]));
	expect(readFileSync(join(folder, 'whole', 'decision.md'), 'utf8')).not.toMatch(/--shard|--out/u);
});

it('shards with different code merge only with --allow code', async () => {
	const other = DECIDING.replace('d ml/u', 'd cups/u');
	const { folder, gemmark } = outsideFolderFixture({ 'gemmark.config.ts': DECIDING, 'other.config.ts': other });
	const [one, two] = await Promise.all([
		gemmark('run', '--shard', '1/2', '--out', 's1'),
		gemmark('run', '--shard', '2/2', '--out', 's2', '--config', 'other.config.ts'),
	]);
	expect([one.status, two.status]).toEqual([0, 0]);
	const [refused, allowed, compared] = await Promise.all([
		gemmark('merge', 's1', 's2', '--out', 'refused'),
		gemmark('merge', 's1', 's2', '--out', 'allowed', '--allow', 'code', '--lang', 'ko'),
		gemmark('compare', 's1', 's2', '--out', 'compared'),
	]);
	expect(refused).toMatchObject({
		status: 2,
		stderr: expect.stringMatching(
			/^gemmark: s2: cannot be merged with s1: code of the config differs\..*--allow code\n$/u,
		),
	});
	expect(allowed.status).toBe(0);
	expect(readFileSync(join(folder, 'allowed', 'report.html'), 'utf8')).toContain(
		'시간뿐 아니라 응답도 다를 수 있습니다',
	);
	expect(compared.stdout).toContain('the code of the runs differs (the config)');
	expect(readFileSync(join(folder, 'compared', 'comparison.html'), 'utf8')).toContain('code of the config');
});

it('shards of two targets are named, and merged a target at a time', async () => {
	const { gemmark } = outsideFolderFixture({
		'gemmark.config.ts': DECIDING.replace(
			"targets: [{ runner: parrot, model: 'grey' }]",
			"targets: [{ name: 'one', runner: parrot, model: 'grey' }, { name: 'two', runner: parrot, model: 'red' }]",
		),
	});
	await Promise.all([1, 2].map((index) => gemmark('run', '--shard', `${index}/2`, '--out', `s${index}`)));
	const [both, one] = await Promise.all([
		gemmark('merge', 's1', 's2', '--out', 'both'),
		gemmark('merge', 's1/1-one', 's2/1-one', '--out', 'one'),
	]);
	expect(both).toMatchObject({
		status: 2,
		stderr: expect.stringMatching(/^gemmark: s1: .* 1-one, 2-two\. Name one of them: s1\/1-one\.\n$/u),
	});
	expect(one).toMatchObject({ status: 0, stdout: expect.stringMatching(/Path ship: 5 of 5 prompts pass/u) });
});
