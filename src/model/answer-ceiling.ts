import { counted } from '../text/counted.ts';

/** Events of a generation: about one for each token, where the engine stops at its limit. */
export function maxEvents(maxTokens: number): number {
	return 4 * maxTokens + 64;
}

/** The same for people, who read it before `, which the server passed`. */
export function eventsLimit(maxTokens: number): string {
	return `${maxEvents(maxTokens)} events for ${counted(maxTokens, 'token')}`;
}

/** Longest arguments of one call that a server or an app has read, UTF-16 units of JSON: more is a runaway model. */
export const MAX_ARGUMENTS: number = 64 * 1024;
