import { firstOf, namedCall } from './named-call.ts';

/**
 * What opens a call in a text, in a form of any known family or by the name of a declared tool: what of it tells the call.
 * Undefined where nothing does. A bare `call:f{` is a matter of the dialects, and {@link opensBareCall} tells it.
 */
export function openedCall(text: string, tools: readonly string[] = []): string | undefined {
	return CALL_SIGN.test(text) ? (firstOf(FORMS, text) ?? namedCall(text, tools)) : undefined;
}

/** Whether a text opens a call without a token of its family, and does not quote it as an example. */
export function opensBareCall(text: string): boolean {
	return BARE_CALL.test(text);
}

/** Whether a text opens a call with a token of its family, and the call behind it. */
export function opensTaggedCall(text: string): boolean {
	return TAG_WITH_CALL.test(text);
}

/** Every form has one of them, and most texts none. */
const CALL_SIGN = /[<{([:=`-]/;

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
