import { EngineError, type Finish } from '../../src/index.ts';

/** The end of a request by the operator or by its deadline, as one signal. */
export interface TimeLimit {
	readonly signal: AbortSignal;
	/**
	 * How a request ended that this limit stopped; undefined when something else stopped it, as a server's own word did with
	 * which it failed while the deadline passed.
	 */
	finish(error?: unknown): Finish | undefined;
}

export function timeLimit(deadlineMs: number, operator: AbortSignal | undefined): TimeLimit {
	const deadline = AbortSignal.timeout(Math.max(1, Math.round(deadlineMs)));
	return {
		signal: operator === undefined ? deadline : AbortSignal.any([operator, deadline]),
		finish(error) {
			if (operator?.aborted) return { unified: 'aborted', raw: 'aborted' };
			return deadline.aborted && !(error instanceof EngineError) ? { unified: 'deadline', raw: 'deadline' } : undefined;
		},
	};
}
