import { singleLine } from '../text/normalize-text.ts';

const MAX_MESSAGE_CHARS = 300;

/** What code of the operator threw, as a line tells it: `throws TypeError: x is not a function`. */
export function thrownText(thrown: unknown): string {
	if (!(thrown instanceof Error)) return `throws ${singleLine(String(thrown)).slice(0, MAX_MESSAGE_CHARS)}`;
	return `throws ${thrown.name}: ${singleLine(thrown.message).slice(0, MAX_MESSAGE_CHARS)}`;
}
