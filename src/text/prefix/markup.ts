import { readRules, rewriter } from '../rules.ts';
import rows from './markup.rules.json' with { type: 'json' };
import spans from './markup-spans.rules.json' with { type: 'json' };

const RULES = readRules(rows);

/** Any tag that models of any family open or close a thought with, when its tokens come as text; not the name of a link. */
export const THOUGHT_TAG: RegExp = RULES.thoughtTag;

/** The text without its thoughts, from the first one's opening to the last one's end, where an answer stands after. */
export function withoutClosedThoughts(text: string): string {
	const opener = text.search(RULES.opener);
	const closer = Array.from(text.matchAll(RULES.closer)).at(-1);
	if (opener === -1 || closer === undefined || closer.index <= opener) return text;
	const answer = text.slice(closer.index + closer[0].length);
	return /[가-힣A-Za-z]/.test(answer) ? text.slice(0, opener) + answer : text;
}

/**
 * What a person would read of a model's text: without thinking, leaked tool calls and responses (of any dialect, cut
 * short or not), code, JSON, tags and Markdown signs. The text of links and emphasis stays.
 */
export function removeMarkup(text: string): string {
	return removeBraces(removeSpans(text)).replace(RULES.leftover, ' ').replace(RULES.signs, ' ').trim();
}

/** Whole spans, from their opener to their closer or, where it never came, to the end. Order matters. */
const removeSpans = rewriter(spans);

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
