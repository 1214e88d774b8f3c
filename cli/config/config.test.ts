import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FieldOrigin } from '../../src/config/where-from.ts';
import { outsideFolderFixture } from '../outside-folder-fixture.ts';

const FILES = {
	'gemmark.config.yaml': `app:
  name: kitchen
  system: Be brief.
  tools: [{ name: ring, parameters: { type: object, properties: {} } }]
suites:
  - { kind: prefix, corpus: prompts.csv, decision: { hits: 1, of: 2 } }
targets:
  - { name: small, model: a.gguf, threads: 2 }
  - { name: large, model: b.gguf }
seed: 7
`,
	'prompts.csv': 'input\nring\nring twice\n',
};

async function fields(...args: readonly string[]): Promise<readonly FieldOrigin[]> {
	const { gemmark } = outsideFolderFixture(FILES);
	const { stdout } = await gemmark('config', '--json', ...args);
	return (JSON.parse(stdout) as { readonly fields: readonly FieldOrigin[] }).fields;
}

describe('gemmark config', () => {
	it('tells each field with the line it was written in', async () => {
		const { folder, gemmark } = outsideFolderFixture(FILES);
		const { status, stdout, stderr } = await gemmark('config');
		expect(status).toBe(0);
		expect(stdout).toMatch(/^gemmark\.config\.yaml$/mu);
		expect(stdout).toMatch(/^ {2}suites\[0\]\.decision\.hits +1 +gemmark\.config\.yaml:6$/mu);
		expect(stdout).toMatch(/^ {2}seed +7 +gemmark\.config\.yaml:10$/mu);
		expect(stdout).toMatch(/^ {2}epochs +1 +default$/mu);
		expect(stdout).toMatch(/^would run prefix \(2 samples\) on small, large$/mu);
		expect(stderr).toContain('tool ring: no answer is written for it');
		expect(existsSync(join(folder, 'results'))).toBe(false);
	});

	it('tells what flags replace, field by field', async () => {
		const rows = await fields('--seed', '9', '--target', 'large', '--threads', '4');
		expect(rows).toEqual(
			expect.arrayContaining([
				{ field: 'seed', value: 9, from: 'flag' },
				{ field: 'targets[0].name', value: 'large', from: 'gemmark.config.yaml:9' },
				{ field: 'targets[0].model', value: 'b.gguf', from: 'gemmark.config.yaml:9' },
				{ field: 'targets[0].threads', value: 4, from: 'flag' },
				{ field: 'targets[0].runner', value: 'llama-cpp', from: 'default' },
			]),
		);
		expect(rows.some(({ field }) => field.startsWith('targets[1]'))).toBe(false);
	});

	it('tells that the habit coach runs where there is no config', async () => {
		const { gemmark } = outsideFolderFixture({});
		const { stdout } = await gemmark('config', '--suite', 'tools');
		expect(stdout).toMatch(/^no config here: the habit coach, with the defaults$/mu);
		expect(stdout).toMatch(/^ {2}app\.name +habit-coach +default$/mu);
		expect(stdout).toMatch(/^would run tools \(\d+ samples\) on mini-q8_0\.gguf$/mu);
	});

	it('takes the habit coach and its default suites where a config elsewhere sets something else', async () => {
		const { gemmark } = outsideFolderFixture({ 'gemmark.config.yaml': 'seed: 2\n' });
		const { status, stdout, stderr } = await gemmark('config');
		expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
		expect(stdout).toMatch(/^ {2}seed +2 +gemmark\.config\.yaml:1$/mu);
		expect(stdout).toMatch(/^would run prefix \(\d+ samples\), frame \(\d+ samples\) on mini-q8_0\.gguf$/mu);
	});
});
