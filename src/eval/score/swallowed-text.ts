import type { LoggedEvent, LoggedGeneration } from '../sample.ts';

/** Tokens that an engine may count and rightly not show: ends of turns, and the markers of an empty thought. */
const MARKERS = 8;
/** Tokens of the markup of a call. */
const CALL_MARKUP = 16;

/**
 * Whether an engine counts more tokens than it showed could be: its parser dropped a call that it could not read, or a
 * thought. False where the engine tells each token, or no count.
 */
export function swallowsText({ pieces, tokens, events, usage }: LoggedGeneration): boolean {
	if (usage.outputTokens === undefined || tokens !== undefined) return false;
	const read = events.reduce((sum, event) => sum + mostTokens(wordsOf(event)), 0);
	return usage.outputTokens > Math.max(read, mostTokens(pieces.join(''))) + MARKERS + CALL_MARKUP * attempts(events);
}

function wordsOf(event: LoggedEvent): string {
	if (event.type === 'malformed') return event.raw;
	return event.type === 'call' ? event.call.name + JSON.stringify(event.call.arguments) : event.text;
}

function attempts(events: readonly LoggedEvent[]): number {
	return events.filter(({ type }) => type === 'call' || type === 'malformed').length;
}

/** More tokens than Gemma makes of ordinary text: half as many as Latin letters, and one of any other character. */
function mostTokens(text: string): number {
	const letters = text.match(/[a-z ]/giu)?.length ?? 0;
	return Math.ceil(letters / 2) + ([...text].length - letters);
}
