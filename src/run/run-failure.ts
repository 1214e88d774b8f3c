import { EngineError, GemmarkError } from '../base/errors.ts';
import type { Confirmations } from '../eval/evaluate/confirm.ts';
import { SampleFailure } from '../eval/evaluate/evaluate-sample.ts';
import type { LogFailure } from '../log/record.ts';

/** What the log has of what ended a run, with the sample that it came in, or since which nobody knows whose the answers are. */
export function failureOf(error: unknown, { unconfirmedSince }: Confirmations): LogFailure {
	const cause = causeOf(error);
	return {
		type: 'failure',
		at: new Date().toISOString(),
		code: cause instanceof GemmarkError ? cause.code : 'unexpected',
		message: cause instanceof Error ? cause.message : String(cause),
		...(cause instanceof GemmarkError && cause.detail !== undefined ? { detail: cause.detail } : {}),
		...(error instanceof SampleFailure ? failedSample(error) : {}),
		...(isUnconfirmed(error) ? { unconfirmedSince } : {}),
	};
}

/** Whether the engine turned out to be another than was loaded. */
export function isUnconfirmed(error: unknown): boolean {
	const cause = causeOf(error);
	return cause instanceof EngineError && cause.failure === 'unconfirmed';
}

/** The error as the run's operator is told of it: that of an engine names the sample that it came in. */
export function toldError(error: unknown): unknown {
	const cause = causeOf(error);
	if (!(error instanceof SampleFailure && cause instanceof EngineError)) return cause;
	const { suite, sample } = error.planned;
	const { failure, message, hint, detail } = cause;
	return new EngineError(failure, `${suite.name} ${sample.id}: ${message}`, {
		...(hint !== undefined && { hint }),
		...(detail !== undefined && { detail }),
		cause,
	});
}

function causeOf(error: unknown): unknown {
	return error instanceof SampleFailure ? error.cause : error;
}

function failedSample({
	planned: { suite, sample, arm, epoch },
}: SampleFailure): Pick<LogFailure, 'suite' | 'sampleId' | 'arm' | 'epoch'> {
	return { suite: suite.name, sampleId: sample.id, arm, epoch };
}
