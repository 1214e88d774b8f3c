import { openedCall, opensBareCall, opensTaggedCall } from '../../dialects/syntax/opened-call.ts';
import { FINISH_WORDS, isPromptCut } from '../../model/generation.ts';
import type { LoggedEvent, LoggedGeneration } from '../sample.ts';
import type { UnscoredCause } from '../score.ts';
import { endsInBrokenCall } from '../turn.ts';

/** Whether an app that was captured tells of it. */
export function isCaptured({ finish: { raw } }: Pick<LoggedGeneration, 'finish'>): boolean {
	return CAPTURED.has(raw);
}

const CAPTURED: ReadonlySet<string> = new Set([
	FINISH_WORDS.captured,
	FINISH_WORDS.capturedFailure,
	FINISH_WORDS.capturedSwallow,
]);

/** Why one generation is not all that the model would have written; undefined where it is. `error` is its turn's. */
export function causeOfGeneration(generation: LoggedGeneration, error?: string): UnscoredCause | undefined {
	if (mayBeCutInCall(generation)) return 'not-recorded';
	const cause = causeOfFinish(generation.finish, error);
	if (cause !== undefined) return cause;
	if (isCaptured(generation) && isBlank(generation)) return 'not-recorded';
	if (isEmptyAnswer(generation)) return 'engine-failed';
	return swallowsText(generation) || dropsItsCall(generation) ? 'swallowed-by-engine' : undefined;
}

/** Whether nobody tells how many tokens a whole answer had; one that was cut, or whose engine failed, says so itself. */
export function isUncounted({ usage, tokens, finish }: LoggedGeneration): boolean {
	if (usage.outputTokens !== undefined || tellsTokens(tokens) || isCaptured({ finish })) return false;
	return finish.unified === 'stop' || finish.unified === 'tool-call';
}

/** Whether the model saw all of the prompt, as far as its runner tells; else even a whole call answers something else. */
export function isWholePrompt({ finish }: LoggedGeneration): boolean {
	return !isPromptCut(finish);
}

/** Whether an app tells a call without its end, and not whether its tokens were over there. */
export function mayBeCutInCall(generation: LoggedGeneration): boolean {
	const { unified, raw } = generation.finish;
	return raw === FINISH_WORDS.captured && unified === 'unknown' && endsInBrokenCall(generation);
}

/**
 * A server that says it ends with a call, or ended at the token behind which answers to calls stand, and shows none. An
 * engine that tells its tokens shows what the model wrote; also that it wrote none.
 */
function dropsItsCall({ finish, events, tokens, usage }: LoggedGeneration): boolean {
	if (tellsTokens(tokens) || (tokens !== undefined && usage.outputTokens === 0)) return false;
	if (finish.unified !== 'tool-call' && !RESPONSE_OPENER.test(finish.raw)) return false;
	return !events.some(({ type }) => type === 'call' || type === 'malformed');
}

/** Of every dialect that stops there. */
const RESPONSE_OPENER = /<\|tool_response>|<start_function_response>|```tool_output/u;

/** An answer of an engine that tells no tokens, without a word, a call, a thought or a count: nothing that a model made. */
export function isEmptyAnswer(generation: LoggedGeneration): boolean {
	const { finish, tokens, usage } = generation;
	// A server's runner tells it: an empty list of tokens may also be our own engine's, at a first token that ends the turn.
	if (finish.raw === FINISH_WORDS.empty) return true;
	if (tokens !== undefined || finish.unified !== 'stop' || (usage.outputTokens ?? 0) > 0) return false;
	return isBlank(generation);
}

/** Why a generation that ended so is not all; undefined where it is. `error` is its turn's. */
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
			if (finish.raw === FINISH_WORDS.untoldArguments) return 'swallowed-by-engine';
			// A captured app tells no reason; that its turn failed it tells.
			return finish.raw === FINISH_WORDS.captured && error === undefined ? undefined : 'engine-failed';
		case 'stop':
		case 'tool-call':
			return undefined;
	}
}

/** A refusal in place of an answer, and the word of OpenAI's API for a filter that cut it. */
const REFUSALS: ReadonlySet<string> = new Set([FINISH_WORDS.refusal, 'content_filter']);

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
function isBlank({ pieces, events }: Pick<LoggedGeneration, 'pieces' | 'events'>): boolean {
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

/**
 * Whether an answer opens a call, in a form of any known family or by the name of a declared tool, that nobody read: the
 * server's own parser left it in the text, or the run reads another dialect. Beside a call that was read, only in the text
 * of an engine that tells no tokens; beside a malformed one, nowhere.
 */
export function holdsUnreadCall(generation: LoggedGeneration, tools: readonly string[] = []): boolean {
	const { tokens, events } = generation;
	const read = events.find(({ type }) => type === 'call' || type === 'malformed')?.type;
	if (read !== undefined) return read === 'call' && !tellsTokens(tokens) && leaksCall(textOf(events, 'text'), tools);
	return showsCall(generation, tools);
}

/** Whether an answer's text opens a call, whatever was read of it. */
export function showsCall(
	{ tokens, pieces, events, finish }: LoggedGeneration,
	tools: readonly string[] = [],
): boolean {
	// A turn opened for another role than the model's ends the reading before it began.
	const raw = events.length === 0 ? pieces.join('') : '';
	const text = TURN_OPENER.test(raw) ? raw : textOf(events, 'text');
	const thinking = textOf(events, 'thinking');
	if (opensTaggedCall(thinking)) return true;
	// Who ends there without a word has not only planned the call: a parser left it in the thought.
	const isSilent = events.every((one) => one.type === 'thinking' || (one.type === 'text' && one.text.trim() === ''));
	const hasEnded = finish.unified === 'stop' || finish.unified === 'tool-call';
	if (isSilent && hasEnded && !tellsTokens(tokens) && leaksCall(thinking, tools)) return true;
	if (!tellsTokens(tokens) && !WAS_CUT.has(finish.unified) && endsInOpener(text)) return true;
	// An engine that tells its tokens shows them all: there it is the model that wrote a call without any.
	return tellsTokens(tokens) ? openedCall(text, tools) !== undefined : leaksCall(text, tools);
}

/** Whether text of an engine that tells no tokens holds a call. */
export function leaksCall(text: string, tools: readonly string[] = []): boolean {
	return openedCall(text, tools) !== undefined || opensBareCall(text);
}

/** Whether the last words of a text are the beginning of what opens a call: its engine's parser took the rest. */
export function endsInOpener(text: string): boolean {
	const half = text.slice(text.lastIndexOf('<')).trimEnd();
	return half.length >= LEAST_HALF && OPENERS.some((opener) => opener.startsWith(half));
}

const OPENERS: readonly string[] = ['<|tool_call>', '<tool_call>', '<start_function_call>'];

/** `<|t`; fewer signs mean other things too. */
const LEAST_HALF = 3;

/** What was cut says so, and why. */
const WAS_CUT: ReadonlySet<string> = new Set(['length', 'deadline', 'aborted']);

/** Whether the engine tells each token. An empty list, as of a server that showed no text, tells none. */
export function tellsTokens(tokens: LoggedGeneration['tokens']): boolean {
	return tokens !== undefined && tokens.length > 0;
}

function textOf(events: LoggedGeneration['events'], wanted: 'text' | 'thinking'): string {
	return events.map((event) => (event.type === wanted ? event.text : '')).join('');
}

const TURN_OPENER = /^\s*<(?:\|turn|start_of_turn)>/u;
