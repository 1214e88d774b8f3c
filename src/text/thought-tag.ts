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
export const THOUGHTS: RegExp = new RegExp(String.raw`${OPENER}[\s\S]{0,8000}?${CLOSER}|(?=<)${OPENER}[\s\S]*$`, 'giu');

/** The text without its thoughts, from the first one's opening to the last one's end, where an answer stands behind. */
export function withoutClosedThoughts(text: string): string {
	const opener = text.search(new RegExp(OPENER, 'iu'));
	const closer = Array.from(text.matchAll(new RegExp(CLOSER, 'giu'))).at(-1);
	if (opener === -1 || closer === undefined || closer.index <= opener) return text;
	const answer = text.slice(closer.index + closer[0].length);
	return /[가-힣A-Za-z]/.test(answer) ? text.slice(0, opener) + answer : text;
}
