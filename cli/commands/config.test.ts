import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledModel } from '../../run/compose/load.ts';
import type { FieldOrigin } from '../../src/config/where-from.ts';
import { saying } from '../../src/testing/saying.ts';
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
	'prompts.csv': 'input,expected.tool,expected.arguments\nring,ring,{}\nring twice,ring,{}\n',
};

/** Both models are there. */
function kitchen(): ReturnType<typeof outsideFolderFixture> {
	const outside = outsideFolderFixture(FILES);
	for (const name of ['a.gguf', 'b.gguf']) copyFileSync(bundledModel(), join(outside.folder, name));
	return outside;
}

async function fields(...args: readonly string[]): Promise<readonly FieldOrigin[]> {
	const { gemmark } = kitchen();
	const { stdout } = await gemmark('config', '--json', ...args);
	return (JSON.parse(stdout) as { readonly fields: readonly FieldOrigin[] }).fields;
}

describe('gemmark config', () => {
	it('prints each field with its line', async () => {
		const { folder, gemmark } = kitchen();
		const { status, stdout, stderr } = await gemmark('config');
		expect(status).toBe(0);
		expect(stdout).toMatch(/^gemmark\.config\.yaml$/mu);
		expect(stdout).toMatch(/^ {2}suites\[0\]\.decision\.hits +1 +gemmark\.config\.yaml:6$/mu);
		expect(stdout).toMatch(/^ {2}seed +7 +gemmark\.config\.yaml:10$/mu);
		expect(stdout).toMatch(/^ {2}epochs +1 +default$/mu);
		expect(stdout).toMatch(/^ {2}reflection +off +default$/mu);
		expect(stdout).toMatch(/^would run prefix \(2 samples\) on small, large$/mu);
		expect(stderr).toEqual(saying('run.tool-unanswered', { tool: 'ring' }));
		expect(existsSync(join(folder, 'results'))).toBe(false);
	});

	it('counts the samples that limit and filter leave', async () => {
		const { gemmark } = kitchen();
		expect((await gemmark('config', '--limit', '1')).stdout).toContain('would run prefix (1 sample) on small, large');
		const none = await gemmark('config', '--filter', 'dance');
		expect(none).toMatchObject({ status: 2, stderr: expect.stringContaining('no sample of prefix matches') });
	});

	it('says how a suite of a kind that the config has not is made', async () => {
		const { status, stderr } = await kitchen().gemmark('config', '--suite', 'dialogs');
		expect([status, stderr]).toEqual([2, expect.stringContaining('In a config, kind: dialogs adds one of that kind')]);
	});

	it('checks what run checks: the model file of every target, and the address of a server', async () => {
		const { folder, gemmark } = kitchen();
		rmSync(join(folder, 'b.gguf'));
		for (const command of ['config', 'run']) {
			const { status, stdout, stderr } = await gemmark(command);
			expect([status, stdout, stderr]).toEqual([3, '', expect.stringContaining('b.gguf: no model file')]);
		}
		expect(existsSync(join(folder, 'results'))).toBe(false);
		expect((await gemmark('config', '--model', 'nope.gguf')).status).toBe(3);
		const openai = await gemmark('config', '--runner', 'openai');
		expect(openai).toMatchObject({ status: 2, stderr: expect.stringContaining('requires --base-url') });
	});

	it('prints the fields that flags replace', async () => {
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

	it('prints that the habit coach runs without a config', async () => {
		const { gemmark } = outsideFolderFixture({});
		const { stdout } = await gemmark('config', '--suite', 'tools');
		expect(stdout).toMatch(/^no config found: the habit coach with the defaults$/mu);
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

it('a mistake is in what --json prints too, and without it on the error stream alone', async () => {
	const { gemmark } = outsideFolderFixture({ ...FILES, 'gemmark.config.yaml': 'sed: 7\n' });
	for (const command of [['run'], ['config'], ['run', '--nothing']]) {
		const { status, stdout, stderr } = await gemmark(...command, '--json');
		expect(status).toBe(2);
		const { error } = JSON.parse(stdout) as { readonly error: string };
		expect(stderr.trim().replace(/^(?:gemmark|error): /u, '')).toContain(error.split('. ')[0]);
	}
	expect(await gemmark('run')).toMatchObject({ status: 2, stdout: '' });
});

it('the mistakes of all files of a config are listed at once', async () => {
	const folder = outsideFolderFixture({
		'gemmark.config.yaml':
			'app: { name: a, language: en, system: You help., tools: tools.json }\nsuites:\n  - { kind: prefix, corpus: p.csv }\n  - { kind: tools, corpus: t.csv }\n',
		'tools.json': '[{ "type": "function" }]',
		'p.csv': 'id,input,tool\na,hi,\n',
		't.csv': 'id,input,what\na,hi,\n',
	});
	const { status, stderr } = await folder.gemmark('config');
	expect(status).toBe(2);
	expect(stderr.match(/^gemmark: (?:tools\.json|p\.csv|t\.csv):1\b/gmu)).toHaveLength(3);
});
