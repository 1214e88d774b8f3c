import { describe, expect, it } from 'vitest';
import { defineSuite } from '../eval/define/define-suite.ts';
import { configErrorOf } from '../testing/config-folder-fixture.ts';
import { parseData } from './data-text.ts';
import { defineApp, defineConfig } from './define.ts';
import { configJsonSchema, readConfig } from './schema.ts';

function read(yaml: string) {
	const { content, lineOf } = parseData(yaml, 'gemmark.config.yaml');
	return readConfig(content, { file: 'gemmark.config.yaml', lineOf });
}

const WHOLE = `
app:
  name: recipe-assistant
  language: ko
  system: prompts/system.md
  tools: tools.json
  answers: answers.yaml
suites:
  - kind: prefix
    corpus: corpus/prompts.csv
    decision: { hits: 4, of: 12 }
  - kind: tools
    corpus: corpus/calls.jsonl
targets:
  - { runner: llama-cpp, model: "hf:user/repo:Q4_0", threads: 4 }
seed: 7
`;

describe('readConfig', () => {
	it('accepts a whole config with fields of suites and runners', () => {
		const config = read(WHOLE);
		expect(config.app).toMatchObject({ name: 'recipe-assistant', tools: 'tools.json' });
		expect(config.suites?.[0]).toEqual({
			kind: 'prefix',
			corpus: 'corpus/prompts.csv',
			decision: { hits: 4, of: 12 },
		});
		expect(config.targets).toEqual([{ runner: 'llama-cpp', model: 'hf:user/repo:Q4_0', threads: 4 }]);
		expect(config.seed).toBe(7);
	});

	it('accepts values made by code', () => {
		class Runner {
			name = 'own';
			load() {
				return Promise.reject(new Error('x'));
			}
		}
		const app = defineApp({ name: 'a', system: 's', open: () => ({ tools: [], snapshot: () => ({}), close() {} }) });
		const scorers = [{ name: 'spoke', score: () => true }];
		const suite = defineSuite({ name: 'own', samples: [{ id: 'a', input: '안녕' }], scorers });
		const runner = new Runner();
		const config = readConfig({ app, suites: [suite], targets: [{ runner }] }, { file: 'c.ts' });
		expect(config.app).toBe(app);
		expect(app.version).toBe('unversioned');
		expect(config.suites?.[0]).toBe(suite);
		expect(config.targets?.[0]?.runner).toBe(runner);
	});

	it('accepts an empty object', () => {
		expect(readConfig(defineConfig({}), { file: 'c.ts' })).toEqual({});
	});

	it.each([
		['seed: 1\nepoch: 2', ":2: epoch: is not a field here; did you mean 'epochs'?"],
		['max_tokens: 2', ":1: max_tokens: is not a field here; did you mean 'maxTokens'?"],
		['xyzzy: 2', ':1: xyzzy: is not a field here'],
		['constructor: 2', ':1: constructor: is not a field here'],
		['epochs: 1.5', ':1: epochs: must be a whole number of at least 1 and at most 1000'],
		['seed: -1', ':1: seed: must be a whole number of at least 0 and at most 2147483647'],
		['limit: none', ':1: limit: must be a whole number of at least 1'],
		['temperature: hot', ':1: temperature: must be a number from 0 to 5'],
		['temperature: .nan', ':1: temperature: must be a number from 0 to 5'],
		['policy: keep', ':1: policy: must be push, discard or from:RUN'],
		['policy: "from:"', ':1: policy: must be push, discard or from:RUN'],
		['policy: { run: x }', ':1: policy.run: is not a field here (and 1 more)'],
		['reflection: 1', ':1: reflection: must be off, on or both'],
		['filter: "("', ':1: filter: must be a regular expression'],
		['out: ""', ':1: out: must not be empty'],
		['suites: []', ':1: suites: must not be empty'],
		['suites:\n  - prefix', ':2: suites[0]: must be an object with a kind, or a suite'],
		['suites:\n  - corpus: x', ':2: suites[0].kind: is missing'],
		['targets:\n  - runner: 4', ':2: targets[0].runner: must be the name of a runner, or a runner'],
		['app: habit-coach', ':1: app: must be an object with name, system and tools, or made by defineApp'],
		['app:\n  name: a\n  system: b', ':1: app.tools: is missing'],
		[
			'app:\n  name: a\n  sytem: b\n  tools: t',
			":3: app.sytem: is not a field here; did you mean 'system'? (and 1 more)",
		],
		['app:\n  name: a\n  system: b\n  tools: 3', ':4: app.tools: must be a file, or a list of tools'],
		['app:\n  name: a\n  system: b\n  tools: [1]', ':4: app.tools[0]: must be a tool'],
		['app: {name: a, system: b, tools: t, language: de}', ':1: app.language: must be one of "ko", "en", "any"'],
		[
			'seed: x\nepochs: x\nlimit: x',
			':1: seed: must be a whole number of at least 0 and at most 2147483647 (and 2 more)',
		],
		['- a', ':1: must be an object with app, suites or targets'],
		['text', ':1: must be an object with app, suites or targets'],
	])('rejects %j in one line', async (yaml, line) => {
		expect(await configErrorOf(() => read(yaml))).toBe(`gemmark.config.yaml${line}`);
	});

	it('names only the file if the line is unknown', async () => {
		expect(await configErrorOf(() => readConfig({ seed: 'x' }, { file: 'c.ts' }))).toMatch(/^c\.ts: seed: must be/u);
	});

	it('ignores fields of a prototype', async () => {
		const content = JSON.parse('{"__proto__": {"seed": 1}}');
		expect(await configErrorOf(() => readConfig(content, { file: 'c.ts' }))).toMatch(/__proto__: is not a field/u);
	});
});

it('the JSON Schema is of a config without code', () => {
	const { properties } = configJsonSchema() as { properties: Record<string, { anyOf?: unknown[] }> };
	expect(Object.keys(properties)).toEqual(expect.arrayContaining(['app', 'suites', 'targets', 'seed', 'gate']));
	expect(properties.app?.anyOf).toEqual([expect.objectContaining({ type: 'object', additionalProperties: false })]);
});
