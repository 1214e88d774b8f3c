import { expect, test } from 'vitest';
import { message } from '../../../src/base/message.ts';
import { EngineProblem } from '../protocol.ts';
import { SequencePool } from './context.ts';
import type { PromptState } from './prompt-state.ts';

/** Stands in for a sequence: knows whether it was asked to forget. */
class StateDouble {
	/** Tokens of the prompt. */
	readonly holds: number;
	readonly length: number;
	forgotten = false;
	constructor(holds: number, length = holds) {
		this.holds = holds;
		this.length = length;
	}
	forget(): void {
		this.forgotten = true;
	}
}

test('a sequence that would lose an answer is kept, and the one that was lent longest ago is taken', async () => {
	const states = [new StateDouble(5), new StateDouble(9, 50), new StateDouble(5)];
	const sequences = new SequencePool(states as unknown as readonly PromptState[], 1);
	const taken = (): Promise<number> => sequences.use(holds, async (state) => states.indexOf(state as never));
	expect([await taken(), await taken(), await taken()]).toEqual([0, 2, 0]);
});

function pool(...states: readonly StateDouble[]): SequencePool {
	return new SequencePool(states as unknown as readonly PromptState[]);
}

const holds = (state: PromptState): number => (state as unknown as StateDouble).holds;
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a job gets the free sequence that holds most of its prompt', async () => {
	const sequences = pool(new StateDouble(1), new StateDouble(9), new StateDouble(5));
	const used: number[] = [];
	const work = async (state: PromptState): Promise<void> => {
		used.push(holds(state));
		await tick();
	};
	await Promise.all([sequences.use(holds, work), sequences.use(holds, work), sequences.use(holds, work)]);
	expect(used).toEqual([9, 5, 1]);
});

test('jobs beyond the sequences wait for their turn', async () => {
	const sequences = pool(new StateDouble(0));
	const order: string[] = [];
	const job = (name: string) => async (): Promise<void> => {
		order.push(`${name} begins`);
		await tick();
		order.push(`${name} ends`);
	};
	await Promise.all(['a', 'b', 'c'].map((name) => sequences.use(holds, job(name))));
	expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('a sequence in which the engine failed forgets what it held, and is used again', async () => {
	const state = new StateDouble(3);
	const sequences = pool(state);
	await expect(
		sequences.use(holds, () => Promise.reject(new EngineProblem('protocol', message('said', { text: 'lost' })))),
	).rejects.toThrow('lost');
	expect(state.forgotten).toBe(false);
	await expect(sequences.use(holds, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
	expect(state.forgotten).toBe(true);
	expect(await sequences.use(holds, async () => 'again')).toBe('again');
});

test('idle waits for all that was begun', async () => {
	const sequences = pool(new StateDouble(0), new StateDouble(0));
	let ended = 0;
	const job = async (): Promise<void> => {
		await tick();
		ended += 1;
	};
	void sequences.use(holds, job);
	void sequences.use(holds, job);
	await sequences.idle();
	expect(ended).toBe(2);
	await sequences.idle();
});
