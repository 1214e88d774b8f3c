import type { Repair } from '../../model/generation.ts';

/**
 * The part of a text that is a call of one of the declared tools, in whatever wrapping: its name beside a bracket, a brace or a tag
 * that arguments could be in, or alone after a label on a line. Undefined of a sentence that only names a tool, or quotes a
 * call as an example.
 */
export function namedCall(text: string, tools: readonly string[]): string | undefined {
	if (tools.length === 0) return undefined;
	const { name, forms } = formsOf(tools);
	return name.test(text) ? firstOf(forms, text) : undefined;
}

/** What the first form that a text has matches in it. */
function firstOf(forms: readonly RegExp[], text: string): string | undefined {
	for (const form of forms) {
		const found = form.exec(text)?.[0].trim();
		if (found !== undefined) return found;
	}
	return undefined;
}

/** Nearly all samples of a run are of the same app; a log's own lists are as many as its lines. */
let latest: NamedForms = { names: '', name: /(?:)/u, forms: [] };

interface NamedForms {
	readonly names: string;
	/** Any of them, as every form has: most texts name none. */
	readonly name: RegExp;
	readonly forms: readonly RegExp[];
}

function formsOf(tools: readonly string[]): NamedForms {
	const names = tools.join('\n');
	if (names !== latest.names) {
		const any = tools.map(escaped).join('|');
		latest = { names, name: new RegExp(any, 'iu'), forms: formsWith(any) };
	}
	return latest;
}

function escaped(name: string): string {
	return name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

const VERB = 'call(?:ing|ed)?|us(?:e|ing|ed)|invok(?:e|ing|ed)|execut(?:e|ing|ed)|run(?:ning)?';
/** What a line says before the tool that it claims to call. */
const STATUS = `(?:(?:(?:${VERB})[ _](?:the )?)?(?:tool|function|action|도구|함수)[ _]?(?:name|${VERB}|이름|호출|사용|실행)?(?: ?중)?|${VERB}|(?:도구|함수)[를을] ?(?:호출|사용|실행)(?: ?중|합니다|함)?)`;

/** Each is bounded. What opens with `call:` is a matter of the dialects, which know where it is none. */
function formsWith(names: string): readonly RegExp[] {
	const begun = String.raw`(?<![\p{L}\p{N}_-]|call:)(?:${names})`;
	const name = String.raw`${begun}(?![\p{L}\p{N}_])`;
	// A quote that opens before the name and does not close after it quotes an example.
	const word = String.raw`(?:(["'\x60*]{1,2})${name}\1|(?<!["'\x60“‘「『])${name})\s{0,4}(?:[:=]|[-=]?>|→)?`;
	const key = String.raw`(?:["'][^"'\n]{1,64}["']|[A-Za-z_]\w{0,63})\s{0,4}[:=]`;
	return [
		// search_catalog {category: ...}, search_catalog: {}, → search_catalog\n{...}; not 'search_catalog{category} 꼴로'
		String.raw`${word}\s{0,8}\{\s{0,8}(?:["'{[<“]|(?![^{}\n]{0,200}\}[^\S\n]?\p{L})(?:${key}|\})|$)`,
		// search_catalog(category="sleep"), search_catalog("sleep"), search_catalog(); not 'search_catalog() 함수로'
		String.raw`${word}\s{0,8}[([]\s{0,8}(?:["'{[]|${key}|[)\]](?![^\S\n]?\p{L}))`,
		// search_catalog<category>, search_catalog category="sleep", search_catalog --category
		String.raw`${name}(?:<[A-Za-z_]|[^\S\n]{1,4}(?:--[a-z]|[A-Za-z_]\w{0,63}=["'\w]))`,
		// search_catalog with {"category": ...}, search_catalog를 호출: ```json\n{"category": ...}
		String.raw`${begun}(?!\w)[^{}\n]{0,24}\s{0,4}(?:\x60{3}\w{0,12}\s{1,4})?\{\s{0,8}["'][^"'\n]{1,64}["']\s{0,4}:`,
		// {"function": "search_catalog", ...}, {tool: search_catalog}, ["search_catalog", {...}]
		String.raw`\{[^{}]{0,200}(?:["'“]${name}["'”]|[:=]\s{0,4}${name}\s{0,4}[,}\n])|\[\s{0,8}["']${name}["']\s{0,4},\s{0,4}[{[]`,
		// <search_catalog>, <search_catalog category="sleep"/>, <tool:search_catalog>, [search_catalog category=sleep]
		String.raw`<[|｜]?(?:\w{1,20}[:=]\s{0,2}["']?)?${name}["']?(?:\s[^<>]{0,200})?[|｜/]{0,2}>|\[${name}\s{1,4}${key}`,
		// A status line: [Calling tool: share_note], [Tool: share_note], 【도구 호출: share_note】, [share_note 호출] (Rapid-MLX 102)
		String.raw`(?<!["'\x60“‘「『])[[【]\s{0,4}${STATUS}\s{0,4}(?:[:=]|[-=]?>|→)?\s{0,4}["'\x60*]{0,2}${name}[^\n\]】]{0,200}[\]】]`,
		String.raw`(?<!["'\x60“‘「『])[[【]\s{0,4}${name}(?:을|를)?\s{0,4}(?:도구\s?|함수\s?)?(?:호출|실행|사용|call(?:ed|ing)?|invoked)[^\n\]】]{0,40}[\]】]`,
		// The same in round or Korean brackets, or after a sign, where nothing else is on the line
		String.raw`^[^\S\n]{0,8}[(「『]\s{0,4}${STATUS}\s{0,4}[:=]\s{0,4}["'\x60*]{0,2}${name}[^\n)」』]{0,200}[)」』][^\S\n]{0,8}$`,
		// A label and the name, and at most arguments in brackets on their line: 도구 호출: search_catalog, Action: search_catalog[수면]
		String.raw`^[^\S\n]{0,8}(?:[-*]\s)?[*✿]{0,2}${STATUS}[*✿]{0,2}\s?[:=][*]{0,2}\s?["'\x60*]{0,2}${name}["'\x60*]{0,2}[^\S\n]{0,4}(?:\[[^\n]{0,200}\])?[^\S\n]{0,8}$`,
	].map((form) => new RegExp(form, 'imu'));
}

/**
 * What opens a call in a text, in a form of any known family or by the name of a declared tool.
 * Undefined where nothing does. A bare `call:f{` is a matter of the dialects, see {@link opensBareCall}.
 */
export function openedCall(text: string, tools: readonly string[] = []): string | undefined {
	return CALL_SIGN.test(text) ? (firstOf(FORMS, text) ?? namedCall(text, tools)) : undefined;
}

type WrappedEvent =
	| { readonly type: 'text'; readonly text: string }
	| { readonly type: 'call'; readonly call: { readonly repairs?: readonly Repair[] } }
	| { readonly type: 'malformed' | 'thinking' };

/**
 * The events without the tags around a call that was read: whole or half, before it and after it. They are no words; the call has
 * the repair `wrapper-tag`. Gemma 3 copies other families' tags (ollama/ollama#18357, #9680), and a server's own parser
 * leaves half a marker beside the call that it read (FreeToken 203).
 */
export function withoutWrapperTags<E extends WrappedEvent>(events: readonly E[]): readonly E[] {
	if (!events.some(({ type }) => type === 'call')) return events;
	const kept = [...events];
	for (const [index, event] of events.entries()) {
		if (event.type !== 'call') continue;
		const before = cutText(kept, index - 1, -1);
		const after = cutText(kept, index + 1, 1);
		if (!before && !after) continue;
		kept[index] = { ...event, call: { ...event.call, repairs: [...(event.call.repairs ?? []), 'wrapper-tag'] } };
	}
	return kept.filter((event) => event.type !== 'text' || event.text !== '');
}

/** Takes the tag off the text that ends (`step` -1) or begins (1) at the event `from`. Returns whether there was one. */
function cutText(events: WrappedEvent[], from: number, step: 1 | -1): boolean {
	const places: number[] = [];
	for (let at = from; events[at]?.type === 'text'; at += step) places.push(at);
	const texts = places.map((at) => (events[at] as { readonly text: string }).text);
	const whole = (step === -1 ? texts.toReversed() : texts).join('');
	const tag = (step === -1 ? WRAPPER_OPEN : WRAPPER_CLOSE).exec(whole)?.[0] ?? '';
	let left = tag.length;
	for (const [place, at] of places.entries()) {
		const text = texts[place] ?? '';
		const cut = Math.min(left, text.length);
		left -= cut;
		events[at] = { type: 'text', text: step === -1 ? text.slice(0, text.length - cut) : text.slice(cut) };
	}
	return tag !== '';
}

const WRAPPER = String.raw`[|｜]?(?:start_)?(?:tools?|function|action)(?:[_▁-]?\w{0,20}){0,3}(?:\s{1,4}\w{1,20}=["'][^"'<>]{0,60}["'])?\s{0,4}`;
/** `{"tool_calls": [`, `{"function_call":`: OpenAI's wrapping, written as text. */
const JSON_KEY = String.raw`\{\s{0,8}["'](?:tool_calls?|function_call|function)["']\s{0,8}:\s{0,8}\[?`;
const FENCE = String.raw`\x60{3}\w{0,12}`;
/** `<tool_call>`, `<function_call>`, `<|tool_call`, `[TOOL_CALLS]`, and a fence within or around one. */
const WRAPPER_OPEN = new RegExp(
	String.raw`\s{0,8}(?:(?:<${WRAPPER}[|｜]?>?(?:call:(?:\w{1,64}\{?)?)?|\[TOOL_(?:CALLS?|REQUEST)\]|${JSON_KEY})\s{0,8}(?:${FENCE}\s{0,8})?|${FENCE}\s{0,8})$`,
	'iu',
);
/** `</tool_call>`, `<tool_call|>`, `[/TOOL_REQUEST]`; half an opener only where nothing follows it. */
const WRAPPER_CLOSE = new RegExp(
	String.raw`^\s{0,8}(?:\x60{3}\s{0,8})?(?:<(?:\/[|｜]?|end_)${WRAPPER}[|｜]?>?|<${WRAPPER}[|｜]>|\[(?:\/|END_)TOOL_(?:CALLS?|REQUEST)\]|<[|｜]?${WRAPPER}(?=\s{0,8}$))`,
	'iu',
);

/** Whether a text opens a call without a token of its family, and does not quote it as an example. */
export function opensBareCall(text: string): boolean {
	return BARE_CALL.test(text);
}

/** Whether a text opens a call with a token of its family, and the call after it. */
export function opensTaggedCall(text: string): boolean {
	return TAG_WITH_CALL.test(text);
}

/** Every form has one of them, and most texts none. */
const CALL_SIGN = /[<{([:=`-]/;

/** `<|tool_call>`, `<tool_call>`, `<start_function_call>`, `<｜tool▁calls▁begin｜>`, `<|tool_calls_section_begin|>`. */
const TAG = String.raw`<[|｜]?(?:start_|end_)?(?:tool|function)[_▁]?(?:calls?|code)(?:[_▁]\w{1,20}){0,3}[|｜]?>`;
const NAME = String.raw`["'][\p{L}\p{N}_][\p{L}\p{N}_.:-]{0,127}["']`;
const NAME_KEY = String.raw`["'](?:name|function|tool|tool_name|function_name)["']\s*:\s*`;
const ARGUMENTS_KEY = String.raw`["'](?:arguments|parameters|args|params|tool_input)["']\s*:`;
/** Not where a sentence quotes one as an example. */
const BARE_CALL = /(?<![\p{L}\p{N}_"'`“‘「『])call:[\p{L}\p{N}_][\p{L}\p{N}_.:-]{0,127}[{(]/u;
const TAG_WITH_CALL = new RegExp(String.raw`${TAG}\s{0,8}(?:call:|\{)`, 'u');

const FORMS: readonly RegExp[] = [
	// Not one that prose quotes: `<|tool_call>`.
	new RegExp(String.raw`(?<!["'\x60“‘「『])${TAG}|(?<=["'\x60“‘「『])${TAG}(?!["'\x60”’」』])`, 'u'),
	/<call>[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,127}\{/u,
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
