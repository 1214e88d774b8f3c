import { once } from 'node:events';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import type { Job, Queue, QueueEvents } from 'bullmq';
import { EngineError } from '../base/errors.ts';
import { english, message } from '../base/message.ts';
import { FailuresInRow, Judged, type Work } from '../eval/evaluate/evaluate.ts';
import { SampleFailure } from '../eval/evaluate/evaluate-sample.ts';
import type { PlannedSample } from '../eval/plan.ts';
import type { SampleResult } from '../eval/sample.ts';
import type { LogHeader, LogWorker } from '../log/record.ts';
import { Absence, connectRedis, loadBullMq, QUEUE_PREFIX, queueFailure, shownAddress } from './connection.ts';
import { jobId, jobOf, readResult } from './job.ts';
import { type Announcement, announceRun, queuedRunId, queueName } from './queued-run.ts';

/**
 * Has workers run the planned samples and yields each result once, in the order they come. The log is the truth: a
 * result leaves the queue only when the caller has taken it and asks for the next, so that none is lost when this
 * process is killed, and what the log has is never taken again. A sample that workers failed at three times ends the run
 * with {@link SampleFailure}, as does a worker that failed in too many in a row where no other is at work. What a Redis that
 * was restarted has lost is put there again; one that stays away ends the run. However it ends, the queue is removed.
 */
export async function* evaluateOverQueue(work: QueuedWork): AsyncGenerator<SampleResult, void, void> {
	const [redis, bullmq] = await Promise.all([connectRedis(work.queue), loadBullMq()]);
	const id = await queuedRunId(work.header);
	const options = { connection: redis, prefix: QUEUE_PREFIX };
	const queue = new bullmq.Queue(queueName(id), options);
	const events = new bullmq.QueueEvents(queueName(id), options);
	queue.on('error', () => {});
	events.on('error', () => {});
	const judged = new Judged(work);
	const open = new Map(
		work.plan.filter((planned) => !judged.isDone(planned)).map((planned) => [jobId(jobOf(planned)), planned]),
	);
	let run: Announcement | undefined;
	const { signal, patienceMs } = work;
	const onReturn = (): void => void run?.again();
	const absence = new Absence({ redis, shown: shownAddress(work.queue), signal, patienceMs, onReturn });
	try {
		await addJobs(queue, open);
		run = await announceRun(redis, { id, header: work.header });
		yield* collectResults({ queue, events, open, judged, work });
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
	/** Samples that are not there yet, by job. */
	readonly open: Map<string, PlannedSample>;
	readonly judged: Judged;
	readonly work: QueuedWork;
}

const BATCH = 50;
/** Events wake the collector; it looks by itself as well, because an event may be missed when Redis was away. */
const LOOK_AGAIN_MS = 1000;

/** Yields the results of what is open, each once, in the order they come, and keeps the queue filled. */
async function* collectResults(collecting: Collecting): AsyncGenerator<SampleResult, void, void> {
	const { queue, events, open, judged, work } = collecting;
	const workers = new Map<string, FailuresInRow>();
	const refused = new Map<string, number>();
	const unattended = new Unattended(queue);
	while (open.size > 0 && !work.signal.aborted) {
		await addLost(collecting);
		const woken = nextEvent(events, work.signal);
		const before = open.size;
		// In the order in which they ended, which shows a worker's failures in a row.
		for (const job of await queue.getJobs(['completed'], 0, BATCH - 1, true)) {
			const planned = open.get(job.id ?? '');
			const result = planned === undefined ? undefined : readResult(job.returnvalue, planned);
			if (planned !== undefined && result === undefined) await refuse(collecting, job as Job, planned, refused);
			if (planned !== undefined && result !== undefined) {
				const { worker, sample } = result;
				if (!workers.has(worker.id)) work.onWorker(worker);
				const start = workers.get(worker.id) ?? new FailuresInRow();
				workers.set(worker.id, start);
				const { type: _, ...own } = sample;
				const judgedSample = { ...own, timings: { ...own.timings, worker: worker.id } };
				yield judgedSample;
				judged.add(judgedSample);
				open.delete(job.id ?? '');
				await tellEnded(collecting, worker.id, start.add(judgedSample));
			}
			if (result !== undefined || planned === undefined) await job.remove();
		}
		await throwFailed(collecting);
		await dropSettled(collecting);
		const alone = await unattended.look(before - open.size, open.size);
		if (alone !== undefined) work.onWarning?.(alone);
		if (open.size > 0) await woken;
	}
}

/** A worker that failed in too many samples in a row has ended. Another may be at work: then the run goes on. */
async function tellEnded({ queue, work }: Collecting, worker: string, failing: EngineError | undefined): Promise<void> {
	if (failing === undefined) return;
	if ((await queue.getActiveCount()) === 0) throw failing;
	work.onWarning?.(english(message('queue.worker-ended', { worker, problem: failing.said })));
}

/** A Redis without persistence comes back empty: the plan knows what it must hold. */
async function addLost({ queue, open, work }: Collecting): Promise<void> {
	const there = Object.values(await queue.getJobCounts(...STATES)).reduce((sum, count) => sum + count, 0);
	if (there >= open.size) return;
	work.onWarning?.(english(message('queue.lost', { lost: open.size - there, n: open.size })));
	await addJobs(queue, open);
}

const STATES = ['waiting', 'active', 'delayed', 'prioritized', 'completed', 'failed'] as const;

/** A result that is none is thrown away, and the sample goes back to the workers. */
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

/** With an early stop, what could not change the verdict any more is not worked on. */
async function dropSettled({ queue, open, judged }: Collecting): Promise<void> {
	for (const [id, planned] of open) {
		if (!judged.isDone(planned)) continue;
		open.delete(id);
		// A worker may hold it: then its result is thrown away with the queue.
		await queue.remove(id).catch(() => 0);
	}
}

async function nextEvent(events: QueueEvents, signal: AbortSignal): Promise<void> {
	const over = new AbortController();
	const stop = AbortSignal.any([signal, over.signal, AbortSignal.timeout(LOOK_AGAIN_MS)]);
	await Promise.race(['completed', 'failed'].map((name) => once(events, name, { signal: stop }))).catch(() => {});
	over.abort();
}

/** Times that a sample is tried by a worker, or a result sent that is none. */
export const ATTEMPTS = 3;

/** Asks workers for samples, by the ids of their jobs. A job that is there is not added twice. */
async function addJobs(queue: Queue, open: ReadonlyMap<string, PlannedSample>): Promise<void> {
	const jobs = Array.from(open, ([id, planned]) => ({
		name: 'sample',
		data: jobOf(planned),
		opts: { jobId: id, attempts: ATTEMPTS },
	}));
	for (let from = 0; from < jobs.length; from += 1000) await queue.addBulk(jobs.slice(from, from + 1000));
}

/** What a run leaves to workers. */
export interface QueuedWork extends Work {
	/** Address of the Redis. */
	readonly queue: string;
	/** Header of the log: what workers must have and do. */
	readonly header: LogHeader;
	readonly signal: AbortSignal;
	/** How long a Redis that went away is waited for. */
	readonly patienceMs?: number | undefined;
	/** Told of samples that a Redis has lost, which are asked for again. */
	readonly onWarning?: ((line: string) => void) | undefined;
	/** Told of a worker before its first sample. */
	readonly onWorker: (worker: LogWorker) => void;
}

/** How long no worker may be active before the operator is warned: a worker that is being started loads its model. */
const PATIENCE_MS = 15_000;

/** Watches whether workers are at a queue: without any a run waits for ever. */
export class Unattended {
	readonly #queue: Pick<Queue, 'getActiveCount'>;
	readonly #now: () => number;
	#since: number;
	#isWarned = false;

	constructor(queue: Pick<Queue, 'getActiveCount'>, now: () => number = () => performance.now()) {
		this.#queue = queue;
		this.#now = now;
		this.#since = now();
	}

	/** Called again and again; `results` came since the last time, `open` are still to come. Returns the warning, once until somebody is there again. */
	async look(results: number, open: number): Promise<string | undefined> {
		const isAttended = results > 0 || (await this.#queue.getActiveCount()) > 0;
		if (isAttended) {
			this.#since = this.#now();
			this.#isWarned = false;
		}
		if (isAttended || this.#isWarned || this.#now() - this.#since < PATIENCE_MS) return undefined;
		this.#isWarned = true;
		return english(message('queue.unattended', { n: open }));
	}
}
