import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openConfig } from '../../run/compose/open-config.ts';
import { prepare } from '../../run/prepare.ts';
import { GemmarkError } from '../../src/base/errors.ts';
import { english, message } from '../../src/base/message.ts';
import { outsideFolderFixture } from '../outside-folder-fixture.ts';

const CONFIG = `app:
  name: kitchen
  system: prompts/system.md
  tools: tools.json
  answers: answers.yaml
suites:
  - kind: prefix
    corpus: prompts.csv
    decision: { hits: 1, of: 2 }
`;

const FILES: Readonly<Record<string, string>> = {
	'gemmark.config.yaml': CONFIG,
	'prompts/system.md': 'Be brief.\n',
	'tools.json':
		'[{ "name": "ring", "parameters": { "type": "object", "properties": { "minutes": { "type": "integer" } } } }]',
	'answers.yaml': 'ring:\n  - answer: { ringing: true }\n',
	'prompts.csv': 'id,input,expected.tool,expected.arguments\na,ring,ring,{}\nb,ring twice,ring,{}\n',
};

const MODULE = `import { defineApp, defineConfig, defineSuite } from 'gemmark';
import { z } from 'zod';
const tool = { name: 'ring', description: '', schema: z.object({}), destructive: false, handler: () => ({ type: 'ok', data: 1 }) };
const app = { name: 'kitchen', system: 'Be brief.', tools: [tool] };
const sample = { id: 'a', input: 'ring' };
const fine = { name: 'fine', score: () => true };
`;

/** The message of what is thrown before any model is loaded, with the folder left out. Undefined content: no such file. */
async function refusal(replaced: Readonly<Record<string, string | undefined>>): Promise<string> {
	const files = Object.entries({ ...FILES, ...replaced }).filter(([, content]) => content !== undefined);
	const { folder } = outsideFolderFixture(Object.fromEntries(files) as Record<string, string>);
	const error = await openConfig(undefined, folder)
		.then((config) => prepare({}, config, { servers: false }))
		.catch((thrown: unknown) => thrown);
	if (!(error instanceof GemmarkError)) throw error;
	expect(error).toMatchObject({ exitCode: 2, message: expect.not.stringContaining('\n') });
	return [error.message, error.hint]
		.join('. ')
		.replaceAll(`${folder}/`, '')
		.replaceAll(`${relative('', folder)}/`, '');
}

/** A config as a module, in place of the YAML. */
const module = (body: string): Readonly<Record<string, string | undefined>> => ({
	'gemmark.config.yaml': undefined,
	'gemmark.config.ts': `${MODULE}${body}\n`,
});

const made = (system: string): string =>
	`export default { app: defineApp({ name: 'k', system: ${system}, open() {} }), suites: [defineSuite({ name: 'units', samples: [sample], scorers: [fine] })] };`;

const suite = (fields: string): Readonly<Record<string, string | undefined>> =>
	module(
		`export default defineConfig({ app, suites: [defineSuite({ name: 'units', samples: [sample], ${fields} })] });`,
	);

/** A suite with numbers of tools, over an app of three. */
const counted = (toolCounts: string, rows: string): Readonly<Record<string, string>> => ({
	'gemmark.config.yaml': `app: { name: kitchen, system: prompts/system.md, tools: tools.json }
suites:
  - { kind: tools, corpus: rows.jsonl, toolCounts: ${toolCounts} }
`,
	'tools.json': JSON.stringify(['ring', 'stir', 'bake'].map((name) => ({ name, parameters: {} }))),
	'rows.jsonl': rows,
});
const ROW = '{"id":"a","input":"ring","expected":[{"tool":"ring","arguments":{}}]}\n';
const TWO = '{"id":"b","input":"x","expected":[{"tool":"ring","arguments":{}},{"tool":"stir","arguments":{}}]}\n';

describe('a config in YAML is refused in one line, before any model is loaded:', () => {
	it.each<readonly [string, Readonly<Record<string, string | undefined>>, string]>([
		[
			'one of a target',
			{ 'gemmark.config.yaml': `${CONFIG}targets: [{ thread: 2 }]\n` },
			"gemmark.config.yaml:10: targets[0].thread: is not a field here; did you mean 'threads'?",
		],
		[
			'the model of a target',
			{ 'gemmark.config.yaml': `${CONFIG}targets: [{ modle: a.gguf }]\n` },
			"gemmark.config.yaml:10: targets[0].modle: is not a field here; did you mean 'model'?",
		],
		[
			'a wrong type of a target',
			{ 'gemmark.config.yaml': `${CONFIG}targets: [{ threads: many }]\n` },
			'gemmark.config.yaml:10: targets[0].threads: must be a number',
		],
		[
			'as many tools as the app has',
			counted('[1, 3]', ROW),
			english(message('config.tool-counts', { file: 'gemmark.config.yaml', suite: 'tools', most: 3, all: 3 })),
		],
		[
			'fewer tools than a row expects',
			counted('[1, 2]', ROW + TWO),
			english(message('config.tool-counts-row', { place: 'rows.jsonl:2', needed: 2, fewest: 1 })),
		],
		['numbers of tools that fall', counted('[2, 1]', ROW), 'gemmark.config.yaml:3: suites[0].toolCounts: '],
		[
			'an unknown kind',
			{ 'gemmark.config.yaml': CONFIG.replace('kind: prefix', 'kind: prefx') },
			"gemmark.config.yaml:7: suites[0].kind: unknown kind 'prefx'; did you mean 'prefix'?",
		],
		[
			'an unknown runner',
			{ 'gemmark.config.yaml': `${CONFIG}targets: [{ runner: llamacpp }]\n` },
			"gemmark.config.yaml:10: targets[0].runner: unknown runner 'llamacpp'; did you mean 'llama-cpp'?",
		],
		[
			'an unknown dialect',
			{ 'gemmark.config.yaml': `${CONFIG}dialect: gemma9\n` },
			"gemmark.config.yaml:10: dialect: unknown dialect 'gemma9'",
		],
		[
			'a missing system prompt',
			{ 'prompts/system.md': undefined },
			'gemmark.config.yaml:3: app.system: no such file: prompts/system.md',
		],
		['missing tools', { 'tools.json': undefined }, 'gemmark.config.yaml:4: app.tools: no such file: tools.json'],
		[
			'missing answers',
			{ 'answers.yaml': undefined },
			'gemmark.config.yaml:5: app.answers: no such file: answers.yaml',
		],
		['a missing corpus', { 'prompts.csv': undefined }, 'prompts.csv: no such file'],
		[
			'a CSV with two separators',
			{ 'prompts.csv': 'id;input\na,x\n' },
			'prompts.csv:2: one cell, but the header has 2. Use the same separator',
		],
		[
			'a CSV that expects nothing of its prompts',
			{ 'prompts.csv': 'id,input\na,x\n' },
			'prompts.csv:2: expected: is missing',
		],
		[
			'a prompt that no call answers',
			{ 'prompts.csv': 'id,input,expected.tool,expected.arguments\na,x,ring,{}\nb,Thanks!,,\n' },
			'prompts.csv:3: expected: must have an expected call',
		],
		[
			'a tool that the app has not',
			{ 'prompts.csv': 'id,input,expected.tool,expected.arguments\na,x,ring,{}\nb,y,rnig,{}\n' },
			"prompts.csv:3: expected[0].tool: there is no tool 'rnig'; did you mean 'ring'?",
		],
		[
			'an argument that its tool has not',
			{ 'prompts.csv': 'id,input,expected.tool,expected.arguments.minuts\na,x,ring,4\nb,y,ring,4\n' },
			"prompts.csv:2: expected[0].arguments.minuts: is no argument of the tool; did you mean 'minutes'?",
		],
		[
			'an argument of another type',
			{ 'prompts.csv': 'id,input,expected.tool,expected.arguments.minutes\na,x,ring,4\nb,y,ring,soon\n' },
			'prompts.csv:3: expected[0].arguments.minutes: must be a number. Fix it there: ring takes minutes (integer).',
		],
		[
			'two targets of a name',
			{ 'gemmark.config.yaml': `${CONFIG}targets:\n  - { name: a }\n  - { name: a, threads: 2 }\n` },
			"gemmark.config.yaml:12: targets[1].name: duplicate name 'a'",
		],
		[
			'tools that are broken JSON',
			{ 'tools.json': '[\n\t{ "name": "ring" "parameters": {} }\n]' },
			"tools.json:2: not JSON: Expected ',' or '}' after property value",
		],
	])('%s', async (_, replaced, line) => {
		expect(await refusal(replaced)).toContain(line);
	});
});

describe('a config in TypeScript is refused in one line, before any model is loaded:', () => {
	it.each<readonly [string, Readonly<Record<string, string | undefined>>, string]>([
		['it throws', module("throw new RangeError('not\\nhere');"), 'gemmark.config.ts:7: threw RangeError: not here'],
		['it throws null', module('throw null;'), 'gemmark.config.ts: threw null'],
		[
			'a field that throws when it is read',
			module("export default { app, get suites() { throw new Error('no database'); } };"),
			'gemmark.config.ts: reading a field threw Error: no database',
		],
		[
			'an app that throws',
			module(
				"export default { app: defineApp({ name: 'k', system: 's', open() { throw new Error('no database'); } }), suites: [defineSuite({ name: 'units', samples: [sample], scorers: [fine] })] };",
			),
			'gemmark.config.ts: app k: open(): threw Error: no database',
		],
		[
			'an app that opens later',
			module(
				"export default { app: defineApp({ name: 'k', system: 's', async open() { return {}; } }), suites: [defineSuite({ name: 'units', samples: [sample], scorers: [fine] })] };",
			),
			'gemmark.config.ts: app k: open(): returned a promise, not a session',
		],
		[
			'an app without a close',
			module(
				"export default { app: defineApp({ name: 'k', system: 's', open: () => ({ tools: [], snapshot: () => ({}) }) }), suites: [defineSuite({ name: 'units', samples: [sample], scorers: [fine] })] };",
			),
			'gemmark.config.ts: app k: open(): returned a session without close()',
		],
		[
			'an app made by code whose prompt is the name of a file',
			module(made("'system.md'")),
			"gemmark.config.ts: app.system: in defineApp 'system.md' is the prompt itself, not a file. Read the file: readFileSync(",
		],
		[
			'an app made by code without a prompt',
			module(made("''")),
			'gemmark.config.ts: app.system: must be text and not empty',
		],
		[
			'two tools of a name',
			module(
				"export default { app: { ...app, tools: [tool, tool] }, suites: [defineSuite({ name: 'units', samples: [sample], scorers: [fine] })] };",
			),
			'gemmark.config.ts: tool ring: is declared twice',
		],
		[
			'a scorer that throws',
			suite("scorers: [fine, { name: 'metric', score: (s) => s.unit.length }]"),
			'gemmark.config.ts: suite units: scorer metric, tried on sample a and an answer without a call: threw TypeError',
		],
		[
			'a scorer that throws on calls alone',
			suite(
				"scorers: [{ name: 'metric', score: (_, { call }) => call === undefined || call.arguments.unit.length > 0 }]",
			),
			'gemmark.config.ts: suite units: scorer metric, tried on sample a and a call of ring: threw TypeError',
		],
		[
			'a scorer that gives NaN',
			suite("scorers: [{ name: 'metric', kind: 'number', score: () => 0 / 0 }]"),
			'scorer metric, tried on sample a and an answer without a call: returned NaN, which is not a number',
		],
		[
			'a scorer that gives text',
			suite("scorers: [{ name: 'metric', score: () => 'yes' }]"),
			"returned 'yes', which is not a rate",
		],
		[
			'a scorer that gives its score later',
			suite("scorers: [{ name: 'metric', score: async () => true }]"),
			'returned a promise, which is not a rate',
		],
		[
			'a scorer whose reason is no text',
			suite("scorers: [{ name: 'metric', score: () => ({ value: false, reason: 5 }) }]"),
			'and an answer without a call: returned a reason or detail that is not text',
		],
		[
			'a facet of no group',
			suite("scorers: [fine], groups: () => ({ kind: 'a' }), facets: { kinds: { title: 'Kind' } }"),
			"gemmark.config.ts: suite units: facets.kinds: no sample has this group; did you mean 'kind'?",
		],
		[
			'groups that are no text',
			suite('scorers: [fine], groups: () => ({ n: 5 })'),
			'gemmark.config.ts: suite units: sample a: groups(): returned an invalid value: n must be text',
		],
		[
			'a scorer of no kind',
			suite("scorers: [{ ...fine, kind: 'nmber' }]"),
			'suite units: scorers[0].kind: must be one of "rate", "number"',
		],
		[
			'a sample without input',
			suite("scorers: [fine], samples: [{ id: 'a' }]"),
			'gemmark.config.ts: suite units: samples[0].input',
		],
		['a missing corpus', suite("scorers: [fine], samples: 'units.yaml'"), 'units.yaml: no such file'],
	])('%s', async (_, replaced, line) => {
		expect(await refusal(replaced)).toContain(line);
	});
});

describe('gemmark run ends with one line, exit code 2 and no results where the config', () => {
	it.each<readonly [string, Readonly<Record<string, string>>, string]>([
		[
			'names no gate',
			{ ...FILES, 'gemmark.config.yaml': `${CONFIG}gate: gate.yaml\n` },
			':10: gate: gate.yaml does not exist',
		],
		[
			'imports CommonJS',
			{
				'gemmark.config.mts': "import { sample as other } from './src/sample.ts';",
				'src/sample.ts': 'export const sample = 1;',
				'src/package.json': '{ "type": "commonjs" }',
			},
			'The package.json of src/sample.ts makes it CommonJS: set "type": "module" there, or rename that file to sample.mts',
		],
	])('%s', async (_, files, line) => {
		const { folder, gemmark } = outsideFolderFixture(files);
		const { status, stdout, stderr } = await gemmark('run');
		expect([status, stdout, existsSync(join(folder, 'results'))]).toEqual([2, '', false]);
		expect(stderr.replaceAll(NODES_OWN, '')).toMatch(/^gemmark: [^\n]*\n$/u);
		expect(stderr).toContain(line);
	});
});

/** Node's warning about a module that it takes for CommonJS. */
const NODES_OWN = /^\((?:node:\d+\) Warning|Use `node --trace-warnings).*\n/gmu;
