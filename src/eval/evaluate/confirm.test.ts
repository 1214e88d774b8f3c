import { describe, expect, it } from 'vitest';
import type { LoadedModel } from '../../model/runner.ts';
import { Confirmations } from './confirm.ts';

const sample = (sampleId: string) => ({ suite: 'prefix', sampleId, variant: 'free', epoch: 0 });

/** A sequential run; the model answers each confirmation with the next of `answers`. */
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
	it('know the first unconfirmed sample', async () => {
		expect(await since([true, true])).toBeUndefined();
		expect(await since([true, false, false])).toBe('p1');
		expect(await since([false, true, false])).toBe('p2');
		expect(await since([false, false])).toBe('p0');
	});

	it('leave a sample unconfirmed that ended during the check', async () => {
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

	it('are unknown for a model without `confirm`', async () => {
		const confirmations = new Confirmations({});
		await confirmations.afterSample(sample('p0'));
		confirmations.logged(sample('p0'));
		expect(confirmations.unconfirmedSince).toEqual(sample('p0'));
	});
});
