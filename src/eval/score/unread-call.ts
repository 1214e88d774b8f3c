import type { LoggedGeneration } from '../sample.ts';
import { callsByName } from './named-call.ts';

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
	if (TAG_WITH_CALL.test(thinking)) return true;
	// Who ends there without a word has not only planned the call: a parser left it in the thought.
	const isSilent = events.every((one) => one.type === 'thinking' || (one.type === 'text' && one.text.trim() === ''));
	const hasEnded = finish.unified === 'stop' || finish.unified === 'tool-call';
	if (isSilent && hasEnded && !tellsTokens(tokens) && leaksCall(thinking, tools)) return true;
	if (!tellsTokens(tokens) && !WAS_CUT.has(finish.unified) && endsInOpener(text)) return true;
	// An engine that tells its tokens shows them all: there it is the model that wrote a call without any.
	return tellsTokens(tokens) ? opensCall(text, tools) : leaksCall(text, tools);
}

/** Whether text of an engine that tells no tokens holds a call. */
export function leaksCall(text: string, tools: readonly string[] = []): boolean {
	return opensCall(text, tools) || BARE_CALL.test(text);
}

function opensCall(text: string, tools: readonly string[]): boolean {
	return CALL_SIGN.test(text) && (FORMS.some((form) => form.test(text)) || callsByName(text, tools));
}

/** Every form has one of them, and most texts none. */
const CALL_SIGN = /[<{([:=`-]/;

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

/** `<|tool_call>`, `<tool_call>`, `<start_function_call>`, `<｜tool▁calls▁begin｜>`, `<|tool_calls_section_begin|>`. */
const TAG = String.raw`<[|｜]?(?:start_|end_)?(?:tool|function)[_▁]?(?:calls?|code)(?:[_▁]\w{1,20}){0,3}[|｜]?>`;
const NAME = String.raw`["'][\p{L}_][\p{L}\p{N}_.:-]{0,127}["']`;
const NAME_KEY = String.raw`["'](?:name|function|tool|tool_name|function_name)["']\s*:\s*`;
const ARGUMENTS_KEY = String.raw`["'](?:arguments|parameters|args|params|tool_input)["']\s*:`;
/** Not where a sentence quotes one as an example. */
const BARE_CALL = /(?<![\p{L}\p{N}_"'`“‘「『])call:[\p{L}_][\p{L}\p{N}_.:-]{0,127}[{(]/u;
const TAG_WITH_CALL = new RegExp(String.raw`${TAG}\s{0,8}(?:call:|\{)`, 'u');

const FORMS: readonly RegExp[] = [
	new RegExp(TAG, 'u'),
	/<call>[\p{L}_][\p{L}\p{N}_.-]{0,127}\{/u,
	// Llama 3, Mistral, LM Studio, Phi, Hermes and Claude, harmony, InternLM.
	/<\|python_tag\|>|\[TOOL_(?:CALLS?|REQUEST)\]|\bfunctools\[|<(?:function=|invoke name=)|\bto=functions\.|<\|action_start\|>/u,
	/```\s?(?:tool_code|tool_call|function_call)\b/u,
	/^\s{0,8}tool_code\s{0,8}=?\s{0,8}\[?[A-Za-z_][\w.]{0,127}\(/mu,
	/^[^\S\n]{0,8}Action\s?:[^\n]{1,200}\n\s{0,8}Action Input\s?:/mu,
	// JSON: a name with arguments in either order, a name that only a function has, and OpenAI's own wrapping.
	new RegExp(String.raw`${NAME_KEY}${NAME}\s*,\s*${ARGUMENTS_KEY}`, 'u'),
	new RegExp(String.raw`${ARGUMENTS_KEY}\s*\{[^{}]{0,1000}\}\s*,\s*${NAME_KEY}${NAME}`, 'u'),
	/\{\s*["'](?:name|function|tool|tool_name|function_name)["']\s*:\s*["'][a-z]\w{0,62}_\w{1,63}["']\s*\}/u,
	/["'](?:tool_calls|function_call)["']\s*:\s*[[{]|["']function["']\s*:\s*\{\s*["']name["']/u,
	// Python on a line of its own, with keywords or nothing between its brackets.
	/^[^\S\n]{0,8}\[?\s{0,8}[A-Za-z_][\w.]{0,127}\(\s{0,8}(?:[A-Za-z_]\w{0,63}\s{0,8}=|\)\]?\s{0,8}$)/mu,
];
