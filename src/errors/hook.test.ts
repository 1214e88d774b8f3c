import { expect, it } from 'vitest';
import { callHook } from './hook.ts';

it('a hook that throws is swallowed', () => {
	let called = false;
	callHook(() => {
		called = true;
		throw new Error('x');
	});
	expect(called).toBe(true);
});

it('a hook that rejects leaves no unhandled rejection', async () => {
	const unhandled: unknown[] = [];
	const note = (reason: unknown) => void unhandled.push(reason);
	process.on('unhandledRejection', note);
	callHook(() => Promise.reject(new Error('x')));
	await new Promise((resolve) => setImmediate(resolve));
	process.off('unhandledRejection', note);
	expect(unhandled).toEqual([]);
});
