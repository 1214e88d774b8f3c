import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import type { Queue, QueueEvents } from 'bullmq';
import { Judged } from '../eval/decision/judged.ts';
import { SampleFailure } from '../eval/evaluate/sample/sample-failure.ts';
import type { SampleResult } from '../eval/sample.ts';
import { Absence, queueFailure } from './absence.ts';
import { collectResults } from './collect-results.ts';
import { connectRedis, loadBullMq, QUEUE_PREFIX, shownAddress } from './connection.ts';
import { jobId, jobOf } from './job.ts';
import { addJobs } from './queue-jobs.ts';
import { type Announcement, announceRun, queuedRunId, queueName } from './queued-run.ts';
import type { QueuedWork } from './queued-work.ts';

/**
 * Has workers run the planned samples and yields each result once, in the order they come. The log is the truth: a
 * result leaves the queue only when the caller has taken it and asks for the next, so that none is lost when this
 * process is killed, and what the log has is never taken again. A sample that workers failed at three times ends the run
 * with {@link SampleFailure}, a worker that failed in all of its first samples where no other is at work. What a Redis that
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
