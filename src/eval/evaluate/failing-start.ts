import { EngineError, type EngineFailure } from '../../errors/gemmark-error.ts';
import type { SampleResult } from '../sample.ts';

/** So many samples in a row, and none before them that was better, are no accident of theirs. */
export const MOST_FAILED = 3;
const FAILED: EngineFailure = 'generation-failed';

/**
 * Watches the first samples of a stream, of a run or of a worker: an engine that fails in each, with nothing to score, would
 * fail in all. Later, a failure is its sample's own.
 */
export class FailingStart {
	readonly #failed: SampleResult[] = [];
	#isOver = false;

	/** Takes the next sample. With the last that there may be, why the stream is to end. */
	add(result: SampleResult): EngineError | undefined {
		if (this.#isOver) return undefined;
		const { scores, transcript } = result;
		// What came before the failure may be all that was wanted.
		this.#isOver =
			transcript.failure !== FAILED || Object.values(scores).some(({ unscored }) => unscored === undefined);
		this.#failed.push(result);
		if (this.#isOver || this.#failed.length < MOST_FAILED) return undefined;
		const names = this.#failed.map(({ suite, sampleId }) => `${suite} ${sampleId}`).join(', ');
		const said = (transcript.failureDetail ?? FAILED).replace(/^EngineError: /u, '');
		return new EngineError('unavailable', `the first ${MOST_FAILED} samples failed (${names}): ${said}`, {
			hint: 'Mend the app or runner and start the run anew; resuming it goes on behind these samples.',
		});
	}
}
