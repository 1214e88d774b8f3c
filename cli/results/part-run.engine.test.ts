import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decidePolicy } from '../../run/choices.ts';
import { labelsCsv } from '../../run/results/labels-file.ts';
import { readRun } from '../../run/results/read-run.ts';
import { type Label, labelHash } from '../../src/eval/scoring/labels.ts';
import { DEFAULT_CHOICES } from '../../src/eval/settings.ts';
import { cli, ONE_ENGINE } from '../outside-folder-fixture.ts';

let folder: string;
const gemmark = (...args: readonly string[]): ReturnType<typeof cli> => cli(args, folder);
const read = (...path: string[]): string => readFileSync(join(folder, ...path), 'utf8');
const csvOf = (run: string): readonly Record<string, string>[] =>
	parse(read(run, 'report.csv'), { columns: true, bom: true, escape: '"' });

/** The run without the lines of these prompts, in a folder of its own. */
function without(name: string, ids: readonly string[]): void {
	cpSync(join(folder, 'whole'), join(folder, name), { recursive: true });
	const lines = read('whole', 'log.jsonl')
		.split('\n')
		.filter((line) => !ids.some((id) => line.includes(`"sampleId":"${id}"`)));
	writeFileSync(join(folder, name, 'log.jsonl'), lines.join('\n'));
}

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'gemmark-part-'));
	const run = async (...args: string[]): Promise<number> =>
		(await gemmark('run', ...ONE_ENGINE, '--suite', 'prefix', ...args)).status;
	expect(await run('--max-tokens', '120', '--capture', 'capture.txt', '--out', 'whole')).toBe(0);
	expect(await run('--max-tokens', '120', '--limit', '2', '--out', 'two')).toBe(0);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('planned prompts without a line', () => {
	const names = ['prefix-03', 'prefix-09'];
	const expectRows = (run: string): void => {
		const rows = csvOf(run);
		expect(rows).toHaveLength(15);
		const missing = rows.filter(({ score_meaningful_unscored: cause }) => cause === 'missing');
		expect(
			missing.map(({ sample, variant, epoch, score_meaningful: value, end_to_end_ms: ms }) => [
				sample,
				variant,
				epoch,
				value,
				ms,
			]),
		).toEqual(names.map((name) => [name, 'free', '0', '', '']));
		const junit = read(run, 'junit.xml');
		for (const name of names)
			expect(junit).toMatch(new RegExp(`name="${name}" time="0.000"><error type="missing"`, 'u'));
		expect(junit.match(/<testcase classname="gemmark.prefix.free"/gu)).toHaveLength(15);
		const page = read(run, 'report.html');
		expect(names.filter((name) => page.includes(`${name}: not evaluated`))).toEqual(names);
	};

	it('have rows where lines were deleted', async () => {
		without('deleted', names);
		expect((await gemmark('report', 'deleted')).status).toBe(0);
		expectRows('deleted');
	});

	it('are counted as unscored for gates, and make a run no baseline', async () => {
		without('lost', names);
		expect((await gemmark('report', 'lost', '--metrics')).stdout).toMatch(/^prefix\.unscored: 2$/mu);
		writeFileSync(join(folder, 'gate.yaml'), 'version: 1\nrules: [{ metric: prefix.meaningful, maxDrop: 0 }]\n');
		const { status, stderr } = await gemmark('run', '--suite', 'prefix', '--gate', 'gate.yaml', '--baseline', 'lost');
		expect([status, stderr.match(/^gemmark: .*$/mu)?.[0]]).toEqual([
			2,
			'gemmark: lost: not a baseline: 2 samples are missing. Compare with a whole run.',
		]);
	});

	it('have rows where a merged shard lost them', async () => {
		without('cut', names);
		expect((await gemmark('merge', 'cut', '--out', 'merged')).status).toBe(0);
		expectRows('merged');
	});

	it('have rows where a capture has a part of them', async () => {
		const text = read('capture.txt').split('\n');
		const from = (id: string): number => text.findIndex((line) => line.includes(`"prompt":"${id}"`));
		const kept = text.filter(
			(_, index) =>
				!names.some(
					(_name, at) => index >= from(names[at] ?? '') && index < from(at === 0 ? 'prefix-04' : 'prefix-10'),
				),
		);
		writeFileSync(join(folder, 'part.txt'), kept.join('\n'));
		const { status, stderr } = await gemmark('ingest', 'part.txt', '--out', 'ingested');
		expect([status, stderr]).toEqual([0, `gemmark: Not asked, or incomplete: ${names.join(', ')}.\n`]);
		expectRows('ingested');
	});
});

describe('the exit code of what has no verdict', () => {
	it('is 3 for a report too, which says why', async () => {
		without('open', [
			'prefix-01',
			'prefix-02',
			'prefix-03',
			'prefix-04',
			'prefix-05',
			'prefix-06',
			'prefix-07',
			'prefix-08',
		]);
		without(
			'open',
			Array.from({ length: 12 }, (_, index) => `prefix-${String(index + 1).padStart(2, '0')}`),
		);
		const { status, stderr } = await gemmark('report', 'open');
		expect([status, stderr.trim().split('\n')]).toEqual([
			3,
			[
				expect.stringMatching(/: The log was changed after/u),
				expect.stringMatching(/^gemmark: prefix: No verdict yet: /u),
			],
		]);
	});

	it('is 3 for a suite without a decision of which nothing was measured, in one line', async () => {
		const options = [...ONE_ENGINE, '--suite', 'frame', '--limit', '2', '--max-tokens', '2', '--out', 'nothing'];
		const ran = await gemmark('run', ...options);
		const line = 'gemmark: frame: nothing was measured, every sample is unscored: 4 hit the token limit';
		expect([ran.status, ran.stderr.split('\n').filter((text) => text.startsWith('gemmark:'))]).toEqual([3, [line]]);
		for (const command of ['report', 'rescore', 'merge']) {
			const { status, stderr } = await gemmark(command, 'nothing', ...(command === 'merge' ? ['--out', 'again'] : []));
			expect([command, status, stderr]).toEqual([command, 3, `${line}\n`]);
		}
	});
});

describe('gemmark compare with a part of a run', () => {
	it('says which run is a part, in the terminal and on the page', async () => {
		const { status, stdout } = await gemmark('compare', 'whole', 'two', '--out', 'compared');
		expect(status).toBe(0);
		expect(stdout).toMatch(/13 only in the baseline, 0 only here/u);
		expect(stdout).toMatch(/It has prefix 2 of 15 \(limit 2\)/u);
		expect(read('compared', 'comparison.html')).toContain('It has prefix 2 of 15 (limit 2).');
		expect(read('compared', 'comparison.md')).toContain('It has prefix 2 of 15');
	});

	it('exits 3 where the runs have no sample in common', async () => {
		without('rest', ['prefix-01', 'prefix-02']);
		const { status, stdout, stderr } = await gemmark('compare', 'rest', 'two', '--out', 'apart');
		expect(status).toBe(3);
		expect(stderr).toMatch(/^gemmark: .* has no sample in common with .*: nothing was compared$/mu);
		expect(stdout).not.toMatch(/no flips/u);
		expect(read('apart', 'comparison.html')).toContain('shares no sample with the baseline');
	});
});

describe('labels of some samples', () => {
	const labelled = async (name: string, count: number): Promise<string> => {
		without(name, []);
		const { samples } = await readRun(join(folder, name, 'log.jsonl'));
		const yes = samples.filter(({ scores }) => scores.meaningful?.value === true).slice(0, count);
		const labels = await Promise.all(
			(count > 9 ? samples : yes).map(
				async (sample): Promise<Label> => ({
					promptId: sample.sampleId,
					sampleHash: await labelHash(sample),
					meaningful: false,
					who: 'kim',
				}),
			),
		);
		writeFileSync(
			join(folder, name, 'labels.csv'),
			labelsCsv(labels.map((label) => ({ label, input: '', prefix: '' }))),
		);
		return join(folder, name);
	};
	const policyOf = (run: string): Promise<unknown> => decidePolicy({ ...DEFAULT_CHOICES, policy: `from:${run}` });

	it('of some texts settle the path with the rule on the rest, which every surface says', async () => {
		const run = await labelled('some', 5);
		const { status, stdout } = await gemmark('label', 'some', '--who', 'kim', '--import', 'some/labels.csv');
		expect(status).toBe(0);
		expect(stdout.trim().split('\n').at(-1)).toMatch(/^prefix: Path B: rule and labels count 4 of these 15/u);
		for (const name of ['decision.md', 'report.html']) {
			expect(read('some', name)).toMatch(/People labelled 4 of 9 texts; .*rule alone: path A, 9 of 15/u);
		}
		expect(await policyOf(run)).toMatchObject({ policy: 'discard' });
	});

	it('leave the policy where rule and mixture agree, and decide it where all are labelled', async () => {
		expect(await policyOf(await labelled('few', 1))).toMatchObject({ policy: 'push' });
		expect(await policyOf(await labelled('all', 15))).toMatchObject({ policy: 'discard' });
	});

	it('leave no surface with the figures of the rule where they turn the path', async () => {
		await labelled('half', 5);
		expect((await gemmark('report', 'half')).status).toBe(0);
		const [page = ''] = /id="verdict".*?<\/section>/su.exec(read('half', 'report.html')) ?? [];
		expect(page).not.toMatch(/0 of 5\s*<|98\.3|60\.0 %/u);
		const said = read('half', 'decision.md')
			.split('\n')
			.filter((line) => line.startsWith('|') && line.includes('labelled not meaningful'));
		expect(said.map((line) => line.split(' | ')[2])).toEqual(['N', 'N', 'N', 'N', 'N']);
	});

	it('go with a log that is scored again or merged, and into a comparison', async () => {
		const run = await labelled('kept', 15);
		const rescored = await gemmark('rescore', 'kept', '--out', 'rescored');
		expect(rescored).toMatchObject({
			status: 0,
			stdout: expect.stringMatching(
				/^path +Path B: rule and labels count 0 of these 15[\s\S]*People labelled all 9 texts/mu,
			),
		});
		expect(read('rescored', 'labels.csv').split('\n')).toHaveLength(17);
		for (const index of [1, 2])
			await gemmark(
				'run',
				...ONE_ENGINE,
				'--suite',
				'prefix',
				'--max-tokens',
				'120',
				'--shard',
				`${index}/2`,
				'--out',
				`p${index}`,
			);
		cpSync(join(run, 'labels.csv'), join(folder, 'p1', 'labels.csv'));
		const merged = await gemmark('merge', 'p1', 'p2', '--out', 'joined');
		expect(merged).toMatchObject({
			status: 0,
			stdout: expect.stringMatching(/People labelled all 9 texts\. The rule alone: path A, 9 of 15/u),
		});
		writeFileSync(join(folder, 'p2', 'labels.csv'), read('p1', 'labels.csv').replaceAll(',N,', ',Y,'));
		expect(await gemmark('merge', 'p1', 'p2', '--out', 'both')).toMatchObject({
			status: 2,
			stderr: expect.stringContaining('kim labels prefix-01 both Y and N'),
		});
		expect((await gemmark('compare', 'rescored', 'whole', '--out', 'compared')).stdout).toMatch(
			/Path B: rule and labels count 0 of these 15[\s\S]*People labelled all 9/u,
		);
		expect(read('compared', 'comparison.md')).toMatch(/^\| Verdict \| B · .*rule alone: path A, 9 of 15\. \| A · /mu);
		expect(read('compared', 'comparison.csv')).toMatch(/^prefix\.rule\.path,A,A\r$/mu);
	});
});

it('a run in another folder keeps its log and reports', async () => {
	const before = read('two', 'log.jsonl');
	for (const command of ['rescore', 'report']) {
		expect(await gemmark(command, 'whole', '--out', 'two')).toMatchObject({
			status: 2,
			stderr: expect.stringContaining('two: contains another run'),
		});
	}
	expect(read('two', 'log.jsonl')).toBe(before);
});
