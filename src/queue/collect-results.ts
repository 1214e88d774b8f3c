import { once } from 'node:events';
import type { Job, Queue, QueueEvents } from 'bullmq';
import { EngineError } from '../errors/gemmark-error.ts';
import type { Judged } from '../eval/decision/judged.ts';
import { FailingStart } from '../eval/evaluate/failing-start.ts';
import { SampleFailure } from '../eval/evaluate/sample/sample-failure.ts';
import type { PlannedSample } from '../eval/plan.ts';
import type { SampleResult } from '../eval/sample.ts';
import { counted } from '../text/counted.ts';
import { jobId, jobOf, readResult } from './job.ts';
import { ATTEMPTS, addJobs } from './queue-jobs.ts';
import type { QueuedWork } from './queued-work.ts';
import { Unattended } from './unattended.ts';

export interface Collecting {
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
export async function* collectResults(collecting: Collecting): AsyncGenerator<SampleResult, void, void> {
	const { queue, events, open, judged, work } = collecting;
	const workers = new Map<string, FailingStart>();
	const refused = new Map<string, number>();
	const unattended = new Unattended(queue);
	while (open.size > 0 && !work.signal.aborted) {
		await addLost(collecting);
		const woken = nextEvent(events, work.signal);
		const before = open.size;
		// In the order in which they ended, which a worker's first samples are told by.
		for (const job of await queue.getJobs(['completed'], 0, BATCH - 1, true)) {
			const planned = open.get(job.id ?? '');
			const result = planned === undefined ? undefined : readResult(job.returnvalue, planned);
			if (planned !== undefined && result === undefined) await refuse(collecting, job as Job, planned, refused);
			if (planned !== undefined && result !== undefined) {
				const { worker, sample } = result;
				if (!workers.has(worker.id)) work.onWorker(worker);
				const start = workers.get(worker.id) ?? new FailingStart();
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

/** A worker ends by itself when it has failed in all of its first samples. Another may be at work: then the run goes on. */
async function tellEnded({ queue, work }: Collecting, worker: string, failing: EngineError | undefined): Promise<void> {
	if (failing === undefined) return;
	if ((await queue.getActiveCount()) === 0) throw failing;
	work.onWarning?.(`${worker} has ended: ${failing.message}`);
}

/** A Redis without persistence comes back empty: the plan knows what it must hold. */
async function addLost({ queue, open, work }: Collecting): Promise<void> {
	const there = Object.values(await queue.getJobCounts(...STATES)).reduce((sum, count) => sum + count, 0);
	if (there >= open.size) return;
	work.onWarning?.(
		`the queue has lost ${open.size - there} of ${counted(open.size, 'sample')}: what is lost is asked for again`,
	);
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
		throw new SampleFailure(
			planned,
			new EngineError('protocol', `${id}: workers sent results that are none`, {
				hint: 'Is every worker of the same gemmark, and nobody else at this Redis?',
			}),
		);
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
			new EngineError('unavailable', `workers failed ${ATTEMPTS} times: ${reason}`, {
				hint: 'Go on with --resume when the workers are well.',
			}),
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
