import { type CompletionEvent, EngineError } from '../../src/index.ts';

/** The errors by which a parent itself ends an engine, and the end of a generation that it stopped. */

export function disposed(modelName: string): EngineError {
	return new EngineError('unavailable', `${modelName}: the model was disposed`);
}

export function loadInterrupted(modelName: string): EngineError {
	return new EngineError('unavailable', `${modelName}: loading was interrupted`);
}

export function loadTimeout(modelName: string, ms: number): EngineError {
	return new EngineError('load-timeout', `${modelName} was not loaded within ${Math.round(ms / 1000)} s`, {
		hint: 'Give it more time, or use a smaller model.',
	});
}

export function abortedEnd(totalMs: number): Extract<CompletionEvent, { type: 'end' }> {
	return { type: 'end', finish: { unified: 'aborted', raw: 'abort' }, usage: {}, source: 'wall-clock', totalMs };
}
