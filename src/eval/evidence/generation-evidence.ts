import { openedCall, opensBareCall, opensTaggedCall } from '../../dialects/syntax/opened-call.ts';
import { FINISH_WORDS, isPromptCut } from '../../model/generation.ts';
import type { LoggedEvent, LoggedGeneration } from '../sample.ts';
import type { UnscoredCause } from '../score.ts';
import { endsInBrokenCall } from '../turn.ts';

/** Whether the generation was captured from an app. */
export function isCaptured({ finish: { raw } }: Pick<LoggedGeneration, 'finish'>): boolean {
	return CAPTURED.has(raw);
}

const CAPTURED: ReadonlySet<string> = new Set([
	FINISH_WORDS.captured,
	FINISH_WORDS.capturedFailure,
	FINISH_WORDS.capturedSwallow,
]);

/** Why a generation is not all that the model would have written; undefined if it is. `error` is its turn's. */
export function causeOfGeneration(generation: LoggedGeneration, error?: string): UnscoredCause | undefined {
	if (mayBeCutInCall(generation)) return 'not-recorded';
	const cause = causeOfFinish(generation.finish, error);
	if (cause !== undefined) return cause;
	if (isCaptured(generation) && isBlank(generation)) return 'not-recorded';
	if (isEmptyAnswer(generation)) return 'engine-failed';
	return swallowsText(generation) || dropsItsCall(generation) ? 'swallowed-by-engine' : undefined;
}

/** Whether a complete answer has no token count. Cut or failed generations are marked by their finish. */
export function isUncounted({ usage, tokens, finish }: LoggedGeneration): boolean {
	if (usage.outputTokens !== undefined || reportsTokens(tokens) || isCaptured({ finish })) return false;
	return finish.unified === 'stop' || finish.unified === 'tool-call';
}

/** Whether the model saw the whole prompt, as far as its runner reports. */
export function isWholePrompt({ finish }: LoggedGeneration): boolean {
	return !isPromptCut(finish);
}

/** Whether a captured app reports a call without its end, and not whether the tokens ran out there. */
export function mayBeCutInCall(generation: LoggedGeneration): boolean {
	const { unified, raw } = generation.finish;
	return raw === FINISH_WORDS.captured && unified === 'unknown' && endsInBrokenCall(generation);
}

/**
 * Whether a server reports that it ended with a call but shows none. An engine that reports its tokens shows all of its
 * output, or that there was none. Some servers end any answer so (mudler/LocalAI#6218): it has no call where the text leaves
 * no tokens for one.
 */
function dropsItsCall(generation: LoggedGeneration): boolean {
	const { finish, tokens, usage } = generation;
	if (reportsTokens(tokens) || (tokens !== undefined && usage.outputTokens === 0)) return false;
	if (RESPONSE_OPENER.test(finish.raw)) return !showsAttempt(generation);
	return endsWithoutCall(generation) && !showsAllTokens(generation);
}

/** Whether the finish word tells of a call, and none is shown. */
export function endsWithoutCall(generation: LoggedGeneration): boolean {
	return generation.finish.unified === 'tool-call' && !showsAttempt(generation);
}

function showsAttempt({ events }: Pick<LoggedGeneration, 'events'>): boolean {
	return attempts(events) > 0;
}

function showsAllTokens({ pieces, events, usage: { outputTokens } }: LoggedGeneration): boolean {
	if (outputTokens === undefined || isBlank({ pieces, events })) return false;
	const shown = events.map((event) => ('text' in event ? event.text : '')).join(' ');
	const least = cameTokenByToken(pieces) ? streamedTokens(pieces) : leastTokens(shown);
	return outputTokens <= least + MARKERS;
}

/** Stop tokens of all dialects after which tool responses follow. */
const RESPONSE_OPENER = /<\|tool_response>|<start_function_response>|```tool_output/u;

/** Whether an engine without token ids gave an answer without text, call, thought or count. */
export function isEmptyAnswer(generation: LoggedGeneration): boolean {
	const { finish, tokens, usage } = generation;
	// Our own engine also gives an empty token list, when the first token ends the turn.
	if (finish.raw === FINISH_WORDS.empty) return true;
	if (tokens !== undefined || finish.unified !== 'stop' || (usage.outputTokens ?? 0) > 0) return false;
	return isBlank(generation);
}

/** Why a generation with this finish is incomplete; undefined if it is complete. `error` is its turn's. */
export function causeOfFinish(
	finish: LoggedGeneration['finish'],
	error: string | undefined,
): UnscoredCause | undefined {
	switch (finish.unified) {
		case 'length':
			return finish.raw.includes('context') ? 'cut-context-full' : 'cut-length';
		case 'deadline':
			return 'cut-deadline';
		case 'aborted':
			return 'interrupted';
		case 'unknown':
			if (REFUSALS.has(finish.raw)) return 'refused-by-server';
			if (finish.raw === FINISH_WORDS.capturedSwallow) return 'swallowed-by-engine';
			if (finish.raw === FINISH_WORDS.missingArguments || finish.raw === FINISH_WORDS.missingName)
				return 'swallowed-by-engine';
			// A captured app reports no finish reason, only an error of the turn.
			return finish.raw === FINISH_WORDS.captured && error === undefined ? undefined : 'engine-failed';
		case 'stop':
		case 'tool-call':
			return undefined;
	}
}

/** A refusal instead of an answer, and the finish word of OpenAI's API for filtered output. */
const REFUSALS: ReadonlySet<string> = new Set([FINISH_WORDS.refusal, 'content_filter']);

/**
 * Tokens that an engine may count but not show: the end of the turn, trimmed white space, and an empty thought
 * (`<|channel>`, `thought`, a line break, `<channel|>`). The shortest call, `<|tool_call>call:f{}<tool_call|>` with its
 * end, has one more.
 */
const MARKERS = 1 + 1 + 4;
/**
 * The same if nothing is shown: the end of the turn and a line break. More may be an empty thought or markers of a call
 * that the parser took; a score could then be wrong.
 */
const MARKERS_ALONE = 1 + 1;
/** Most tokens of a call besides name and arguments: a fence with its language, and `{"name":..,"parameters":..}`. */
const CALL_MARKUP = 16;

/**
 * Whether an engine counts more tokens than it can have shown: its parser dropped an unreadable call or an unreported
 * thought. False if the engine reports token ids or no count. Text streamed token by token is counted exactly; other
 * text by its upper bound, which may hide a short call.
 */
function swallowsText(generation: LoggedGeneration): boolean {
	const { tokens, usage } = generation;
	if (usage.outputTokens === undefined || reportsTokens(tokens)) return false;
	// Of a long log, both are read from the file.
	const { pieces, events } = generation;
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

/** Whether only white space is shown. */
function isBlank({ pieces, events }: Pick<LoggedGeneration, 'pieces' | 'events'>): boolean {
	if (pieces.join('').trim() !== '') return false;
	return events.every((event) => event.type === 'text' && event.text.trim() === '');
}

function mostTokensOf(events: readonly LoggedEvent[], types: readonly LoggedEvent['type'][]): number {
	return events.filter(({ type }) => types.includes(type)).reduce((sum, event) => sum + mostTokens(wordsOf(event)), 0);
}

/** Too few pieces show no streaming pattern. */
const TELLING_PIECES = 4;
/** Longest mean word in languages with spaces; in others, pieces have no inner white space. */
const WORD = 12;

/** Gemma's tokens have no inner white space, so pieces of several tokens soon show some. */
function cameTokenByToken(pieces: readonly string[]): boolean {
	const said = pieces.filter((piece) => piece !== '');
	const text = said.join('').trim();
	const words = text.split(/\s+/u).length;
	return said.length >= TELLING_PIECES && text.length / words <= WORD && !said.some((piece) => /\S\s+\S/u.test(piece));
}

/** A line break before a word was a token, and a character outside the vocabulary is up to four byte tokens. */
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

/** Upper bound of Gemma's tokens for ordinary text: half of the Latin letters, and one per other character. */
function mostTokens(text: string): number {
	const letters = text.match(/[a-z ]/giu)?.length ?? 0;
	return Math.ceil(letters / 2) + ([...text].length - letters);
}

/** Lower bound: a token has no white space within it, and of other letters than Latin two on average. */
function leastTokens(text: string): number {
	const words = text.match(/\S+/gu) ?? [];
	return words.reduce((sum, word) => sum + (Math.ceil((word.match(/[^\p{ASCII}]/gu)?.length ?? 0) / 2) || 1), 0);
}

/**
 * Whether an answer opens a call, in the syntax of any known family or by the name of a declared tool, that was not
 * parsed: the server's parser missed it, or the run reads another dialect. Next to a parsed call, only text of engines
 * without token ids counts; next to a malformed one, nothing does.
 */
export function holdsUnreadCall(generation: LoggedGeneration, tools: readonly string[] = []): boolean {
	const { tokens, events } = generation;
	const read = events.find(({ type }) => type === 'call' || type === 'malformed')?.type;
	if (read !== undefined) return read === 'call' && !reportsTokens(tokens) && leaksCall(textOf(events, 'text'), tools);
	return showsCall(generation, tools);
}

/** Whether an answer's text opens a call, parsed or not. */
export function showsCall(
	{ tokens, pieces, events, finish }: LoggedGeneration,
	tools: readonly string[] = [],
): boolean {
	// A turn of another role ends the reading before it begins.
	const raw = events.length === 0 ? pieces.join('') : '';
	const text = TURN_OPENER.test(raw) ? raw : textOf(events, 'text');
	const thinking = textOf(events, 'thinking');
	if (opensTaggedCall(thinking)) return true;
	// An answer of only a thought is not a plan for a call: a parser left the call in the thought.
	const isSilent = events.every((one) => one.type === 'thinking' || (one.type === 'text' && one.text.trim() === ''));
	const hasEnded = finish.unified === 'stop' || finish.unified === 'tool-call';
	if (isSilent && hasEnded && !reportsTokens(tokens) && leaksCall(thinking, tools)) return true;
	if (!reportsTokens(tokens) && !WAS_CUT.has(finish.unified) && endsInOpener(text)) return true;
	// An engine that reports tokens shows them all, so an untagged call was written by the model.
	return reportsTokens(tokens) ? openedCall(text, tools) !== undefined : leaksCall(text, tools);
}

/** Whether text of an engine without token ids contains a call. */
export function leaksCall(text: string, tools: readonly string[] = []): boolean {
	return openedCall(text, tools) !== undefined || opensBareCall(text);
}

/** Whether a text ends in the beginning of a call opener, of which the engine's parser took the rest. */
export function endsInOpener(text: string): boolean {
	const half = text.slice(text.lastIndexOf('<')).trimEnd();
	return half.length >= LEAST_HALF && OPENERS.some((opener) => opener.startsWith(half));
}

const OPENERS: readonly string[] = ['<|tool_call>', '<tool_call>', '<start_function_call>'];

/** `<|t`; shorter is ambiguous. */
const LEAST_HALF = 3;

const WAS_CUT: ReadonlySet<string> = new Set(['length', 'deadline', 'aborted']);

/** Whether the engine reports token ids. An empty list, as from a server without text, does not. */
export function reportsTokens(tokens: LoggedGeneration['tokens']): boolean {
	return tokens !== undefined && tokens.length > 0;
}

function textOf(events: LoggedGeneration['events'], wanted: 'text' | 'thinking'): string {
	return events.map((event) => (event.type === wanted ? event.text : '')).join('');
}

const TURN_OPENER = /^\s*<(?:\|turn|start_of_turn)>/u;
