import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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

/** What Node itself says of a module that it takes for CommonJS. */
const NODES_OWN = /^\((?:node:\d+\) Warning|Use `node --trace-warnings).*\n/gmu;

/** Runs in a folder with one of the files replaced, or left out where it is undefined; gives the one line on stderr. */
async function refusal(replaced: Readonly<Record<string, string | undefined>>): Promise<string> {
	const files = Object.entries({ ...FILES, ...replaced }).filter(([, content]) => content !== undefined);
	const { folder, gemmark } = outsideFolderFixture(Object.fromEntries(files) as Record<string, string>);
	const { status, stdout, stderr } = await gemmark('run');
	const told = stderr.replaceAll(NODES_OWN, '');
	expect(told).toMatch(/^gemmark: [^\n]*\n$/u);
	expect({ status, stdout, results: existsSync(join(folder, 'results')) }).toEqual({
		status: 2,
		stdout: '',
		results: false,
	});
	return told.slice('gemmark: '.length).trimEnd();
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

describe('a config in YAML is refused in one line, before any model is loaded:', () => {
	it.each<readonly [string, Readonly<Record<string, string | undefined>>, string]>([
		[
			'an unknown field',
			{ 'gemmark.config.yaml': `${CONFIG}sead: 3\n` },
			"gemmark.config.yaml:10: sead: is not a field here; did you mean 'seed'?",
		],
		[
			'one of a suite',
			{ 'gemmark.config.yaml': CONFIG.replace('hits: 1', 'hit: 1') },
			"gemmark.config.yaml:9: suites[0].decision.hit: is not a field here; did you mean 'hits'?",
		],
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
			'a wrong type',
			{ 'gemmark.config.yaml': `${CONFIG}epochs: many\n` },
			'gemmark.config.yaml:10: epochs: must be a whole number',
		],
		[
			'a wrong type of a target',
			{ 'gemmark.config.yaml': `${CONFIG}targets: [{ threads: many }]\n` },
			'gemmark.config.yaml:10: targets[0].threads: must be a number',
		],
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
			'a missing gate',
			{ 'gemmark.config.yaml': `${CONFIG}gate: gate.yaml\n` },
			'gemmark.config.yaml:10: gate: gate.yaml does not exist',
		],
		['an empty corpus', { 'prompts.csv': '' }, 'prompts.csv: no samples'],
		['a corpus of a header alone', { 'prompts.csv': 'id,input\n' }, 'prompts.csv: no samples'],
		[
			'duplicate ids',
			{ 'prompts.csv': 'id,input,expected.tool,expected.arguments\na,x,ring,{}\nb,y,ring,{}\na,z,ring,{}\n' },
			"prompts.csv:4: id: 'a' is already used at prompts.csv:2",
		],
		[
			'a CSV with another separator',
			{ 'prompts.csv': 'id|input\na|"x"\n' },
			"prompts.csv:1: only one column, 'id|input', separated by '|'",
		],
		[
			'a CSV with two separators',
			{ 'prompts.csv': 'id;input\na,x\n' },
			'prompts.csv:2: one cell, but the header has 2. Use the same separator',
		],
		[
			'a CSV without a header',
			{ 'prompts.csv': 'a,ring\nb,ring twice\n' },
			"prompts.csv:1: no header: 'a, ring' is not a field",
		],
		[
			'a CSV that expects nothing of its prompts',
			{ 'prompts.csv': 'id,input\na,x\n' },
			'prompts.csv:2: expected: is missing',
		],
		[
			'a prompt that no call answers',
			{ 'prompts.csv': 'id,input,expected.tool,expected.arguments\na,x,ring,{}\nb,Thanks!,,\n' },
			'prompts.csv:3: expected: must name the call that is right',
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
		['a tool without schema', { 'tools.json': '[{ "name": "ring" }]' }, 'tools.json:1: tool ring: has no schema'],
		[
			'an answer for an unknown tool',
			{ 'answers.yaml': 'rings:\n  - answer: 1\n' },
			"answers.yaml:1: rings: no such tool; did you mean 'ring'?",
		],
	])('%s', async (_, replaced, line) => {
		expect(await refusal(replaced)).toContain(line);
	});
});

describe('a config in TypeScript is refused in one line, before any model is loaded:', () => {
	it.each<readonly [string, Readonly<Record<string, string | undefined>>, string]>([
		['it throws', module("throw new RangeError('not\\nhere');"), 'gemmark.config.ts:7: threw RangeError: not here'],
		['it throws nothing that can be told', module('throw null;'), 'gemmark.config.ts: threw null'],
		[
			'what it is named is CommonJS, as npm init has it',
			{ ...module(''), 'package.json': '{ "type": "commonjs" }' },
			'set "type": "module" there, or rename the file to gemmark.config.mts',
		],
		[
			'what it imports is CommonJS, as npm init has it',
			{
				...module("import { sample as other } from './src/sample.ts';"),
				'src/sample.ts': 'export const sample = 1;',
				'src/package.json': '{ "type": "commonjs" }',
			},
			'The package.json of src/sample.ts makes it CommonJS: set "type": "module" there, or rename that file to sample.mts',
		],
		[
			'it ends the process as if all were well',
			module('process.exit(0);'),
			'the process exited before the command finished. Look for process.exit',
		],
		[
			'it ends the process behind the back of its listeners',
			module('process.reallyExit(0);'),
			'the process exited before the command finished. Look for process.exit',
		],
		[
			'a field that throws when it is read',
			module("export default { app, get suites() { throw new Error('no database'); } };"),
			'gemmark.config.ts: reading a field threw Error: no database',
		],
		[
			'it is never done and has a timer',
			module('setInterval(() => {}, 1000);\nawait new Promise(() => {});'),
			'gemmark.config.ts: no config after 10 s',
		],
		['it exports nothing', module(''), 'gemmark.config.ts: the default export is not a config'],
		[
			'an unknown field',
			module('export default { app, suite: [] };'),
			"gemmark.config.ts: suite: is not a field here; did you mean 'suites'?",
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
			'a tool without schema',
			module(
				"export default { app: { ...app, tools: [{ name: 'ring', handler() {} }] }, suites: [defineSuite({ name: 'units', samples: [sample], scorers: [fine] })] };",
			),
			'gemmark.config.ts: tool ring: has no schema',
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
			"gemmark.config.ts: suite units: facets.kinds: no sample has this group; did you mean 'kind'? Use a group that groups() returns: kind.",
		],
		[
			'groups that are no text',
			suite('scorers: [fine], groups: () => ({ n: 5 })'),
			'gemmark.config.ts: suite units: sample a: groups(): n is 5, not text',
		],
		[
			'a scorer of no kind',
			suite("scorers: [{ ...fine, kind: 'nmber' }]"),
			'suite units: scorers[0].kind: must be one of "rate", "number"',
		],
		['no scorers', suite('scorers: []'), 'gemmark.config.ts:7: suite units: no scorers'],
		[
			'samples with one id',
			suite('scorers: [fine], samples: [sample, sample]'),
			"gemmark.config.ts: suite units: two samples have the id 'a'",
		],
		[
			'a sample without input',
			suite("scorers: [fine], samples: [{ id: 'a' }]"),
			'gemmark.config.ts: suite units: samples[0].input',
		],
		['a missing corpus', suite("scorers: [fine], samples: 'units.yaml'"), 'units.yaml: no such file'],
	])(
		'%s',
		async (_, replaced, line) => {
			expect(await refusal(replaced)).toContain(line);
		},
		60_000,
	);
});
