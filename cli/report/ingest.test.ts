import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRun } from '../../api/read-run.ts';
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

/** Lines of another's logger, written by hand: one answer is plain, one says another text than its call, one tells two prefixes. */
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

it('a stranger’s capture whose events contradict its text is those samples’ own, unscored as contradictory', async () => {
	const { folder, gemmark } = outsideFolderFixture({
		'gemmark.config.yaml': CONFIG,
		'system.md': '요리를 돕는다.',
		'tools.json': JSON.stringify([TOOL]),
		'prompts.jsonl': ROWS.map((row) => JSON.stringify(row)).join('\n'),
		'capture.jsonl': strangersCapture(),
	});
	const { status, stderr } = await gemmark('ingest', 'capture.jsonl', '--out', 'out');
	expect([status, stderr]).toEqual([
		0,
		expect.stringMatching(/told in two ways, so unscored \(contradictory\): p2: .*, p3: /u),
	]);
	const { samples } = await readRun(join(folder, 'out', 'log.jsonl'));
	expect(samples.map(({ scores }) => scores.meaningful)).toEqual([
		{ value: true, detail: undefined },
		{
			unscored: 'contradictory',
			detail: expect.stringMatching(/^its chunks say '냉장고.*', the prefix of its call '어제/u),
		},
		{ unscored: 'contradictory', detail: expect.stringMatching(/^its calls tell two prefixes, '냉장고.*' and '어제/u) },
	]);
	expect(readFileSync(join(folder, 'out', 'summary.md'), 'utf8')).toContain('contradictory');
	expect((await gemmark('report', 'out')).status).toBe(0);
});
