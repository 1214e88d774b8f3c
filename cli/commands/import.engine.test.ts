import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { outsideFolderFixture } from '../outside-folder-fixture.ts';

/** In the shape of github.com/ShishirPatil/gorilla, berkeley-function-call-leaderboard/bfcl_eval/data; written by hand. */
const weather = {
	name: 'weather.get',
	description: 'Weather of a city.',
	parameters: { type: 'dict', properties: { city: { type: 'string' } }, required: ['city'] },
};
const item = (id: string): string =>
	`${JSON.stringify({ id, question: [[{ role: 'user', content: 'Rain in Rome?' }]], function: [weather] })}\n`;

describe('gemmark import bfcl', () => {
	it('writes a config that gemmark run takes as it is, with rates by category', async () => {
		const { folder, gemmark } = outsideFolderFixture({
			'questions.json': item('simple_python_0') + item('irrelevance_0') + item('multi_turn_base_0'),
			'answers.json': '{"id": "simple_python_0", "ground_truth": [{"weather.get": {"city": ["Rome"]}}]}\n',
		});
		const imported = await gemmark('import', 'bfcl', 'questions.json', 'answers.json');
		expect(imported.stdout).toMatch(/^imported 2 samples\n {2}simple_python: 1\n {2}irrelevance: 1\nrefused 1, /u);
		expect(imported.stdout).toContain('1: multi_turn_base: several turns');
		expect(imported.stdout).toContain('first at questions.json:3');
		const run = await gemmark('run', '--config', 'bfcl/gemmark.config.yaml', '--max-tokens', '24', '--out', 'run');
		expect(run.stderr).not.toContain('gemmark:');
		expect(run.stdout).toMatch(/bfcl, free, by category: simple_python: \d of 1 .*; irrelevance: \d of 1 /u);
		expect(readFileSync(join(folder, 'run', 'report.csv'), 'utf8')).toContain('group_category');
		const again = await gemmark('import', 'bfcl', 'questions.json');
		expect([again.status, again.stderr]).toEqual([2, expect.stringContaining('bfcl: already exists')]);
	}, 120_000);
});
