import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { openConversation } from '../dialects/conversation/open-conversation.ts';
import { GemmarkError } from '../errors/gemmark-error.ts';
import type { AppUnderTest } from '../eval/app.ts';
import { FailingStart } from '../eval/evaluate/failing-start.ts';
import { evaluateSample } from '../eval/evaluate/sample/evaluate-sample.ts';
import { SampleFailure } from '../eval/evaluate/sample/sample-failure.ts';
import { sampleProblem } from '../log/log-line.ts';
import type { LogWorker } from '../log/record.ts';
import type { LoadedModel } from '../model/runner.ts';
import { withoutSecrets } from '../text/secret/secret.ts';
import { type Absence, queueFailure } from './absence.ts';
import { loadBullMq, QUEUE_PREFIX } from './connection.ts';
import type { FitWork } from './fitness.ts';
import { type JobResult, readJob } from './job.ts';
import { forgetQueue, isOpen, type QueuedRun, queueName, RENEW_MS } from './queued-run.ts';

export interface WorkerRun {
	readonly redis: Redis;
	/** What becomes of that connection. */
	readonly absence: Absence;
	readonly run: QueuedRun;
	readonly fit: FitWork;
	readonly model: LoadedModel;
	readonly app: AppUnderTest;
	readonly worker: LogWorker;
	/** Ends the work behind the sample under way. */
	readonly signal: AbortSignal;
}

/** Works off a run until it is over, the engine fails, each of the first samples fails or the signal comes. */
export async function workOff(run: WorkerRun): Promise<{ readonly done: number; readonly failure?: GemmarkError }> {
	const { Worker } = await loadBullMq();
	const { suites, settings } = run.fit;
	let done = 0;
	let failure: GemmarkError | undefined;
	const start = new FailingStart();
	const worker = new Worker<unknown, JobResult>(
		queueName(run.run.id),
		async (job) => {
			const planned = readJob(job.data, suites);
			if (planned === undefined) throw new Error('the job asks for no sample of the run');
			try {
				const result = await evaluateSample(planned, done === 0, {
					openConversation: (options) => openConversation(run.model, settings.dialect, options),
					watchSample: run.model.watchSample?.bind(run.model),
					// What stands in the log of the run is never taken back: each result is the last that could be asked about.
					confirm: async () => run.model.confirm?.('run'),
					app: run.app,
					settings,
					problemOf: (sample) => sampleProblem(sample, settings.dialect),
				});
				done += 1;
				failure = start.add(result);
				if (failure !== undefined) void worker.close();
				return withoutSecrets<JobResult>({ worker: run.worker, sample: { type: 'sample', ...result } });
			} catch (error) {
				if (error instanceof SampleFailure && error.cause instanceof GemmarkError) failure = error.cause;
				// A broken engine must take no other sample: each would lose one of its attempts.
				if (failure !== undefined) void worker.close();
				throw error;
			}
		},
		{
			connection: run.redis,
			prefix: QUEUE_PREFIX,
			concurrency: 1,
			lockDuration: LOCK_MS,
			stalledInterval: STALLED_MS,
			maxStalledCount: MAX_STALLED,
		},
	);
	worker.on('error', () => {});
	try {
		while (failure === undefined && !run.signal.aborted) {
			// A Redis that was restarted has forgotten the run until it is told of it again.
			if (!(await isOpen(run.redis, run.run.id)) && run.absence.backForMs > 2 * RENEW_MS) break;
			await delay(LOOK_AGAIN_MS, undefined, { signal: run.signal }).catch(() => {});
		}
	} catch (error) {
		if (!run.signal.aborted) failure ??= run.absence.failure ?? queueFailure(error);
	} finally {
		await closeWorker(worker, run);
	}
	return { done, ...(failure === undefined ? {} : { failure }) };
}

/** Behind the sample under way; what a Redis that is cut off should still be told is not waited for. */
async function closeWorker(worker: { close(): Promise<void> }, { redis, run }: WorkerRun): Promise<void> {
	const cutOff = async (): Promise<void> => {
		while (redis.status !== 'end') await delay(LOOK_AGAIN_MS, undefined, { ref: false });
	};
	await Promise.race([worker.close().then(() => forgetQueue(redis, run.id)), cutOff()]).catch(() => {});
}

/** A worker renews its hold on a sample twice in this time; one that was killed has lost it after that. */
export const LOCK_MS = 6000;
/** The others look this often for samples that nobody holds any more. */
const STALLED_MS = 2000;
/** A sample that took this many workers down with it is given up. */
export const MAX_STALLED = 5;
const LOOK_AGAIN_MS = 500;
