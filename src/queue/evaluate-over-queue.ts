import { once } from 'node:events';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import type { Job, Queue, QueueEvents } from 'bullmq';
import { EngineError } from '../base/errors.ts';
import { message, type Said } from '../base/message.ts';
import { SampleFailure } from '../eval/evaluate/asker.ts';
import { FailuresInRow } from '../eval/evaluate/evaluate-plan.ts';
import { type PlannedSample, plannedKey } from '../eval/plan.ts';
import { type SampleIdentity, type SampleResult, sampleKey } from '../eval/sample.ts';
import type { LogHeader, LogWorker } from '../log/record.ts';
import { Absence, connectRedis, loadBullMq, QUEUE_PREFIX, queueFailure, shownAddress } from './connection.ts';
import { jobId, jobOf, readResult } from './job.ts';
import { type Announcement, announceRun, queuedRunId, queueName } from './queued-run.ts';

/**
 * Has workers run the planned samples and yields each result once. A result leaves the queue only when the caller asks for the
 * next, so none is lost if this process is killed. Samples that a restarted Redis lost are queued again. Throws
 * {@link SampleFailure} for a sample that failed three times, the worker's error after too many failures in a row if no other worker
 * is active, and {@link EnvironmentError} for a Redis that stays away. The queue is removed in any case.
 */
export async function* evaluateOverQueue(work: QueuedWork): AsyncGenerator<SampleResult, void, void> {
	const [redis, bullmq] = await Promise.all([connectRedis(work.queue), loadBullMq()]);
	const id = await queuedRunId(work.header);
	const options = { connection: redis, prefix: QUEUE_PREFIX };
	const queue = new bullmq.Queue(queueName(id), options);
	const events = new bullmq.QueueEvents(queueName(id), options);
	queue.on('error', () => {});
	events.on('error', () => {});
	const done = new Set(work.done?.map(sampleKey));
	const open = new Map(
		work.plan.filter((planned) => !done.has(plannedKey(planned))).map((planned) => [jobId(jobOf(planned)), planned]),
	);
	let run: Announcement | undefined;
	const { signal, patienceMs } = work;
	const onReturn = (): void => void run?.again();
	const absence = new Absence({ redis, shown: shownAddress(work.queue), signal, patienceMs, onReturn });
	try {
		await addJobs(queue, open);
		run = await announceRun(redis, { id, header: work.header });
		yield* collectResults({ queue, events, open, work });
	} catch (error) {
		if (!work.signal.aborted) throw absence.failure ?? (error instanceof SampleFailure ? error : queueFailure(error));
	} finally {
		absence.release();
		const closeRun = async (): Promise<void> => run?.close();
		await Promise.race([closeQueue(closeRun, queue, events), setTimeoutPromise(GIVE_UP_MS, undefined, { ref: false })]);
		redis.disconnect();
	}
}

const GIVE_UP_MS = 5000;

async function closeQueue(closeRun: () => Promise<void>, queue: Queue, events: QueueEvents): Promise<void> {
	await closeRun().catch(() => {});
	await queue.obliterate({ force: true }).catch(() => {});
	await Promise.all([events.close(), queue.close()]).catch(() => {});
}

interface Collecting {
	readonly queue: Queue;
	readonly events: QueueEvents;
	/** Samples without a result, by job. */
	readonly open: Map<string, PlannedSample>;
	readonly work: QueuedWork;
}

const BATCH = 50;
/** Polling interval: an event may be missed while Redis is away. */
const POLL_MS = 1000;

/** Yields the results of open samples, each once, and keeps the queue filled. */
async function* collectResults(collecting: Collecting): AsyncGenerator<SampleResult, void, void> {
	const { queue, events, open, work } = collecting;
	const workers = new Map<string, FailuresInRow>();
	const refused = new Map<string, number>();
	let attendedAt: number | undefined = performance.now();
	while (open.size > 0 && !work.signal.aborted) {
		await addLost(collecting);
		const woken = nextEvent(events, work.signal);
		const before = open.size;
		// In the order of completion, which shows a worker's failures in a row.
		for (const job of await queue.getJobs(['completed'], 0, BATCH - 1, true)) {
			const planned = open.get(job.id ?? '');
			const result = planned === undefined ? undefined : readResult(job.returnvalue, planned);
			if (planned !== undefined && result === undefined) await refuse(collecting, job as Job, planned, refused);
			if (planned !== undefined && result !== undefined) {
				const { worker, sample } = result;
				if (!workers.has(worker.id)) work.onWorker(worker);
				const start = workers.get(worker.id) ?? new FailuresInRow();
				workers.set(worker.id, start);
				const { type: _, ...rest } = sample;
				const judgedSample = { ...rest, timings: { ...rest.timings, worker: worker.id } };
				yield judgedSample;
				open.delete(job.id ?? '');
				await reportEnded(collecting, worker.id, start.add(judgedSample));
			}
			if (result !== undefined || planned === undefined) await job.remove();
		}
		await throwFailed(collecting);
		if (open.size < before || (await queue.getActiveCount()) > 0) attendedAt = performance.now();
		else if (attendedAt !== undefined && performance.now() - attendedAt >= PATIENCE_MS) {
			// Once, until a worker is back.
			attendedAt = undefined;
			work.onWarning?.(message('queue.unattended', { n: open.size }));
		}
		if (open.size > 0) await woken;
	}
}

/** A worker ends after too many failures in a row; the run continues if another is active. */
async function reportEnded(
	{ queue, work }: Collecting,
	worker: string,
	failing: EngineError | undefined,
): Promise<void> {
	if (failing === undefined) return;
	if ((await queue.getActiveCount()) === 0) throw failing;
	work.onWarning?.(message('queue.worker-ended', { worker, problem: failing.said }));
}

/** Queues samples again that a Redis without persistence lost. */
async function addLost({ queue, open, work }: Collecting): Promise<void> {
	const there = Object.values(await queue.getJobCounts(...STATES)).reduce((sum, count) => sum + count, 0);
	if (there >= open.size) return;
	work.onWarning?.(message('queue.lost', { lost: open.size - there, n: open.size }));
	await addJobs(queue, open);
}

const STATES = ['waiting', 'active', 'delayed', 'prioritized', 'completed', 'failed'] as const;

/** Drops an invalid result and queues its sample again. */
async function refuse(
	{ queue }: Collecting,
	job: Job,
	planned: PlannedSample,
	refused: Map<string, number>,
): Promise<void> {
	const id = jobId(jobOf(planned));
	const times = (refused.get(id) ?? 0) + 1;
	refused.set(id, times);
	if (times >= ATTEMPTS) {
		throw new SampleFailure(planned, new EngineError('protocol', message('queue.results-invalid', { id })));
	}
	await job.remove();
	await addJobs(queue, new Map([[id, planned]]));
}

async function throwFailed({ queue, open }: Collecting): Promise<void> {
	for (const job of await queue.getFailed(0, BATCH - 1)) {
		const planned = open.get(job.id ?? '');
		if (planned === undefined) continue;
		const reason = String(job.failedReason ?? 'unknown').slice(0, 500);
		throw new SampleFailure(
			planned,
			new EngineError('unavailable', message('queue.workers-failed', { n: ATTEMPTS, text: reason })),
		);
	}
}

async function nextEvent(events: QueueEvents, signal: AbortSignal): Promise<void> {
	const over = new AbortController();
	const stop = AbortSignal.any([signal, over.signal, AbortSignal.timeout(POLL_MS)]);
	await Promise.race(['completed', 'failed'].map((name) => once(events, name, { signal: stop }))).catch(() => {});
	over.abort();
}

/** Failed attempts, or invalid results, after which a sample is given up. */
export const ATTEMPTS = 3;

/** Queues samples; a job that exists is not added twice. */
async function addJobs(queue: Queue, open: ReadonlyMap<string, PlannedSample>): Promise<void> {
	const jobs = Array.from(open, ([id, planned]) => ({
		name: 'sample',
		data: jobOf(planned),
		opts: { jobId: id, attempts: ATTEMPTS },
	}));
	for (let from = 0; from < jobs.length; from += 1000) await queue.addBulk(jobs.slice(from, from + 1000));
}

/** A run whose samples workers evaluate. */
export interface QueuedWork {
	readonly plan: readonly PlannedSample[];
	/** Samples that an interrupted run has finished. */
	readonly done?: readonly SampleIdentity[];
	/** Address of the Redis. */
	readonly queue: string;
	/** Header of the log, which workers must match. */
	readonly header: LogHeader;
	readonly signal: AbortSignal;
	/** How long to wait for a Redis that went away. */
	readonly patienceMs?: number;
	readonly onWarning?: (said: Said) => void;
	/** Called before a worker's first sample. */
	readonly onWorker: (worker: LogWorker) => void;
}

/** How long no worker may be active before a warning; one that starts loads its model. */
const PATIENCE_MS = 15_000;
