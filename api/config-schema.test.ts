import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { packageRoot } from '../src/package/package-root.ts';
import { composedConfigSchema } from './config-schema.ts';

const EXAMPLES = [
	'examples/recipe-assistant/gemmark.config.yaml',
	'examples/recipe-assistant/gemmark.en.config.yaml',
	'cli/init/template/ko/gemmark.config.yaml',
	'cli/init/template/en/gemmark.config.yaml',
];

const read = (path: string): string => readFileSync(join(packageRoot(), path), 'utf8');

describe('the JSON Schema of a config', () => {
	const published = JSON.parse(read('docs/config.schema.json'));

	it('stands beside the documentation as it is: `gemmark config --schema` prints it', async () => {
		expect(published).toEqual(await composedConfigSchema());
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
