import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { QUEUE_PREFIX } from '../../../src/queue/connection.ts';
import { openRuns, queueName } from '../../../src/queue/queued-run.ts';
import type { Chance } from '../trial/chance.ts';

/** Takes jobs of the first run that opens and gives back what no worker would, until the signal comes. Returns how many. */
export async function forgeResults(address: string, luck: Chance, signal: AbortSignal): Promise<number> {
	const redis = new Redis(address, { maxRetriesPerRequest: null });
	redis.on('error', () => undefined);
	let forged = 0;
	let worker: Worker | undefined;
	try {
		while (!signal.aborted) {
			const [run] = await openRuns(redis);
			if (run === undefined || worker !== undefined) {
				await delay(10);
				continue;
			}
			worker = new Worker(
				queueName(run.id),
				async ({ data }: { readonly data: unknown }) => {
					forged += 1;
					// A few, so that the run is not ended by them alone.
					if (forged > FORGED) await delay(60_000, undefined, { signal }).catch(() => undefined);
					return luck.pick(FORGERIES)(data);
				},
				{ connection: redis, prefix: QUEUE_PREFIX },
			);
			worker.on('error', () => undefined);
		}
		return forged;
	} finally {
		await worker?.close(true);
		redis.disconnect();
	}
}

const FORGED = 2;

type Forgery = (job: unknown) => unknown;

/** What it says of a job. */
const FORGERIES: readonly [Forgery, ...Forgery[]] = [
	() => null,
	() => 'done',
	() => ({ worker: {}, sample: {} }),
	(job: unknown) => ({
		worker: { type: 'worker', id: 'x' },
		sample: { type: 'sample', ...(job as object), scores: {} },
	}),
	(job: unknown) => ({ sample: { ...(job as object), sampleId: 'prefix-01', text: 'x'.repeat(1e6) } }),
];
