import { EngineError, type EngineFailure } from '../../../src/index.ts';
import type { FromApp } from '../protocol/messages.ts';

/** What an app says of an ask that came to nothing. */
export function toldFailure(device: string, { code, message }: Extract<FromApp, { type: 'error' }>): EngineError {
	const failure: EngineFailure = code === 'failed' ? 'unavailable' : code;
	return new EngineError(failure, `${device}: ${message.split('\n', 1)[0]}`, { detail: message });
}
