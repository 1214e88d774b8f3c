import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queueSampling } from './context.ts';
import { add, NativeContextDouble } from './native-context-fixture.ts';

beforeEach(() => void vi.stubEnv('UV_THREADPOOL_SIZE', '1'));
afterEach(() => void vi.unstubAllEnvs());

function queued(): NativeContextDouble {
	const native = new NativeContextDouble();
	queueSampling(native);
	return native;
}

test('a token is sampled right after its evaluation, and is there when that has ended', async () => {
	const native = queued();
	add(native, 1, [0]);
	await native.decodeBatch();
	const sampled = vi.fn();
	const token = native.sampleToken().then(sampled);
	expect(native.calls).toEqual(['add 1', 'decode', 'sample']);
	await new Promise((resolve) => setImmediate(resolve));
	expect(sampled).not.toHaveBeenCalled();
	native.end();
	await token;
	expect(sampled).toHaveBeenCalledWith(7);
});

test('where nothing is sampled, the evaluation is waited for', async () => {
	const native = queued();
	add(native, 1);
	const evaluated = vi.fn();
	const evaluation = native.decodeBatch().then(evaluated);
	await new Promise((resolve) => setImmediate(resolve));
	expect(evaluated).not.toHaveBeenCalled();
	native.end();
	await evaluation;
});

test('who samples hears of an evaluation that failed', async () => {
	const native = queued();
	add(native, 1, [0]);
	await native.decodeBatch();
	const token = native.sampleToken();
	native.end(new Error('Eval has failed'));
	await expect(token).rejects.toThrow('Eval has failed');
});

test('with a pool of several threads nothing is changed', () => {
	vi.stubEnv('UV_THREADPOOL_SIZE', '4');
	expect(Object.getOwnPropertyNames(queued())).toEqual(['calls']);
});
