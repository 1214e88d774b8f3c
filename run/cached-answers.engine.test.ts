import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Log } from '../src/log/record.ts';
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

describe('a run with the answer cache', () => {
	it('takes from it what was answered before, without times, and asks where one process was asked for', async () => {
		const first = await run('first', { cache: true });
		const second = await run('second', { cache: true });
		expect([cachedIn(first), cachedIn(second)]).toEqual([0, second.samples.length]);
		expect(saidIn(second)).toEqual(saidIn(first));
		const { notices, speed } = summarizeRun(second);
		expect(speed.rows).toEqual([]);
		expect(notices.map(({ said }) => said)).toContainEqual(expect.objectContaining({ code: 'run.answers-cached' }));
		expect(cachedIn(await run('timed', { cache: true, processes: 1 }))).toBe(0);
	});
});
