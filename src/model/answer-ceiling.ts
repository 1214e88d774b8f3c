import { counted } from '../text/counted.ts';

/** Events of a generation: about one for each token, where the engine stops at its limit. */
export function maxEvents(maxTokens: number): number {
	return 4 * maxTokens + 64;
}

/** The same for people, who read it before `, which the server passed`. */
export function eventsLimit(maxTokens: number): string {
	return `${maxEvents(maxTokens)} events for ${counted(maxTokens, 'token')}`;
}

/** Longest text of a generation, UTF-16 units, with room to spare: no token of a Gemma is near so long. */
export function maxChars(maxTokens: number): number {
	return MOST_TOKEN_CHARS * maxTokens;
}

/** The same for people, as {@link eventsLimit}. */
export function charsLimit(maxTokens: number): string {
	return `${maxChars(maxTokens)} characters for ${counted(maxTokens, 'token')}`;
}

export const MOST_TOKEN_CHARS = 1024;

/** Longest arguments of one call that a server or an app has read, UTF-16 units of JSON: more is a runaway model. */
export const MAX_ARGUMENTS: number = 64 * 1024;
