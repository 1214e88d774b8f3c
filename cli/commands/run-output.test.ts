import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { outsideFolderFixture } from '../outside-folder-fixture.ts';

/** An engine that repeats the user's word; the third answer is cut. */
const CONFIG = `
import { defineApp, defineConfig, defineScorer, defineSuite, scorers } from 'gemmark';
import { z } from 'zod';

const parrot = {
	name: 'parrot',
	modelSource: 'name',
	options: z.strictObject({}),
	load: async () => ({
		kind: process.env.GEMMARK_TEST_HISTORY === 'yes' ? 'chat' : 'raw',
		identity: { name: 'parrot', miniature: false },
		engine: { runner: 'parrot', version: '1' },
		loadMs: 0,
		chatTemplate: '{% for message in messages %}<start_of_turn>{{ message.role }}\\n{{ message.content }}<end_of_turn>\\n{% endfor %}<start_of_turn>model\\n',
		bosToken: '',
		eosToken: '<eos>',
		grammar: false,
		openConversation: () => undefined,
		completer: {
			async *complete({ parts }) {
				const prompt = parts.map(({ text }) => text).join('');
				const said = ['please', 'now', 'long'].find((word) => prompt.includes(word));
				yield { type: 'pieces', pieces: [{ text: said, atMs: 1 }] };
				const finish = said === 'long' ? { unified: 'length', raw: 'n' } : { unified: 'stop', raw: 'eos' };
				yield { type: 'end', finish, usage: { outputTokens: said.split(" ").length }, source: 'wall-clock', totalMs: 2 };
			},
		},
		peakRssBytes: async () => undefined,
		dispose: async () => undefined,
	}),
};

const polite = defineScorer({
	name: 'polite',
	main: true,
	score: (_sample, { answer }) => (answer === 'please' ? true : { value: false, reason: 'rude' }),
});

export default defineConfig({
	app: defineApp({
		name: 'echo',
		language: 'en',
		system: 'Repeat.',
		open: () => ({ tools: [], snapshot: () => ({}), close: () => undefined }),
	}),
	suites: [
		defineSuite({
			name: 'manners',
			samples: ['please', 'now', 'long'].map((input) => ({ id: input, input })),
			scorers: [polite],
			needsHistory: process.env.GEMMARK_TEST_HISTORY === 'yes',
		}),
	],
	targets: [{ runner: parrot }],
	gate: 'gate.yaml',
});
`;

const GATE = 'version: 1\nrules:\n  - { metric: manners.polite, min: 0.1 }\n';

describe('gemmark run', () => {
	it('with --quiet prints the verdict and the report’s place', async () => {
		const { gemmark } = outsideFolderFixture({ 'gemmark.config.ts': CONFIG, 'gate.yaml': GATE });
		const { stdout, stderr } = await gemmark('run', '--quiet', '--out', 'run');
		expect(stderr).toBe('');
		expect(stdout.trim().split('\n')).toEqual([
			expect.stringMatching(/^✓ .*1 of 2/u),
			expect.stringMatching(/^manners, free: polite: 1 of 2; 1 unscored: hit the token limit/u),
			'report: run/report.html',
			expect.stringMatching(/^gate: /u),
		]);
	});

	it('with --quiet still counts the warnings', async () => {
		const { gemmark } = outsideFolderFixture({
			'gemmark.config.ts': CONFIG.replace("name: 'manners',", "name: 'manners', warnings: () => ['few samples'],"),
			'gate.yaml': GATE,
		});
		const { stdout } = await gemmark('run', '--quiet', '--out', 'run');
		expect(stdout).toMatch(/\n\d+ warnings?, in the report\nreport: run\/report\.html\n/u);
	});

	it('with --verbose prints each sample; stdout stays one JSON object', async () => {
		const { gemmark } = outsideFolderFixture({ 'gemmark.config.ts': CONFIG, 'gate.yaml': GATE });
		const { stdout, stderr } = await gemmark('run', '--verbose', '--json', '--out', 'run');
		expect(stderr).toMatch(/^✓ manners please, \d+ ms$/mu);
		expect(stderr).toMatch(/^✗ manners now rude, \d+ ms$/mu);
		expect(stderr).toMatch(/^\? manners long hit the token limit, \d+ ms$/mu);
		expect(JSON.parse(stdout)).toMatchObject({ samples: 3 });
	});

	it('is either quiet or verbose', async () => {
		const { gemmark } = outsideFolderFixture({});
		const { status, stderr } = await gemmark('run', '--quiet', '--verbose');
		expect(status).toBe(2);
		expect(stderr).toMatch(/'--quiet' cannot be used with option '--verbose'/u);
	});

	it('leaves no folder if the engine cannot run the suite', async () => {
		process.env.GEMMARK_TEST_HISTORY = 'yes';
		const { gemmark, folder } = outsideFolderFixture({ 'gemmark.config.ts': CONFIG, 'gate.yaml': GATE });
		const { status, stderr } = await gemmark('run');
		delete process.env.GEMMARK_TEST_HISTORY;
		expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(/^gemmark: suite manners: /mu) });
		expect(readdirSync(folder).sort()).toEqual(['gate.yaml', 'gemmark.config.ts']);
	});
});

describe('gemmark report', () => {
	it('leaves no folder where there is no log to read', async () => {
		const { gemmark, folder } = outsideFolderFixture({ 'log.jsonl': 'nothing\n' });
		const { status } = await gemmark('report', 'log.jsonl', '--out', 'reports');
		expect(status).toBe(2);
		expect(existsSync(join(folder, 'reports'))).toBe(false);
	});
});
