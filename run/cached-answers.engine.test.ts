import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { answerCacheFile } from '../src/download/folders.ts';
import type { Log } from '../src/log/record.ts';
import { writeRandomGguf } from '../src/testing/gguf/random-gguf.ts';
import { evaluate } from './evaluate.ts';
import type { RunRequest } from './prepare.ts';
import { summarizeRun } from './results/judge.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-cached-'));
beforeAll(() => void vi.stubEnv('GEMMARK_CACHE', join(folder, 'cache')));
afterAll(() => {
	vi.unstubAllEnvs();
	rmSync(folder, { recursive: true });
});

const run = async (name: string, request: RunRequest): Promise<Log> => {
	const { log, failure } = await evaluate({}, { out: join(folder, name), limit: 2, ...request });
	expect(failure).toBeUndefined();
	return log;
};

const saidIn = ({ samples }: Log): unknown =>
	samples.map(({ transcript, scores }) => [transcript.generations.map(({ pieces }) => pieces), scores]);

const cachedIn = ({ samples }: Log): number =>
	samples.filter(({ timings }) => timings.generations.every(({ source }) => source === 'cache')).length;

const isStarted = ({ header, footer }: Log): boolean =>
	header.loadMs !== undefined || footer?.peakRssBytes !== undefined;

describe('a run with the answer cache', () => {
	it('takes from it what was answered before, without times, and asks where one process was asked for', async () => {
		const first = await run('first', { cache: true });
		const second = await run('second', { cache: true });
		expect([cachedIn(first), cachedIn(second)]).toEqual([0, second.samples.length]);
		expect(saidIn(second)).toEqual(saidIn(first));
		const { notices, speed } = summarizeRun(second);
		expect(speed.rows).toEqual([]);
		expect(notices.map(({ said }) => said)).toContainEqual(expect.objectContaining({ code: 'run.answers-cached' }));
		expect(isStarted(second)).toBe(false);
		expect(cachedIn(await run('timed', { cache: true, processes: 1 }))).toBe(0);
	});

	it('starts each process at its own first miss, with the outputs of one', async () => {
		const asked = { cache: true, limit: 8 };
		await run('part', { ...asked, limit: 6 });
		const dealt = await run('dealt', asked);
		const { GEMMARK_CACHE } = process.env;
		vi.stubEnv('GEMMARK_CACHE', join(folder, 'other'));
		const one = await run('one', { ...asked, processes: 1 });
		vi.stubEnv('GEMMARK_CACHE', GEMMARK_CACHE);
		expect([dealt.header.engine.processes, dealt.header.loadMs]).toEqual([2, undefined]);
		expect(dealt.footer?.peakRssBytes).toBeGreaterThan(0);
		expect(saidIn(dealt)).toEqual(saidIn(one));
	});

	it('starts the engine of a file that was rewritten, and ends where it is not the one of the kept answers', async () => {
		const model = join(folder, 'tiny.gguf');
		writeRandomGguf(model, 'tiny-gemma4');
		const tiny = async (name: string) =>
			evaluate({ targets: [{ model }] }, { out: join(folder, name), limit: 1, cache: true });
		expect(isStarted((await tiny('tiny')).log)).toBe(true);
		expect(isStarted((await tiny('again')).log)).toBe(false);
		const bytes = readFileSync(model);
		writeFileSync(model, bytes.fill(1, bytes.length - 100));
		expect(isStarted((await tiny('rewritten')).log)).toBe(true);
		const database = new DatabaseSync(answerCacheFile());
		database.exec(`UPDATE loads SET fact = replace(fact, '"batchSize":', '"batchSize":1')`);
		database.close();
		expect((await tiny('changed')).failure).toMatchObject({
			said: { params: { problem: { code: 'engine.not-kept' } } },
			exitCode: 3,
		});
		expect((await tiny('later')).failure).toBeUndefined();
	});
});
