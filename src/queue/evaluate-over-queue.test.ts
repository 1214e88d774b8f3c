import { expect, it } from 'vitest';
import { Unattended } from './evaluate-over-queue.ts';

it('tells once of each stretch in which nobody is at work', async () => {
	let now = 0;
	let active = 0;
	const watch = new Unattended({ getActiveCount: async () => active }, () => now);
	const told: (string | undefined)[] = [];
	const look = async (atMs: number, results = 0): Promise<void> => {
		now = atMs;
		told.push((await watch.look(results, 2))?.slice(0, 29));
	};
	await look(14_000);
	await look(16_000);
	await look(40_000);
	active = 1;
	await look(41_000);
	active = 0;
	await look(50_000, 1);
	await look(64_000);
	await look(66_000);
	const line = 'No worker is at the queue, an';
	expect(told).toEqual([undefined, line, undefined, undefined, undefined, undefined, line]);
});
