import { setTimeout as delay } from 'node:timers/promises';
import { type Job, Queue, Worker } from 'bullmq';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Said } from '../base/message.ts';
import type { PlannedSample } from '../eval/plan.ts';
import type { SampleResult } from '../eval/sample.ts';
import type { LogWorker } from '../log/record.ts';
import { suiteDouble } from '../testing/doubles/suite-double.ts';
import { logHeaderFixture, logSampleFixture } from '../testing/log-line-fixture.ts';
import { type RedisProcess, startRedis } from '../testing/redis-process.ts';
import { connectRedis, QUEUE_PREFIX } from './connection.ts';
import { evaluateOverQueue, type QueuedWork } from './evaluate-over-queue.ts';
import { openRuns, queuedRunId, queueName } from './queued-run.ts';

const ids = ['a', 'b', 'c', 'd'];
const suite = suiteDouble(ids, async () => ({ messages: [], facts: {} }));
const plan: readonly PlannedSample[] = suite.samples.map((sample) => ({
	suite,
	sample,
	variant: 'free',
	epoch: 0,
	seed: 1,
}));
const header = logHeaderFixture();
const who: LogWorker = { type: 'worker', id: 'w1', engine: { runner: 'double' }, host: {} };
const TIMEOUT = 60_000;

let redis: RedisProcess;
let workers: Worker[];
let seen: LogWorker[];
beforeEach(async () => {
	redis = await startRedis();
	workers = [];
	seen = [];
});
afterEach(async () => {
	await Promise.all(workers.map((worker) => worker.close(true)));
	await redis.stop();
});

const work = (changes: Partial<QueuedWork> = {}): QueuedWork => ({
	plan,
	queue: redis.address,
	header,
	signal: new AbortController().signal,
	onWorker: (worker) => void seen.push(worker),
	...changes,
});

/** A worker that gives back what `answer` makes of a job, valid or not. */
async function startWorker(answer: (job: Job) => unknown): Promise<void> {
	const name = queueName(await queuedRunId(header));
	workers.push(
		new Worker(name, async (job) => answer(job), { connection: { url: redis.address }, prefix: QUEUE_PREFIX }),
	);
}

const honest = (job: Job): unknown => ({ worker: who, sample: logSampleFixture({ ...job.data, scores: {} }) });
const idsOf = (results: readonly SampleResult[]): readonly string[] => results.map(({ sampleId }) => sampleId).sort();

describe('evaluateOverQueue', () => {
	it(
		'yields every planned sample once, with its worker, and removes the queue',
		async () => {
			await startWorker(honest);
			const results = await Array.fromAsync(evaluateOverQueue(work()));
			expect(idsOf(results)).toEqual(ids);
			expect(results.map(({ timings }) => timings.worker)).toEqual(ids.map(() => 'w1'));
			expect(seen).toEqual([who]);
			const client = await connectRedis(redis.address);
			expect(await openRuns(client)).toEqual([]);
			expect(await client.keys('*:wait')).toEqual([]);
			client.disconnect();
		},
		TIMEOUT,
	);

	it(
		'does not queue samples that the log has',
		async () => {
			const asked: string[] = [];
			await startWorker((job) => {
				asked.push(String((job.data as { sampleId: string }).sampleId));
				return honest(job);
			});
			const done = [logSampleFixture({ suite: 'double', sampleId: 'b' })];
			expect(idsOf(await Array.fromAsync(evaluateOverQueue(work({ done }))))).toEqual(['a', 'c', 'd']);
			expect(asked.sort()).toEqual(['a', 'c', 'd']);
		},
		TIMEOUT,
	);

	it(
		'drops an invalid result and queues its sample again',
		async () => {
			let made = 0;
			await startWorker((job) => {
				made += 1;
				return made <= 2 ? { worker: who, sample: { type: 'sample', __proto__: null, suite: ['x'] } } : honest(job);
			});
			expect(idsOf(await Array.fromAsync(evaluateOverQueue(work())))).toEqual(ids);
			expect(made).toBe(ids.length + 2);
		},
		TIMEOUT,
	);

	it(
		'ends the run after three invalid results',
		async () => {
			await startWorker(() => 'rubbish');
			await expect(Array.fromAsync(evaluateOverQueue(work()))).rejects.toMatchObject({
				cause: { code: 'engine', failure: 'protocol' },
			});
		},
		TIMEOUT,
	);

	it(
		'ends the run after a sample failed three times',
		async () => {
			let tries = 0;
			await startWorker((job) => {
				if ((job.data as { sampleId: string }).sampleId !== 'c') return honest(job);
				tries += 1;
				throw new Error('the engine crashed');
			});
			await expect(Array.fromAsync(evaluateOverQueue(work()))).rejects.toMatchObject({
				planned: { sample: { id: 'c' } },
				cause: { failure: 'unavailable', message: expect.stringContaining('the engine crashed') },
			});
			expect(tries).toBe(3);
		},
		TIMEOUT,
	);

	it(
		'ignores foreign jobs and results',
		async () => {
			const name = queueName(await queuedRunId(header));
			const queue = new Queue(name, { connection: { url: redis.address }, prefix: QUEUE_PREFIX });
			await queue.add('sample', { sampleId: 'z' }, { jobId: 'not-planned' });
			await startWorker(honest);
			expect(idsOf(await Array.fromAsync(evaluateOverQueue(work())))).toEqual(ids);
			await queue.close();
		},
		TIMEOUT,
	);

	it(
		'ends at once on an interrupt without workers',
		async () => {
			const interrupt = new AbortController();
			const results = Array.fromAsync(evaluateOverQueue(work({ signal: interrupt.signal })));
			const client = await connectRedis(redis.address);
			await vi.waitFor(async () => expect(await openRuns(client)).toHaveLength(1), TIMEOUT);
			client.disconnect();
			interrupt.abort();
			expect(await results).toEqual([]);
		},
		TIMEOUT,
	);

	it(
		'queues samples again that a restarted Redis lost, with a warning',
		async () => {
			let made = 0;
			await startWorker(async (job) => {
				made += 1;
				if (made === 2) await redis.restart(500);
				return honest(job);
			});
			const warnings: Said[] = [];
			const results = await Array.fromAsync(evaluateOverQueue(work({ onWarning: (said) => void warnings.push(said) })));
			expect(idsOf(results)).toEqual(ids);
			expect(warnings).toContainEqual(expect.objectContaining({ code: 'queue.lost' }));
		},
		TIMEOUT,
	);

	it(
		'fails after a Redis stays away, without its password',
		async () => {
			const queue = redis.address.replace('redis://', 'redis://default:@');
			const failure = Array.fromAsync(evaluateOverQueue(work({ queue, patienceMs: 500 }))).catch(
				(error: Error) => error,
			);
			await delay(300);
			await redis.stop();
			expect(await failure).toMatchObject({
				code: 'environment',
				message: expect.stringMatching(/was lost$/u),
			});
			expect(String(await failure)).not.toContain('default');
		},
		TIMEOUT,
	);

	it('ends with an interrupt while the Redis is away', async () => {
		const interrupt = new AbortController();
		const running = Array.fromAsync(evaluateOverQueue(work({ signal: interrupt.signal })));
		await delay(300);
		await redis.stop();
		interrupt.abort();
		expect(await running).toEqual([]);
	}, 10_000);
});

describe('openRuns', () => {
	it(
		'recognizes headers among other keys of the Redis',
		async () => {
			const client = await connectRedis(redis.address);
			const key = (id: string): string => `${QUEUE_PREFIX}-open-run:${id}`;
			await client.mset(key('0'.repeat(16)), JSON.stringify(header), key('1'.repeat(16)), '{"type":"header"}');
			await client.mset(key('2'.repeat(16)), 'rubbish', key('x:y'), JSON.stringify(header), 'other', '1');
			await client.lpush(key('3'.repeat(16)), 'a list');
			expect(await openRuns(client)).toEqual([{ id: '0'.repeat(16), header }]);
			client.disconnect();
		},
		TIMEOUT,
	);
});
