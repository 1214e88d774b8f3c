import { describe, expect, it } from 'vitest';
import type { Runner } from '../../src/model/runner.ts';
import { loadTarget } from './load-target.ts';

describe('loadTarget', () => {
	it('tells in one line that the operator ended a load, whatever the runner rejects with', async () => {
		const stop = new AbortController();
		const runner = {
			name: 'slow',
			modelSource: 'name',
			load: ({ signal }: { readonly signal: AbortSignal }) =>
				new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
		} as unknown as Runner;
		const loading = loadTarget({ name: undefined, runner, model: 'x', options: {} }, { signal: stop.signal });
		stop.abort();
		await expect(loading).rejects.toMatchObject({ code: 'engine', failure: 'unavailable' });
	});
});
