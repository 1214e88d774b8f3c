import { openedCall, opensBareCall, opensTaggedCall } from '../../dialects/opened/opened-call.ts';
import type { LoggedGeneration } from '../sample.ts';

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
