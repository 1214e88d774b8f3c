import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { packageRoot } from '../../src/base/read-file.ts';
import { composedConfigSchema } from './config-schema.ts';

const EXAMPLES = [
	'examples/recipe-assistant/gemmark.config.yaml',
	'examples/recipe-assistant/gemmark.en.config.yaml',
	'examples/sweep/gemmark.config.yaml',
	'cli/init/template/ko/gemmark.config.yaml',
	'cli/init/template/en/gemmark.config.yaml',
];

const read = (path: string): string => readFileSync(join(packageRoot(), path), 'utf8');

interface ObjectSchema {
	readonly properties: Readonly<Record<string, { readonly const?: string }>>;
}

describe('the JSON Schema of a config', () => {
	const published = JSON.parse(read('docs/config.schema.json'));

	it('stands beside the documentation as it is: `gemmark config --schema` prints it', async () => {
		expect(published).toEqual(await composedConfigSchema());
	});

	it('has only settings, suite kinds and runners that docs/config.md describes', () => {
		const documented = read('docs/config.md');
		const { suites, targets } = published.properties;
		const words: readonly string[] = [
			...Object.keys(published.properties),
			...suites.items.oneOf.map((suite: ObjectSchema) => suite.properties.kind?.const),
			...targets.items.oneOf.map((target: ObjectSchema) => target.properties.runner?.const),
		];
		expect(words).toEqual(expect.arrayContaining(['seed', 'dialogs', 'device']));
		const isDescribed = (word: string): boolean =>
			[`\`${word}\``, `\`${word}: `, `\n## ${word}\n`].some((form) => documented.includes(form));
		expect(words.filter((word) => !isDescribed(word))).toEqual([]);
	});

	it.each(EXAMPLES)('takes %s', (path) => {
		expect(z.fromJSONSchema(published).safeParse(parse(read(path)))).toMatchObject({ success: true });
	});

	it.each([
		['an unknown field', { sead: 1 }],
		['a field of another suite kind', { suites: [{ kind: 'tools', corpus: 'a.csv', decision: { hits: 1, of: 2 } }] }],
		['an unknown suite kind', { suites: [{ kind: 'units', corpus: 'a.csv' }] }],
		['an option of another runner', { targets: [{ runner: 'replay', threads: 4 }] }],
		['a wrong type', { targets: [{ threads: 'many' }] }],
	])('refuses %s', (_, config) => {
		expect(z.fromJSONSchema(published).safeParse(config)).toMatchObject({ success: false });
	});
});
