import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { watchMemory } from './memory-watch.ts';

it.runIf(process.platform === 'linux')('the memory of a process is what the system reports', async () => {
	const watch = watchMemory(process.pid);
	await delay(600);
	watch.stop();
	const [first] = watch.points;
	expect(first?.bytes).toBeGreaterThan(2 ** 24);
	expect(first?.seconds).toBeGreaterThan(0.2);
});
