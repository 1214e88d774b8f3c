import type { LoggedEvent, LoggedGeneration } from '../sample.ts';
import { tellsTokens } from './unread-call.ts';

/**
 * Tokens that an engine may count and rightly not show: the end of the turn, white space that a parser trims, and an empty
 * thought (`<|channel>`, `thought`, a line break, `<channel|>`). The shortest call, `<|tool_call>call:f{}<tool_call|>`
 * with its end, has one more.
 */
const MARKERS = 1 + 1 + 4;
/**
 * The same where nothing at all is shown: the end of the turn, and a line break before or behind it. More may be an empty
 * thought, and may be markers of a call that the parser took: nobody saw which, and silence would be a certain miss.
 */
const MARKERS_ALONE = 1 + 1;
/** Tokens of a call beside its name and arguments, at most: a fence with its language, and `{"name":..,"parameters":..}`. */
const CALL_MARKUP = 16;

/**
 * Whether an engine counts more tokens than it showed could be: its parser dropped a call that it could not read, or a
 * thought of which it tells nothing. False where the engine tells each token, or no count. Words that came token by token
 * are counted as they came; any others as the most tokens that they may be, so that beside them a short call is missed.
 */
export function swallowsText({ pieces, tokens, events, usage }: LoggedGeneration): boolean {
	if (usage.outputTokens === undefined || tellsTokens(tokens)) return false;
	const thought = Math.max(mostTokensOf(events, ['thinking']), usage.thoughtTokens ?? 0);
	const calls = mostTokensOf(events, ['call', 'malformed']);
	const words = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
	const raw = pieces.join('');
	const shown =
		raw === words && cameTokenByToken(pieces)
			? streamedTokens(pieces) + calls + thought
			: Math.max(mostTokens(words) + calls + thought, mostTokens(raw));
	const markers = thought === 0 && isBlank({ pieces, events }) ? MARKERS_ALONE : MARKERS;
	return usage.outputTokens > shown + markers + CALL_MARKUP * attempts(events);
}

/** Whether nothing is shown but white space. */
export function isBlank({ pieces, events }: Pick<LoggedGeneration, 'pieces' | 'events'>): boolean {
	if (pieces.join('').trim() !== '') return false;
	return events.every((event) => event.type === 'text' && event.text.trim() === '');
}

function mostTokensOf(events: readonly LoggedEvent[], types: readonly LoggedEvent['type'][]): number {
	return events.filter(({ type }) => types.includes(type)).reduce((sum, event) => sum + mostTokens(wordsOf(event)), 0);
}

/** Fewer pieces tell nothing of how a server streams. */
const TELLING_PIECES = 4;
/** Characters of a word, at most and in mean, in a language that parts them: in others no piece has white space inside. */
const WORD = 12;

/** No token of a Gemma goes on behind white space, so that a server which sends several at once soon shows it inside one. */
function cameTokenByToken(pieces: readonly string[]): boolean {
	const said = pieces.filter((piece) => piece !== '');
	const text = said.join('').trim();
	const words = text.split(/\s+/u).length;
	return said.length >= TELLING_PIECES && text.length / words <= WORD && !said.some((piece) => /\S\s+\S/u.test(piece));
}

/** A line break that waited for its word was a token of its own, and a sign beyond the vocabulary is up to four bytes. */
function streamedTokens(pieces: readonly string[]): number {
	return pieces.reduce((sum, piece) => {
		if (piece === '') return sum;
		const signs = piece.match(/[\u{10000}-\u{10FFFF}]/gu)?.length ?? 0;
		return sum + 1 + (/^\n\s*\S/u.test(piece) ? 1 : 0) + 3 * signs;
	}, 0);
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
