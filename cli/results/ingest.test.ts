import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRun } from '../../run/results/read-run.ts';
import { packageRoot } from '../../src/base/read-file.ts';
import { outsideFolderFixture } from '../outside-folder-fixture.ts';

const CONFIG = `
app: { name: kitchen, language: ko, system: system.md, tools: tools.json }
suites: [{ kind: prefix, corpus: prompts.jsonl }]
`;
const TOOL = {
	type: 'function',
	function: { name: 'find', description: 'Finds.', parameters: { type: 'object', properties: {} } },
};
const ROWS = ['p1', 'p2', 'p3'].map((id) => ({
	id,
	input: `${id} 요리를 찾아 줘`,
	expected: [{ tool: 'find', arguments: {} }],
}));

/** Lines of another's logger, written by hand: one answer is plain, one says another text than its call, one has a second call of another prefix. */
function strangersCapture(): string {
	const call = (prefix: string, atMs: number): object => {
		return { t: 'call', turn: 0, prefix, name: 'find', args: {}, atMs };
	};
	const chunk = { t: 'chunk', turn: 0, text: '냉장고에 있는 재료부터 볼게요.', atMs: 1 };
	const answers = [
		[chunk, call(chunk.text, 2)],
		[chunk, call('어제 드신 음식부터 볼게요.', 2)],
		[chunk, call(chunk.text, 2), call('어제 드신 음식부터 볼게요.', 3)],
	];
	const events = answers.flatMap((answer, index) => [
		{ t: 'user', text: ROWS[index]?.input, atMs: 0 },
		...answer,
		{ t: 'end', atMs: 9 },
	]);
	return events.map((event, n) => JSON.stringify({ v: 1, n, ...event })).join('\n');
}

const CONFIG_FILES = {
	'gemmark.config.yaml': CONFIG,
	'system.md': '요리를 돕는다.',
	'tools.json': JSON.stringify([TOOL, { ...TOOL, function: { ...TOOL.function, name: 'throw_out' } }]),
	'prompts.jsonl': ROWS.map((row) => JSON.stringify(row)).join('\n'),
};

it('samples whose events contradict their text are unscored', async () => {
	const { folder, gemmark } = outsideFolderFixture({
		...CONFIG_FILES,
		'capture.jsonl': strangersCapture(),
	});
	const { status, stderr } = await gemmark('ingest', 'capture.jsonl', '--out', 'out');
	expect([status, stderr]).toEqual([0, expect.stringMatching(/Unscored \(contradictory\).*: p2: (?!.*p3)/u)]);
	const { samples } = await readRun(join(folder, 'out', 'log.jsonl'));
	expect(samples.map(({ scores }) => scores.meaningful)).toEqual([
		{ value: true },
		{
			unscored: 'contradictory',
			detail: expect.objectContaining({ code: 'capture.other-prefix' }),
		},
		{ value: true },
	]);
	expect(readFileSync(join(folder, 'out', 'summary.md'), 'utf8')).toContain('contradictory');
	expect((await gemmark('report', 'out')).status).toBe(0);
	const { stdout } = await gemmark('label', 'out', '--who', 'kim', '--export', 'labels.csv');
	expect(stdout).toBe(
		[
			'not asked, because the answer is missing (contradictory): p2',
			'2 prefixes written to labels.csv. Fill in the column label: Y or N\n',
		].join('\n'),
	);
});

it('a capture is judged by the names of the config’s tools, and is of one process', async () => {
	const line = (process: number, n: number, event: object): string =>
		`11-22 09:00:00.010 ${process} 42 I flutter : [gemmark-corpus] ${JSON.stringify({ v: 1, n, ...event })}`;
	const leaked = (process: number): readonly string[] =>
		[
			{ t: 'user', prompt: 'p1', text: ROWS[0]?.input, atMs: 0 },
			{ t: 'chunk', turn: 0, text: '상한 재료부터 볼게요.\nprint(throw_out(id="egg"))', atMs: 1 },
			{ t: 'end', atMs: 2 },
		].map((event, n) => line(process, n, event));
	const [one, other] = [leaked(1111), leaked(2222)];
	const { folder, gemmark } = outsideFolderFixture({
		...CONFIG_FILES,
		'leaked.txt': [...one, ...other].join('\n'),
		'mixed.txt': one.flatMap((text, at) => [text, other[at]]).join('\n'),
	});
	expect((await gemmark('ingest', 'leaked.txt', '--out', 'out')).stderr).toContain('p1 (2 times)');
	const { samples } = await readRun(join(folder, 'out', 'log.jsonl'));
	expect(samples.map(({ scores }) => scores.meaningful)).toEqual([{ unscored: 'unreadable' }]);
	expect(await gemmark('ingest', 'mixed.txt', '--out', 'mixed')).toMatchObject({
		status: 2,
		stderr: expect.stringMatching(/^gemmark: mixed\.txt: processes 1111, 2222 logged at the same time.*--pid=1111/u),
	});
});

it('a capture is judged by the language and the budgets of the config, when it is read again too', async () => {
	const promise = 'budgets: [{ metric: endToEndMs, atMost: 5 }], ';
	const { folder, gemmark } = outsideFolderFixture({
		...CONFIG_FILES,
		'gemmark.config.yaml': CONFIG.replace('language: ko, ', `language: en, ${promise}`),
		'capture.jsonl': strangersCapture().replaceAll(
			'냉장고에 있는 재료부터 볼게요.',
			'Let me look into the fridge first.',
		),
	});
	expect((await gemmark('ingest', 'capture.jsonl', '--out', 'out')).status).toBe(0);
	const { header, samples } = await readRun(join(folder, 'out', 'log.jsonl'));
	expect(samples[0]?.scores.meaningful).toMatchObject({ value: true });
	expect(header.app).toEqual({
		name: 'kitchen',
		version: 'unversioned',
		language: 'en',
		budgets: [{ metric: 'endToEndMs', atMost: 5 }],
	});
	const rescored = await gemmark('rescore', 'out', '--config', 'gemmark.config.yaml');
	expect([rescored.status, rescored.stdout]).toEqual([0, expect.stringContaining('0 of 3 samples score differently')]);
});

it('a capture comes through a pipe whose writer takes its time', () => {
	const { folder } = outsideFolderFixture({ ...CONFIG_FILES, 'capture.jsonl': strangersCapture() });
	const main = join(packageRoot(), 'cli', 'main.ts');
	const piped = `(sleep 1; cat capture.jsonl) | '${process.execPath}' '${main}' ingest - --out out --json`;
	const stdout = execFileSync('sh', ['-c', piped], {
		cwd: folder,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	expect(JSON.parse(stdout)).toMatchObject({ samples: 3 });
});

it('a capture of the miniature stays marked, whatever the model’s name', async () => {
	const ofMiniature = strangersCapture().replaceAll('"t":"user"', '"t":"user","miniature":true');
	const { folder, gemmark } = outsideFolderFixture({
		...CONFIG_FILES,
		'capture.jsonl': strangersCapture(),
		'miniature.jsonl': ofMiniature,
	});
	const notice = 'This is the bundled miniature, not Gemma';
	const marked = await gemmark('ingest', 'miniature.jsonl', '--model', 'gemma-4-E2B', '--out', 'marked');
	expect(marked.stdout).toContain(notice);
	expect((await readRun(join(folder, 'marked', 'log.jsonl'))).header.model.miniature).toBe(true);
	expect(readFileSync(join(folder, 'marked', 'summary.md'), 'utf8')).toContain(notice);
	const plain = await gemmark('ingest', 'capture.jsonl', '--model', 'gemma-4-E2B', '--out', 'plain');
	expect(plain.stdout).not.toContain(notice);
	expect((await readRun(join(folder, 'plain', 'log.jsonl'))).header.model.miniature).toBe(false);
});

it('a capture that lacks prompts names them and is not interrupted', async () => {
	const rows = [
		{ ...ROWS[0], end_state: { eaten: 1 } },
		{ id: 'p2', input: '안녕', expected: [], end_state: 'unchanged' },
		ROWS[2],
	];
	const { folder, gemmark } = outsideFolderFixture({
		...CONFIG_FILES,
		'gemmark.config.yaml': CONFIG.replace('kind: prefix', 'kind: tools'),
		'prompts.jsonl': rows.map((row) => JSON.stringify(row)).join('\n'),
		'capture.jsonl': strangersCapture().split('\n').slice(0, 4).join('\n'),
	});
	const { status, stdout, stderr } = await gemmark('ingest', 'capture.jsonl', '--out', 'out');
	expect([status, stderr]).toEqual([0, expect.stringContaining('Not asked, or incomplete: p2, p3')]);
	expect(stdout).toContain('2 samples are missing');
	const { footer, samples } = await readRun(join(folder, 'out', 'log.jsonl'));
	expect(footer?.outcome).toBe('complete');
	expect(samples.map(({ scores }) => scores.endState)).toEqual([
		{ unscored: 'not-recorded', detail: { code: 'score.state-not-captured', params: {} } },
	]);
	const summary = readFileSync(join(folder, 'out', 'summary.md'), 'utf8');
	expect(summary).toContain('Incomplete. 1 of 3 planned samples');
	expect(summary).not.toContain('interrupted');
	expect(readFileSync(join(folder, 'out', 'report.html'), 'utf8')).not.toContain('This run was interrupted');
});

it('an unknown repair is reported in one line, and its turn is dropped', async () => {
	const { gemmark } = outsideFolderFixture({
		...CONFIG_FILES,
		'capture.jsonl': strangersCapture().replace('"t":"call"', `"t":"call","repairs":["${'가'.repeat(5000)}"]`),
	});
	const { stderr } = await gemmark('ingest', 'capture.jsonl', '--out', 'out');
	expect(stderr).toMatch(/^gemmark: Excluded 1 damaged line: capture\.jsonl:3: repairs\[0\]: must be one of /mu);
	expect(stderr).toMatch(/^gemmark: Not asked, or incomplete: p1\.$/mu);
});
