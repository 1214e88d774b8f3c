import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { packageRoot } from '../../src/base/read-file.ts';
import { saying } from '../../src/testing/saying.ts';
import { outsideFolderFixture } from '../outside-folder-fixture.ts';

/** An engine that answers the second sample once the file `wait` is gone. */
const CONFIG = `
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { defineApp, defineConfig, defineScorer, defineSuite } from 'gemmark';
import { z } from 'zod';

const slow = {
	name: 'slow',
	modelSource: 'name',
	options: z.strictObject({}),
	load: async () => ({
		kind: 'raw',
		identity: { name: 'slow', miniature: false },
		engine: { runner: 'slow', version: '1' },
		loadMs: 0,
		chatTemplate: '{% for message in messages %}<start_of_turn>{{ message.role }}\\n{{ message.content }}<end_of_turn>\\n{% endfor %}<start_of_turn>model\\n',
		bosToken: '',
		eosToken: '<eos>',
		grammar: false,
		completer: {
			async *complete({ parts }) {
				while (parts.some(({ text }) => text?.includes('second')) && existsSync('wait')) await delay(20);
				yield { type: 'pieces', pieces: [{ text: 'yes', atMs: 1 }] };
				yield { type: 'end', finish: { unified: 'stop', raw: 'eos' }, usage: { outputTokens: 1 }, source: 'wall-clock', totalMs: 2 };
			},
		},
		peakRssBytes: async () => undefined,
		dispose: async () => undefined,
	}),
};

export default defineConfig({
	app: defineApp({ name: 'echo', language: 'en', system: 'Repeat.', open: () => ({ tools: [], snapshot: () => ({}), close: () => undefined }) }),
	suites: [
		defineSuite({
			name: 'answers',
			samples: ['first', 'second', 'third'].map((input) => ({ id: input, input })),
			scorers: [defineScorer({ name: 'yes', main: true, score: (_sample, { answer }) => answer === 'yes' })],
		}),
	],
	targets: [{ runner: slow }],
});
`;

it('a run is written by one process at a time, and goes on at once where that was killed', async () => {
	const { folder, gemmark } = outsideFolderFixture({ 'gemmark.config.ts': CONFIG, wait: '' });
	const log = join(folder, 'run', 'log.jsonl');
	const main = join(packageRoot(), 'cli', 'main.ts');
	const live = spawn(process.execPath, [main, 'run', '--quiet', '--out', 'run'], { cwd: folder, stdio: 'ignore' });
	while (live.exitCode === null && !(existsSync(log) && readFileSync(log, 'utf8').includes('"sampleId":"first"')))
		await delay(20);
	const before = readFileSync(log, 'utf8');

	const others = await Promise.all([gemmark('run', '--resume', '--out', 'run'), gemmark('rescore', 'run')]);
	for (const { status, stderr } of others) {
		expect(status).toBe(2);
		expect(stderr).toEqual(saying('usage.log-in-use', { path: 'gemmark: run/log.jsonl' }));
	}
	expect(readFileSync(log, 'utf8')).toBe(before);

	live.kill('SIGKILL');
	await once(live, 'exit');
	rmSync(join(folder, 'wait'));
	const resumed = await gemmark('run', '--resume', '--quiet', '--out', 'run');
	expect(resumed).toMatchObject({ status: 0, stdout: expect.stringContaining('yes: 3 of 3') });
	expect(existsSync(`${log}.lock`)).toBe(false);
	writeFileSync(`${log}.lock`, '1 another-machine token 0');
	expect((await gemmark('rescore', 'run')).stderr).toEqual(
		saying('usage.log-in-use', { owner: 'process 1 on another-machine' }),
	);
}, 60_000);
