import { EngineError, GemmarkError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { SampleFailure } from '../../src/eval/evaluate/asker.ts';
import type { Confirmations } from '../../src/eval/evaluate/confirm.ts';
import { identityOf } from '../../src/eval/plan.ts';
import type { LogFailure } from '../../src/log/record.ts';

/** The log's record of what ended a run, with its sample, or the first that another model may have answered. */
export function failureOf(error: unknown, { unconfirmedSince }: Confirmations): LogFailure {
	const planned = error instanceof SampleFailure ? error.planned : undefined;
	return {
		type: 'failure',
		at: new Date().toISOString(),
		...saidOf(causeOf(error)),
		...(planned && identityOf(planned)),
		unconfirmedSince: isUnconfirmed(error) ? unconfirmedSince : undefined,
	};
}

/** What a failure of a log has of an error. */
export function saidOf(error: unknown): Pick<LogFailure, 'kind' | 'failure' | 'said' | 'detail'> {
	if (!(error instanceof GemmarkError)) {
		return { kind: 'unexpected', said: error instanceof Error ? error.message : String(error) };
	}
	const { code: kind, said, detail } = error;
	return { kind, failure: error instanceof EngineError ? error.failure : undefined, said, detail };
}

/** Whether the engine turned out to be another than was loaded. */
export function isUnconfirmed(error: unknown): boolean {
	const cause = causeOf(error);
	return cause instanceof EngineError && cause.failure === 'unconfirmed';
}

/** The error for the run's operator: that of an engine names its sample. */
export function operatorError(error: unknown): unknown {
	const cause = causeOf(error);
	if (!(error instanceof SampleFailure && cause instanceof EngineError)) return cause;
	const { suite, sample } = error.planned;
	const { failure, said: problem, hint, detail } = cause;
	return new EngineError(failure, message('engine.at-sample', { suite: suite.name, sample: sample.id, problem }), {
		hint,
		detail,
		cause,
	});
}

/** What a sample failed of; any other error is its own cause. */
export function causeOf(error: unknown): unknown {
	return error instanceof SampleFailure ? error.cause : error;
}
