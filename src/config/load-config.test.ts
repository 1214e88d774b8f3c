import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configErrorOf, configFolderFixture } from '../testing/config-folder-fixture.ts';
import { loadConfig } from './load-config.ts';

function failureOf(name: string, content: string | Uint8Array, timeoutMs?: number): Promise<string> {
	const folder = configFolderFixture({ [name]: content });
	return configErrorOf(() => loadConfig(join(folder, name), timeoutMs === undefined ? {} : { timeoutMs }), folder);
}

describe('a YAML config', () => {
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
		['a: 1\na: 2\n', ':2: is not YAML: Map keys must be unique'],
		['a: [1\n', 'is not YAML'],
		['a: !!js/function x\n', ':1: is not YAML: Unresolved tag'],
		['a: 1\n---\nb: 1\n', ':2: is not YAML: holds more than one document'],
		['a: &x [1]\nb: *x\n', ':2: aliases (*x) are not read'],
		['a: 1\n__proto__:\n  b: 1\n', ':2: no field can be called __proto__'],
		['', 'is empty'],
		['# nothing\n', 'is empty'],
		[`a: ${'['.repeat(200)}${']'.repeat(200)}`, 'nested deeper than 100 levels'],
		['['.repeat(100_000), 'nested deeper than 100 levels'],
		['- a: 1\n'.repeat(1_500_000), 'too large (10500000 bytes)'],
		[new Uint8Array([0x61, 0x3a, 0x20, 0xff]), 'is not UTF-8'],
	])('is refused in one line (%#)', async (content, line) => {
		expect(await failureOf('gemmark.config.yaml', content)).toContain(line);
	});

	it('with an alias bomb is refused at once', async () => {
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

	it('with a bare word is refused at its line', async () => {
		expect(await failureOf('gemmark.config.json', '{\n"a": b\n}')).toContain('gemmark.config.json:2: is not JSON');
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
		['export const a = 1;', 'gemmark.config.mjs: its default export gives no config'],
		['export default () => undefined;', 'gemmark.config.mjs: its default export gives no config'],
		["export default 'x';", 'gemmark.config.mjs: its default export gives no config'],
		['const a = 1;\nthrow new TypeError(`two\nlines`);', 'gemmark.config.mjs:2: throws TypeError: two lines'],
		["throw 'words';", 'gemmark.config.mjs: throws words'],
		['\nexport default () => { throw new Error("x"); };', 'gemmark.config.mjs:2: throws Error: x'],
		['export default async () => { await 1;\n throw new Error("x"); };', 'gemmark.config.mjs:2: throws Error: x'],
		["import 'no-such-package';", 'no-such-package'],
		['export default {', 'throws'],
		[`export default ${TRAP};`, 'gemmark.config.mjs:1: throws Error: trap'],
		[`export default () => { throw ${TRAP}; };`, 'gemmark.config.mjs: throws what cannot be printed'],
	])('is refused in one line (%#)', async (source, line) => {
		expect(await failureOf('gemmark.config.mjs', source)).toContain(line);
	});

	it.each([['await new Promise(() => {});\nexport default {};'], ['export default () => new Promise(() => {});']])(
		'that is never done is refused (%#)',
		async (source) => {
			expect(await failureOf('gemmark.config.mjs', source, 50)).toBe(
				'gemmark.config.mjs: gave no config within 0.05 seconds',
			);
		},
	);
});

it('a config that is not there is told', async () => {
	const folder = configFolderFixture();
	expect(await configErrorOf(() => loadConfig(join(folder, 'x.yaml')), folder)).toBe('x.yaml: there is no such file');
});
