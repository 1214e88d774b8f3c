import { EngineError } from '../../../errors/gemmark-error.ts';
import type { PlannedSample } from '../../plan.ts';
import type { SampleResult } from '../../sample.ts';
import { attemptSample } from './attempt-sample.ts';
import { orSampleFailure, SampleFailure } from './sample-failure.ts';
import type { SampleOptions } from './sample-options.ts';

/**
 * Evaluates one planned sample. `cold` tells that the model has generated nothing yet. Where the engine was lost in the
 * middle and came back, the sample is asked again, whole: nothing of the first time is kept.
 */
export async function evaluateSample(
	planned: PlannedSample,
	cold: boolean,
	options: SampleOptions,
): Promise<SampleResult> {
	for (let attempts = 1; ; attempts += 1) {
		try {
			const result = await attemptSample(planned, cold, options);
			// What another model may have answered is no sample of this run.
			await orSampleFailure(planned, async () => options.confirm?.(result));
			return attempts === 1 ? result : { ...result, timings: { ...result.timings, attempts } };
		} catch (error) {
			if (!(error instanceof SampleFailure) || !isCut(error.cause)) throw error;
			if (attempts === MOST_ATTEMPTS) throw new SampleFailure(planned, lostTooOften(error.cause));
		}
	}
}

/** A sample that the engine never survives would be asked for ever. */
const MOST_ATTEMPTS = 5;

function isCut(cause: unknown): cause is EngineError {
	return cause instanceof EngineError && cause.failure === 'cut';
}

function lostTooOften(cause: EngineError): EngineError {
	return new EngineError('unavailable', `the engine was lost ${MOST_ATTEMPTS} times in this sample`, {
		hint: 'Look at what the app wrote before it went (adb logcat), then resume the run.',
		cause,
	});
}
