import { describe, expect, it } from 'vitest';
import type { LoadedModel } from '../../model/runner.ts';
import { Confirmations } from './confirm.ts';

const sample = (sampleId: string) => ({ suite: 'prefix', sampleId, variant: 'free', epoch: 0 });

/** A run of samples, one at a time, behind which the model says `answers`. */
async function since(answers: readonly boolean[]): Promise<string | undefined> {
	const left = [...answers];
	const confirmations = new Confirmations({ confirm: async () => left.shift() ?? false });
	for (const [index] of answers.entries()) {
		await confirmations.afterSample(sample(`p${index}`));
		confirmations.logged(sample(`p${index}`));
	}
	return confirmations.unconfirmedSince?.sampleId;
}

describe('Confirmations', () => {
	it('know since which sample nobody knows whose answers are in the log', async () => {
		expect(await since([true, true])).toBeUndefined();
		expect(await since([true, false, false])).toBe('p1');
		expect(await since([false, true, false])).toBe('p2');
		expect(await since([false, false])).toBe('p0');
	});

	it('leave a sample open that ended while the model was asked', async () => {
		const asked = Promise.withResolvers<boolean>();
		const answers: ReturnType<NonNullable<LoadedModel['confirm']>>[] = [asked.promise, Promise.resolve(false)];
		const confirmations = new Confirmations({ confirm: () => answers.shift() ?? Promise.resolve(false) });
		const first = confirmations.afterSample(sample('p0'));
		await confirmations.afterSample(sample('p1'));
		asked.resolve(true);
		await first;
		for (const id of ['p0', 'p1']) confirmations.logged(sample(id));
		expect(confirmations.unconfirmedSince).toEqual(sample('p1'));
	});

	it('take a model that cannot be asked for unknown', async () => {
		const confirmations = new Confirmations({});
		await confirmations.afterSample(sample('p0'));
		confirmations.logged(sample('p0'));
		expect(confirmations.unconfirmedSince).toEqual(sample('p0'));
	});
});
