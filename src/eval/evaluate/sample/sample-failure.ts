import { isInstance } from '../../../errors/error-type.ts';
import { GemmarkError } from '../../../errors/gemmark-error.ts';
import type { PlannedSample } from '../../plan.ts';

/** A sample during which the engine failed; `cause` is the engine's typed error. */
export class SampleFailure extends Error {
	readonly planned: PlannedSample;

	constructor(planned: PlannedSample, cause: GemmarkError) {
		super(cause.message, { cause });
		this.name = 'SampleFailure';
		this.planned = planned;
	}
}

/** What else is done for a sample, such as asking whether the model is still the same: what gemmark refuses there is its failure. */
export async function orSampleFailure<T>(planned: PlannedSample, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw isInstance(error, GemmarkError) ? new SampleFailure(planned, error) : error;
	}
}
