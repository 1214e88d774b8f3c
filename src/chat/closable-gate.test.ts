import { describe, expect, it } from 'vitest';
import type { ConfirmQuestion } from '../tool/confirm-gate.ts';
import { closableGate } from './closable-gate.ts';

const question: ConfirmQuestion = { toolName: 'add_habit', description: '', arguments: {} };

describe('closableGate', () => {
	it.each([true, false])('passes the answer %s on', async (answer) => {
		expect(await closableGate(async () => answer, new AbortController().signal)(question)).toBe(answer);
	});

	it('answers a pending question no once it is closed', async () => {
		const closing = new AbortController();
		const answer = closableGate(() => new Promise(() => undefined), closing.signal)(question);
		closing.abort();
		expect(await answer).toBe(false);
	});

	it('asks nobody once it is closed', async () => {
		let asked = false;
		const gate = closableGate(() => {
			asked = true;
			return true;
		}, AbortSignal.abort());
		expect(await gate(question)).toBe(false);
		expect(asked).toBe(false);
	});

	it('takes no yes that comes as it is closed', async () => {
		const closing = new AbortController();
		const gate = closableGate(() => {
			closing.abort();
			return true;
		}, closing.signal);
		expect(await gate(question)).toBe(false);
	});

	it('a gate that fails after it was closed leaves no unhandled rejection', async () => {
		const closing = new AbortController();
		const late = Promise.withResolvers<boolean>();
		const answer = closableGate(() => late.promise, closing.signal)(question);
		closing.abort();
		await answer;
		const unhandled: unknown[] = [];
		const note = (reason: unknown) => void unhandled.push(reason);
		process.on('unhandledRejection', note);
		late.reject(new Error('window gone'));
		await new Promise((resolve) => setImmediate(resolve));
		process.off('unhandledRejection', note);
		expect(unhandled).toEqual([]);
	});
});
