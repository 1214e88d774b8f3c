import type { Queue } from 'bullmq';
import type { PlannedSample } from '../eval/plan.ts';
import { jobOf } from './job.ts';

/** Times that a sample is tried by a worker, or a result sent that is none. */
export const ATTEMPTS = 3;

/** Asks workers for samples, by the ids of their jobs. A job that is there is not added twice. */
export async function addJobs(queue: Queue, open: ReadonlyMap<string, PlannedSample>): Promise<void> {
	const jobs = Array.from(open, ([id, planned]) => ({
		name: 'sample',
		data: jobOf(planned),
		opts: { jobId: id, attempts: ATTEMPTS },
	}));
	for (let from = 0; from < jobs.length; from += 1000) await queue.addBulk(jobs.slice(from, from + 1000));
}
