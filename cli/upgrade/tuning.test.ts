import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { commandArguments } from '../../run/host.ts';
import { packageRoot } from '../../src/base/read-file.ts';
import { intervalOf, type Rate } from '../../src/stats/rate.ts';
import type { CallTable } from '../../src/summary/calls.ts';
import type { RunComparison } from '../../src/summary/compare/compare.ts';
import type { SeriesStep } from '../../src/summary/compare/series.ts';
import { outsideFolderFixture } from '../outside-folder-fixture.ts';
import { parrotRunner } from '../parrot-runner-fixture.ts';

const lab = (name: string): string => readFileSync(join(packageRoot(), 'lab/tuning', name), 'utf8');
const TOOLS = readFileSync(join(packageRoot(), 'examples/tuning/tools.json'), 'utf8');
const TURNS = lab('calls-30.jsonl')
	.trim()
	.split('\n')
	.map((line) => JSON.parse(line));

/** Says the calls of the turn whose id is the prompt. */
const SAYS = `(prompt) => {
	const turn = ${JSON.stringify(TURNS)}.find(({ id }) => prompt.includes(id + '<end_of_turn>'));
	if (prompt.includes('<start_function_response>') || turn === undefined) return 'Done.';
	const value = (given) => (typeof given === 'string' ? '<escape>' + given + '<escape>' : String(given));
	const call = ({ name, arguments: own }) =>
		'<start_function_call>call:' + name + '{' + Object.entries(own).map(([key, given]) => key + ':' + value(given)).join(',') + '}<end_function_call>';
	return [...turn.calls.map(call), ...Array(turn.malformed).fill('<start_function_call>call:{<end_function_call>')].join('');
}`;

const CONFIG = `
import { defineConfig } from 'gemmark';
import { z } from 'zod';
${parrotRunner(SAYS)}
export default defineConfig({
	app: { name: 'assistant', system: 'You can call functions.', tools: 'tools.json' },
	suites: [{ kind: 'tools', corpus: 'turns.jsonl' }],
	targets: [{ runner: parrot }],
	dialect: 'functiongemma',
});
`;

const CORPUS = TURNS.map(({ id, expected, order }) => JSON.stringify({ id, input: id, expected, order })).join('\n');
const FILES = { 'gemmark.config.ts': CONFIG, 'tools.json': TOOLS, 'turns.jsonl': CORPUS };

const round = (value: number): number => Math.round(value * 1e4) / 1e4;
const isTool = (name: string): boolean => !name.startsWith('(');
const ordered = (names: Iterable<string>): readonly string[] =>
	[...names].toSorted((one, other) => Number(isTool(other)) - Number(isTool(one)) || (one < other ? -1 : 1));

function figuresOf(rate: Rate): object {
	const { low, high } = intervalOf(rate) ?? {};
	const { hits, n } = rate;
	return { hits, n, rate: round(rate.rate ?? 0), interval: [round(low ?? 0), round(high ?? 0)] };
}

/** Counts of calls.csv by expected and called tool, as lines of equal columns. */
function pivot(csv: string): string {
	const units: readonly Record<string, string>[] = parse(csv, { columns: true, bom: true });
	const columns = ordered(new Set(units.map((unit) => unit.called_tool ?? '')));
	const rows = ordered(new Set(units.map((unit) => unit.expected_tool ?? '').filter((row) => row !== '(extra)')));
	const width = Math.max(...[...rows, ...columns].map(({ length }) => length)) + 2;
	const count = (row: string, column: string): number =>
		units.filter((unit) => unit.expected_tool === row && unit.called_tool === column).length;
	const line = (name: string, cells: readonly string[]): string =>
		`${name.padEnd(width)}${cells.map((cell) => cell.padStart(width)).join('')}\n`;
	return [
		line('', columns),
		...[...rows, '(extra)'].map((row) =>
			line(
				row,
				columns.map((column) => String(count(row, column) || '.')),
			),
		),
	].join('');
}

it('report --json and calls.csv have the table of thirty scripted turns', async () => {
	const { folder, gemmark } = outsideFolderFixture(FILES);
	const ran = await gemmark('run', '--out', 'run');
	expect(ran, ran.stderr).toMatchObject({ status: 0 });
	const printed = JSON.parse((await gemmark('report', 'run', '--json')).stdout);
	const { tools, cells, macroRecall, fields }: CallTable = printed.suites[0].variants[0].calls;
	const reference = JSON.parse(lab('confusion.json'));
	const sorted = (all: CallTable['cells']): readonly string[] =>
		all.map(({ expected, called, n }) => `${expected} ${called} ${n}`).toSorted();
	expect(sorted(cells)).toEqual(sorted(reference.cells));
	for (const name of ['recall', 'precision'] as const)
		for (const [tool, { clusters: _, ...own }] of Object.entries<Record<string, unknown>>(reference[name]))
			expect(figuresOf(tools.find((one) => one.tool === tool)?.[name] as Rate), `${name} of ${tool}`).toEqual(own);
	expect(round(macroRecall ?? 0)).toBe(reference.macroRecall);
	const found = fields.map(({ field, right: { hits, n }, errors }) => [
		field,
		{ n, right: hits, errors: Object.fromEntries(errors.map(({ reason, count }) => [reason, count])) },
	]);
	expect(Object.fromEntries(found)).toEqual(reference.arguments);
	expect(pivot(readFileSync(join(folder, 'run', 'calls.csv'), 'utf8'))).toBe(lab('confusion.txt'));
});

const SPLIT = '{"id":"a","input":"Wake me","split":"dev","expected":[]}\n';
/** Bad input, with what its message names: the field, and the way out. */
const BAD: readonly (readonly [
	fact: string,
	files: Readonly<Record<string, string>>,
	args: string,
	named: readonly string[],
])[] = [
	[
		'a metric with a dot before its tool',
		{ gate: 'tools.recall.set_alarm' },
		'--gate gate.yaml',
		['tools.recall[tool=set_alarm]'],
	],
	[
		'a tool that no sample expects',
		{ gate: 'tools.recall[tool=set_alrm]' },
		'--gate gate.yaml',
		['set_alrm', 'set_alarm'],
	],
	['a pattern without files', {}, '--model out/none-*.gguf', ['out/none-*.gguf']],
	['a pattern with two numbers', {}, '--model out/r*/s*.gguf', ['out/r1/s2.gguf', 'targets']],
	['a pattern with a step twice', {}, '--model out/t*/x*.gguf', ['out/t1/xa.gguf', 'targets']],
	['a pattern with a file without a number', {}, '--model out/u*.gguf', ['out/u.gguf', 'targets']],
	[
		'a text in both halves',
		{ rows: `${SPLIT}{"id":"b","input":"wake  ME","split":"test","expected":[]}` },
		'',
		['a', 'b'],
	],
	['a split in rows and suite', { rows: SPLIT, split: '40%' }, '', ['split', 'a']],
	['only some rows with a split', { rows: `${SPLIT}{"id":"b","input":"x","expected":[]}` }, '', ['split', 'b']],
	['a share of all rows', { split: '100%' }, '', ['split', 'dev']],
	['a half of a suite without a split', {}, '--split dev', ['tools', '--suite']],
];

it.each(BAD)('%s ends a run before a model is loaded', async (_, { gate, rows, split }, args, named) => {
	const config = CONFIG.replace(
		"corpus: 'turns.jsonl'",
		`corpus: 'turns.jsonl'${split ? `, split: { dev: '${split}' }` : ''}`,
	);
	const names = [
		'none.gguf',
		'r1/s2.gguf',
		'r3/s4.gguf',
		't1/xa.gguf',
		't1/xb.gguf',
		't2/xa.gguf',
		'u1.gguf',
		'u.gguf',
	];
	const { gemmark } = outsideFolderFixture({
		...FILES,
		...Object.fromEntries(names.map((name) => [`out/${name}`, ''])),
		'gemmark.config.ts': config.replace(
			'load: async',
			"load: async () => { throw new Error('LOADED'); }, never: async",
		),
		'gate.yaml': `version: 1\nrules: [{ metric: '${gate}', min: 50% }]`,
		...(rows && { 'turns.jsonl': rows }),
	});
	const { status, stderr } = await gemmark('run', ...args.split(' ').filter(Boolean));
	expect(status, stderr).toBe(2);
	expect(stderr).not.toContain('LOADED');
	for (const name of named) expect(stderr).toContain(name);
});

const PROMPTS = Array.from({ length: 60 }, (_, at) => ({ id: `p${at}`, tool: at < 9 ? 'set_alarm' : 'set_timer' }));
const range = (from: number, to: number): readonly number[] => Array.from({ length: to - from }, (_, at) => from + at);

/** Prompts, by place, that each step gets wrong: 38, 47, 51, 50 and 44 are right. The last one has no alarms. */
const WRONG: Readonly<Record<string, readonly number[]>> = {
	shipped: range(30, 60),
	200: [...range(10, 25), ...range(51, 58)],
	400: [...range(10, 16), ...range(51, 58)],
	600: range(51, 60),
	800: [8, ...range(51, 60)],
	1000: [...range(0, 9), ...range(51, 58)],
};

const CHECKPOINTS = `(prompt, model) => {
	if (prompt.includes('<start_function_response>')) return 'Done.';
	const at = Number(/p(\\d+)<end_of_turn>/.exec(prompt)[1]);
	const isWrong = ${JSON.stringify(WRONG)}[/\\d+/.exec(model)?.[0] ?? 'shipped'].includes(at);
	const call = at < 9 && !isWrong ? 'set_alarm{time:<escape>06:30<escape>}' : 'set_timer{minutes:' + (isWrong ? 4 : 5) + '}';
	return '<start_function_call>call:' + call + '<end_function_call>';
}`;

/** Files of one size but for a longer name in the header. */
const SIZES = `miniature: false, quantization: 'Q8_0', sizeBytes: 1e6 + 32 * model.length`;

it('five checkpoints of one size are a series: which step is best, which are out, and what one has forgotten', async () => {
	const rows = [...PROMPTS, { id: 'p60', tool: 'set_timer' }].map(({ id, tool }, at) => {
		const given = tool === 'set_alarm' ? { time: '06:30' } : { minutes: 5 };
		const split = at < PROMPTS.length ? 'dev' : 'test';
		return JSON.stringify({ id, split, input: id, expected: [{ tool, arguments: given }] });
	});
	const steps = ['200', '400', '600', '800', '1000'];
	const { folder, gemmark } = outsideFolderFixture({
		...Object.fromEntries(steps.map((step) => [`my out/checkpoint-${step}/model.gguf`, ''])),
		'gemmark.config.ts': CONFIG.replace(SAYS, CHECKPOINTS).replace('miniature: false', SIZES),
		'tools.json': TOOLS,
		'turns.jsonl': rows.join('\n'),
	});
	const models = ['--model', 'shipped.gguf', '--model', 'my out/checkpoint-*/model.gguf'];
	const ran = await gemmark('run', '--split', 'dev', '--suite', 'tools', ...models, '--out', 'results', '--json');
	expect(ran, ran.stderr).toMatchObject({ status: 0 });
	const { answer, series, comparisons } = JSON.parse(ran.stdout);
	expect(answer).toEqual({ ship: 'step 600', order: 'none' });
	expect(series.best).toBe(600);
	expect(series.steps.map(({ step, right, out }: SeriesStep) => [step, right, out])).toEqual([
		[200, 38, { step: 600, lost: 15, gained: 2 }],
		[400, 47, undefined],
		[600, 51, undefined],
		[800, 50, undefined],
		[1000, 44, undefined],
	]);
	expect(series.steps[4].tools).toContainEqual({
		tool: 'set_alarm',
		has: 0,
		had: 8,
		of: 9,
		since: 800,
		kind: 'forgotten',
	});
	expect(comparisons.map(({ comparison }: { comparison: RunComparison }) => comparison.answer.answer)).toEqual([
		...Array(4).fill('ship'),
		'dont',
	]);
	expect(readFileSync(join(folder, 'results/comparison.csv'), 'utf8')).toContain('step,,200,400,600,800,1000');
	expect(await gemmark('run', '--resume', '--out', 'results/3-step-400')).toMatchObject({ status: 0 });
	const [command = ''] = /^gemmark run .*$/mu.exec(readFileSync(join(folder, 'results/comparison.md'), 'utf8')) ?? [];
	expect(command).toBe(
		"gemmark run --suite tools --json --split test --model shipped.gguf --model 'my out/checkpoint-600/model.gguf'",
	);
	const confirmed = await gemmark(...commandArguments(command), '--out', 'confirmed');
	expect(confirmed, confirmed.stderr).toMatchObject({ status: 0 });
	const { baseline, comparisons: others } = JSON.parse(confirmed.stdout);
	expect([baseline, others.map(({ name }: { name: string }) => name)]).toEqual([
		'shipped.gguf',
		['my out/checkpoint-600/model.gguf'],
	]);
}, 120_000);
