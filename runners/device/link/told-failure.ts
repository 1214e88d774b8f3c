import { EngineError } from '../../../src/index.ts';
import type { AskFailure } from '../protocol/messages.ts';

/** What an app says of an ask that came to nothing, or, without one, of a run that it cannot go on with. */
export function toldFailure(device: string, { ask, code, message }: AskFailure): EngineError {
	const [said = ''] = message.split('\n', 1);
	const detail = { detail: message };
	if (ask === undefined)
		return new EngineError('unavailable', `${device}: the app cannot go on (${code}): ${said}`, detail);
	const failure = code === 'context-overflow' ? code : 'generation-failed';
	return new EngineError(failure, `${device}: the app could not answer (${code}): ${said}`, detail);
}
