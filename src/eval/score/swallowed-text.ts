import type { LoggedEvent, LoggedGeneration } from '../sample.ts';

/**
 * Tokens that an engine may count and rightly not show: the end of the turn, white space that a parser trims, and an empty
 * thought (`<|channel>`, `thought`, a line break, `<channel|>`). The shortest call, `<|tool_call>call:f{}<tool_call|>`
 * with its end, has one more.
 */
const MARKERS = 1 + 1 + 4;
/** Tokens of a call beside its name and arguments, at most: a fence with its language, and `{"name":..,"parameters":..}`. */
const CALL_MARKUP = 16;

/**
 * Whether an engine counts more tokens than it showed could be: its parser dropped a call that it could not read, or a
 * thought of which it tells nothing. False where the engine tells each token, or no count. What is shown is counted as the
 * most tokens that it may be, so that beside long words a short call is missed.
 */
export function swallowsText({ pieces, tokens, events, usage }: LoggedGeneration): boolean {
	if (usage.outputTokens === undefined || tokens !== undefined) return false;
	const thought = Math.max(shown(events, true), usage.thoughtTokens ?? 0);
	const read = Math.max(shown(events, false) + thought, mostTokens(pieces.join('')));
	return usage.outputTokens > read + MARKERS + CALL_MARKUP * attempts(events);
}

function shown(events: readonly LoggedEvent[], thinking: boolean): number {
	return events
		.filter(({ type }) => (type === 'thinking') === thinking)
		.reduce((sum, event) => sum + mostTokens(wordsOf(event)), 0);
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
