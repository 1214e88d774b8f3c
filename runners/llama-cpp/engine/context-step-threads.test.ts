import { expect, test } from 'vitest';
import { setStepThreads } from './context.ts';
import { add, NativeContextDouble } from './native-context-fixture.ts';

test('steps of many tokens have the threads of prefill, and each token the model says those of decode', () => {
	const native = new NativeContextDouble();
	setStepThreads(native, { decode: 1, prefill: 8 }, 1);
	for (const tokens of [256, 2, 1]) {
		add(native, tokens);
		native.decodeBatch();
	}
	expect(native.calls.filter((call) => call.startsWith('threads'))).toEqual(['threads 8', 'threads 8', 'threads 1']);
});

test('one token of each sequence is decode', () => {
	const native = new NativeContextDouble();
	setStepThreads(native, { decode: 2, prefill: 8 }, 3);
	for (const tokens of [1, 1, 1]) add(native, tokens);
	native.decodeBatch();
	for (const tokens of [1, 20]) add(native, tokens);
	native.decodeBatch();
	expect(native.calls.filter((call) => call.startsWith('threads'))).toEqual(['threads 2', 'threads 8']);
});

test('a probe changes the threads of the batches that follow', () => {
	const native = new NativeContextDouble();
	const threads = { decode: 2, prefill: 2 };
	setStepThreads(native, threads, 1);
	native.decodeBatch();
	threads.decode = 1;
	native.decodeBatch();
	expect(native.calls.filter((call) => call.startsWith('threads'))).toEqual(['threads 2', 'threads 1']);
});
