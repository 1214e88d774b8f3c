/**
 * What models of any family open and close a thought with, when its tokens come as text: `<think>`, `<seed:think>`,
 * `<|begin_of_thought|>`, `[THINK]`, `◁think▷`, `<reasoning>`, `<scratchpad>`. Not the name of a link. Gemma 4 has a
 * channel for them, and tunes of Gemma 3 two of its unused tokens.
 */
const NAME = String.raw`(?:[\w:.▁-]{0,24}?(?:think|thought|reason|analy[sz]|scratch[_-]?pad|monologue|reflection)[\w:.▁-]{0,16}|생각|추론|사고(?: ?과정)?)`;
const tag = (slash: string): string =>
	String.raw`(?:<[|｜]?${slash}${NAME}(?:\s[^<>\n]{0,60})?[|｜]?>|\[${slash}${NAME}\](?!\()|◁${slash}${NAME}▷|【${slash}${NAME}】)`;
const OPENER = String.raw`(?:${tag('')}|<\|channel>|<unused94>)`;
const CLOSER = String.raw`(?:${tag('(?:/|end[_▁-](?:of[_▁-])?)')}|<channel\|>|<unused95>)`;

/** Any of them. */
export const THOUGHT_TAG: RegExp = new RegExp(`${OPENER}|${CLOSER}`, 'iu');

/** Thoughts with their tags; one in angle brackets reaches to the end where it is never closed. */
const THOUGHTS: RegExp = new RegExp(String.raw`${OPENER}[\s\S]{0,8000}?${CLOSER}|(?=<)${OPENER}[\s\S]*$`, 'giu');

/** The text without its thoughts, from the first one's opening to the last one's end, where an answer stands after. */
export function withoutClosedThoughts(text: string): string {
	const opener = text.search(new RegExp(OPENER, 'iu'));
	const closer = Array.from(text.matchAll(new RegExp(CLOSER, 'giu'))).at(-1);
	if (opener === -1 || closer === undefined || closer.index <= opener) return text;
	const answer = text.slice(closer.index + closer[0].length);
	return /[가-힣A-Za-z]/.test(answer) ? text.slice(0, opener) + answer : text;
}

/**
 * What a person would read of a model's text: without thinking, leaked tool calls and responses (of any dialect, cut
 * short or not), code, JSON, tags and Markdown signs. The text of links and emphasis stays.
 */
export function removeMarkup(text: string): string {
	let rest = text;
	for (const [pattern, replacement] of SPANS) rest = rest.replace(pattern, replacement);
	return removeBraces(rest).replace(LEFTOVER, ' ').replace(SIGNS, ' ').trim();
}

/** Whole spans, from their opener to their closer or, where it never came, to the end. Order matters. */
const SPANS: readonly (readonly [RegExp, string])[] = [
	[/<\|channel>[\s\S]*?(?:<channel\|>|$)/g, ' '],
	[THOUGHTS, ' '],
	[/<\|tool_(call|response)>[\s\S]*?(?:<tool_\1\|>|$)/g, ' '],
	[/<start_function_(call|response)>[\s\S]*?(?:<end_function_\1>|$)/g, ' '],
	// Tags that hold a call or an argument: <tool_call>, <query>수면</query>.
	[
		/<((?:tool|function)(?:_\w{1,20})?|query|search|keyword|args?|arguments?|param(?:eter)?s?|invoke|action|call)(?:\s[^<>\n]{0,200})?>[\s\S]*?(?:<\/\1>|$)/g,
		' ',
	],
	[/<(function|parameter|invoke)=[^<>\n]{0,200}>[\s\S]*?(?:<\/\1>|$)/g, ' '],
	[/(```|~~~)[\s\S]*?(?:\1|$)/g, ' '],
	[/!?\[([^\]\n]{0,200})\]\([^)\s]{0,500}\)/g, '$1'],
	[/https?:\/\/[^\s가-힣]+/g, ' '],
	[/`([^`\n]{1,200})`/g, ' $1 '],
	// A call in code: search_catalog(...), print(), f(k="v"). Not 'GABA(가바)'.
	[
		/\[?\b[A-Za-z]\w{0,63}(?:\.\w{1,63}){0,3}\((?:\s*|[^()\n]{0,500}=[^()\n]{0,500}|\s*["'{[][^()\n]{0,1000})(?:\)\]?|$)/gm,
		' ',
	],
	[/\b[a-z]\w{0,62}_\w{0,63}\([^()\n]{0,1000}(?:\)|$)/gm, ' '],
	// '도구 호출: 이름', '- 인자: 수면 습관', '@search_catalog 호흡', '$ search --keyword', and a table of calls.
	[
		/(?:도구|함수|툴|인자|인수|매개\s?변수|파라미터|검색어|쿼리)(?:\s?(?:호출|사용|실행|이름|명|값))?\*{0,2}\s?[:：=][^\n,\])]*/g,
		' ',
	],
	[/^[^\S\n]*(?:[@/!$][^\S\n]?[A-Za-z]\w{2,60}|[>#][^\S\n]?[a-z]{1,40}_\w{1,40})(?:[^\S\n][^\n]*)?$/gm, ' '],
	[
		/^[^\S\n]{0,8}\|[^\n]{0,300}(?:도구|함수|tool|function)[^\n]{0,300}\|[^\S\n]*\n(?:[^\S\n]*\|[^\n]*(?:\n|$))*/gim,
		' ',
	],
	// Lines of code outside of a fence.
	[
		/^[^\S\n]*(?:def |class |import |from \w+ import |return |const |let |var |function |async |await |console\.)[^\n]*$/gm,
		' ',
	],
	// ReAct's lines, and a call written as lines of `name: value`.
	[
		/^[^\S\n]*(?:[-*][^\S\n])?\*{0,2}(?:Thought|Action|Action Input|Observation|Tool|Function|Arg(?:ument)?s?|Param(?:eter)?s?|Query|Keyword|Input|Output)\*{0,2}\s?:[^\n]*$/gim,
		' ',
	],
	[/^\s*(?:[^\S\n]{0,40}(?:[-*][^\S\n])?[a-z_]\w{1,40}[^\S\n]?:(?:[^\S\n][^\n]*)?(?:\n|$))+$/g, ' '],
	[/^[^\S\n]*(?:(?:model|assistant|user|system)[^\S\n]*:?|[a-z_]\w{1,40}=[^\n]*)$/gim, ' '],
	// The opener of a native call whose tokens were not written as such.
	[/\b(?:call|response|declaration):\w{1,64}(?::\w{1,64})?/g, ' '],
	[/<\/?\|?[a-zA-Z][\w-]{0,40}(?:\s[^<>\n]{0,200})?\|?\/?>|<\|"\|>/g, ' '],
	// What stands for a call by itself: '[Calling tool: x]', 'Tool call:', search_catalog where it is no key.
	[/\b[a-z]\w{0,62}_\w{1,62}`?\*{0,2}\s(?:`[^`\n]{1,200}`|"[^"\n]{1,200}"|'[^'\n]{1,200}')/gi, ' '],
	[/\b[a-z]\w{0,62}_\w{1,62}\s?(?:→|->|=>)[^\n]*/gi, ' '],
	[/\[[a-z]{1,40}_\w{1,40}\s?:[^\]\n]{0,200}\]/gi, ' '],
	[/\[(?:calling|using|running|invoking) [^\]\n]{0,200}\]/gi, ' '],
	[/\b(?:tool|function)(?:[ _-]?(?:call|use|name)s?)?\s?:/gi, ' '],
	[/(?<![<|/])\b[A-Za-z]\w{0,62}_\w{0,62}[A-Za-z0-9]\b(?!["'({:=>|]|\.\w)/g, ' '],
];

/** `"key": "value"` and `key="value"` without the braces around them. */
const LEFTOVER =
	/["']\w{1,64}["']\s?:\s?(?:"[^"\n]{0,500}"?|'[^'\n]{0,500}'?|[\d.]+|true|false|null)|\b\w{1,64}=(?:"[^"\n]{0,500}"|'[^'\n]{0,500}')/g;

const SIGNS = /[*_~#>|`{}[\]]+/g;

/** JSON, and anything else between braces, nested or cut short; a list only where it opens like one of JSON. */
function removeBraces(text: string): string {
	let rest = '';
	let depth = 0;
	let quoted = false;
	for (let index = 0; index < text.length; index += 1) {
		const char = text.charAt(index);
		if (depth === 0) {
			if (char === '{' || (char === '[' && /^\[\s{0,8}["{[]/.test(text.slice(index, index + 12)))) {
				depth = 1;
				quoted = false;
			} else rest += char;
		} else if (quoted) {
			if (char === '\\') index += 1;
			else if (char === '"') quoted = false;
		} else if (char === '"') quoted = true;
		else if (char === '{' || char === '[') depth += 1;
		else if (char === '}' || char === ']') {
			depth -= 1;
			if (depth === 0) rest += ' ';
		}
	}
	return rest;
}
