import type { Queue } from 'bullmq';
import { counted } from '../text/counted.ts';

/** How long nobody may be at work before the operator is told: a worker that is being started loads its model. */
const PATIENCE_MS = 15_000;

/** Watches whether workers are at a queue: without any a run waits for ever, which nobody sees. */
export class Unattended {
	readonly #queue: Pick<Queue, 'getActiveCount'>;
	readonly #now: () => number;
	#since: number;
	#isTold = false;

	constructor(queue: Pick<Queue, 'getActiveCount'>, now: () => number = () => performance.now()) {
		this.#queue = queue;
		this.#now = now;
		this.#since = now();
	}

	/** Called again and again; `results` came since the last time, `open` are still to come. What to tell, once until somebody is there again. */
	async look(results: number, open: number): Promise<string | undefined> {
		const isAttended = results > 0 || (await this.#queue.getActiveCount()) > 0;
		if (isAttended) {
			this.#since = this.#now();
			this.#isTold = false;
		}
		if (isAttended || this.#isTold || this.#now() - this.#since < PATIENCE_MS) return undefined;
		this.#isTold = true;
		return `no worker is at the queue, and ${counted(open, 'sample waits', 'samples wait')}: start one with gemmark worker`;
	}
}
