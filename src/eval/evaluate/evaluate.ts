import { type DoneSample, Judged } from '../decision/judged.ts';
import type { PlannedSample } from '../plan.ts';
import type { SampleResult } from '../sample.ts';
import { FailingStart } from './failing-start.ts';
import { evaluateSample } from './sample/evaluate-sample.ts';
import type { SampleOptions } from './sample/sample-options.ts';
import type { InTurn } from './turns.ts';

export interface EvaluateOptions extends SampleOptions {
	readonly plan: readonly PlannedSample[];
	/** Samples that an interrupted run has done already. */
	readonly done?: readonly DoneSample[];
	/** Samples under way at once (default 1); the model must be able to. */
	readonly parallel?: number;
	/** Waits for the run's turn among others before each sample; then samples are evaluated one at a time. */
	readonly inTurn?: InTurn | undefined;
}

/**
 * Runs the planned samples and yields each when it is scored, in the order of the plan. Model mistakes, and
 * failures of the app's or suite's own code, are in the results; an engine that fails ends the run with SampleFailure, one in
 * which the first samples all come to nothing with EngineError.
 * On abort the samples under way are left out, whole.
 */
export async function* evaluate(options: EvaluateOptions): AsyncGenerator<SampleResult, void, void> {
	const { plan, parallel = 1, inTurn = atOnce, signal } = options;
	const judged = new Judged(options);
	const underWay: { readonly planned: PlannedSample; readonly result: Promise<SampleResult> }[] = [];
	const waiting = plan.values();
	const start = new FailingStart();
	let cold = true;
	while (signal?.aborted !== true) {
		for (const planned of waiting.filter((one) => !judged.isDone(one)).take(parallel - underWay.length)) {
			const result = inTurn(planned, () => evaluateSample(planned, cold, options));
			// It is told when its turn has come, or never: the run may have ended before.
			result.catch(() => undefined);
			underWay.push({ planned, result });
		}
		const next = underWay.shift();
		if (next === undefined) return;
		const result = await next.result;
		if (signal?.aborted) return;
		cold = false;
		// What was begun before an early stop was certain is not part of the run, as it is not one at a time.
		if (judged.isDone(next.planned)) continue;
		judged.add(result);
		yield result;
		const failing = start.add(result);
		if (failing !== undefined) throw failing;
	}
}

const atOnce: InTurn = (_, work) => work();
