import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configErrorOf, configFolderFixture } from '../testing/config-folder-fixture.ts';
import { saying } from '../testing/saying.ts';
import { type LoadedConfig, loadConfig } from './load-config.ts';

function failureOf(name: string, content: string | Uint8Array, timeoutMs?: number): Promise<string> {
	const folder = configFolderFixture({ [name]: content });
	return configErrorOf(() => loadConfig(join(folder, name), timeoutMs === undefined ? {} : { timeoutMs }), folder);
}

describe('a YAML config', () => {
	it('has the values of anchors in place of aliases and merge keys, and no $schema', async () => {
		const text =
			'$schema: https://x.test/config.json\nbase: &base { seed: 1, epochs: 2 }\na: *base\nb:\n  <<: *base\n  seed: 3\n';
		const { content } = await loadConfig(
			join(configFolderFixture({ 'gemmark.config.yaml': text }), 'gemmark.config.yaml'),
		);
		expect(content).toEqual({
			base: { seed: 1, epochs: 2 },
			a: { seed: 1, epochs: 2 },
			b: { seed: 3, epochs: 2 },
		});
	});

	it('is read with the line of every field', async () => {
		const folder = configFolderFixture({
			'gemmark.config.yaml': '# ours\nseed: 3\nsuites:\n  - kind: prefix\n    decision:\n      hits: 4\n',
		});
		const loaded = await loadConfig(join(folder, 'gemmark.config.yaml'));
		expect(loaded.folder).toBe(folder);
		expect(loaded.content).toEqual({ seed: 3, suites: [{ kind: 'prefix', decision: { hits: 4 } }] });
		expect(loaded.lineOf?.(['seed'])).toBe(2);
		expect(loaded.lineOf?.(['suites', 0, 'decision', 'hits'])).toBe(6);
		expect(loaded.lineOf?.(['suites', 0, 'decision', 'of'])).toBe(5);
		expect(loaded.lineOf?.(['suites', 0])).toBe(4);
	});

	it.each([
		['a: 1\na: 2\n', ':2: not YAML: Map keys must be unique'],
		['a: [1\n', 'not YAML'],
		['a: !!js/function x\n', ':1: not YAML: Unresolved tag'],
		['a: 1\n---\nb: 1\n', ':2: not YAML: has more than one document'],
		['a: &x [1]\nb: *y\n', ':2: *y has no anchor (&y)'],
		['a:\n  - &x [1, [*x]]\n', ':2: *x has no anchor (&x)'],
		['a: 1\n__proto__:\n  b: 1\n', ':2: a field cannot be called __proto__'],
		['', 'empty'],
		['# nothing\n', 'empty'],
		[`a: ${'['.repeat(200)}${']'.repeat(200)}`, 'nested deeper than 100 levels'],
		['['.repeat(100_000), 'nested deeper than 100 levels'],
		['- a: 1\n'.repeat(1_500_000), 'larger than 2000000 bytes'],
		[new Uint8Array([0x61, 0x3a, 0x20, 0xff]), 'not UTF-8'],
	])('is rejected in one line (%#)', async (content, line) => {
		expect(await failureOf('gemmark.config.yaml', content)).toContain(line);
	});

	it('with an alias bomb is rejected', async () => {
		const bomb = [
			'a0: &a0 [x]',
			...Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}]`),
		];
		expect(await failureOf('gemmark.config.yaml', bomb.join('\n'))).toContain('aliases');
	});
});

describe('a JSON config', () => {
	it('is read with the line of every field', async () => {
		const folder = configFolderFixture({
			'gemmark.config.json': '\uFEFF{\n\t"app": {\r\n\t\t"name": "\\u0061"\n\t}\n}\n',
		});
		const { content, lineOf } = await loadConfig(join(folder, 'gemmark.config.json'));
		expect(content).toEqual({ app: { name: 'a' } });
		expect(lineOf?.(['app', 'name'])).toBe(3);
	});

	it('with a bare word is rejected at its line', async () => {
		expect(await failureOf('gemmark.config.json', '{\n"a": b\n}')).toContain('gemmark.config.json:2: not JSON');
	});
});

const TRAP = `new Proxy({}, Object.fromEntries(['get', 'getPrototypeOf'].map((of) => [of, () => { throw new Error('trap'); }])))`;

describe('a module config', () => {
	it.each([
		['ts', 'interface A { a: number }\nexport default { a: 1 } satisfies A;'],
		['mjs', 'export default { a: 1 };'],
		['mjs', 'export default () => ({ a: 1 });'],
		['ts', 'export default async (): Promise<object> => ({ a: 1 });'],
	])('gives its default export (%s %#)', async (ending, source) => {
		const folder = configFolderFixture({ [`gemmark.config.${ending}`]: source });
		const loaded = await loadConfig(join(folder, `gemmark.config.${ending}`));
		expect(loaded.content).toEqual({ a: 1 });
		expect(loaded.lineOf).toBeUndefined();
	});

	it.each([
		['export const a = 1;', 'gemmark.config.mjs: the default export is not a config'],
		['export default () => undefined;', 'gemmark.config.mjs: the default export is not a config'],
		["export default 'x';", 'gemmark.config.mjs: the default export is not a config'],
		['const a = 1;\nthrow new TypeError(`two\nlines`);', 'gemmark.config.mjs:2: threw TypeError: two lines'],
		["throw 'words';", 'gemmark.config.mjs: threw words'],
		['\nexport default () => { throw new Error("x"); };', 'gemmark.config.mjs:2: threw Error: x'],
		['export default async () => { await 1;\n throw new Error("x"); };', 'gemmark.config.mjs:2: threw Error: x'],
		["import 'no-such-package';", 'no-such-package'],
		['export default {', 'threw'],
		[`export default ${TRAP};`, 'gemmark.config.mjs:1: threw Error: trap'],
	])('is rejected in one line (%#)', async (source, line) => {
		expect(await failureOf('gemmark.config.mjs', source)).toContain(line);
	});

	it.each([['await new Promise(() => {});\nexport default {};'], ['export default () => new Promise(() => {});']])(
		'without an end is rejected (%#)',
		async (source) => {
			expect(await failureOf('gemmark.config.mjs', source, 50)).toEqual(
				saying('config.timeout', { file: 'gemmark.config.mjs', seconds: '0.05' }),
			);
		},
	);
});

it('a missing config is an error', async () => {
	const folder = configFolderFixture();
	expect(await configErrorOf(() => loadConfig(join(folder, 'x.yaml')), folder)).toBe('x.yaml: no such file');
});

const FILES = {
	'app/gemmark.config.ts': `import { metric } from './scorers.ts';
import tools from "../tools.json" with { type: 'json' };
import type { Row } from './rows.ts';
import again from 'near';
import near from './node_modules/near/index.js';
const late = () => import('./late.mjs');
export default {};
`,
	'app/scorers.ts': "export { metric } from './metric/metric.ts';\nimport './gemmark.config.ts';\n",
	'app/metric/metric.ts': "export const metric = 'meter';\n",
	'app/late.mjs': "const cups = require('./cups');\n",
	'app/cups.js': 'module.exports = 2;\n',
	'app/rows.ts': 'export interface Row {}\n',
	'app/node_modules/near/index.js': 'export default 1;\n',
	'tools.json': '[]\n',
};

const codeIn = async (folder: string): Promise<NonNullable<LoadedConfig['code']>> =>
	(await loadConfig(join(folder, 'app', 'gemmark.config.ts'))).code ?? [];

describe('the code of a config', () => {
	it('is its file and all local imports, without types and packages', async () => {
		expect((await codeIn(configFolderFixture(FILES))).map(({ name }) => name)).toEqual([
			'gemmark.config.ts',
			'../tools.json',
			'cups.js',
			'late.mjs',
			'metric/metric.ts',
			'scorers.ts',
		]);
	});

	it('does not depend on folder and line ends, but on the content', async () => {
		const [here, there] = [configFolderFixture(FILES), configFolderFixture(FILES)] as const;
		const metric = join(there, 'app', 'metric', 'metric.ts');
		writeFileSync(metric, "export const metric = 'meter';\r\n");
		const code = await codeIn(here);
		expect(await codeIn(there)).toEqual(code);
		writeFileSync(metric, "export const metric = 'mile';\n");
		const known = new Set(code.map(({ sha256 }) => sha256));
		const edited = (await codeIn(there)).filter(({ sha256 }) => !known.has(sha256));
		expect(edited).toMatchObject([{ name: 'metric/metric.ts' }]);
	});

	it('is recorded for a module, not for data', async () => {
		const folder = configFolderFixture({ 'a.mjs': 'export default {};\n', 'a.yaml': 'epochs: 2\n' });
		expect((await loadConfig(join(folder, 'a.mjs'))).code).toMatchObject([{ name: 'a.mjs' }]);
		expect((await loadConfig(join(folder, 'a.yaml'))).code).toBeUndefined();
	});
});
