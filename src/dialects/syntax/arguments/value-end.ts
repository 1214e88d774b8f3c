import type { TextCursor } from './text-cursor.ts';

/** By what opens them. */
export const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };
/** A key without quotes, as the source of a regular expression. */
export const KEY: string = String.raw`[^\s:=,{}\[\]()<>"'][^:=,{}\[\]()<>"'\n]{0,63}`;
const NEXT_KEY = new RegExp(String.raw`,\s{0,16}(?:${KEY}|"[^"\n]{1,64}")\s{0,4}[:=]`, 'uy');
const STRUCTURE = /\s*(?:[,}\])]|$)/y;

/**
 * Where a value that nothing quotes ends: at the quote token, a bracket of those that are `open` (their closers,
 * outermost first), the next key or the list's next item. Undefined where the text breaks off before.
 */
export function bareEnd(
	{ text, at: start }: Pick<TextCursor, 'text' | 'at'>,
	quote: string,
	{ open, closed }: { readonly open: readonly string[]; readonly closed: boolean },
): number | undefined {
	const inList = open.at(-1) === ']';
	const inside: string[] = [];
	for (let at = start; at < text.length; at++) {
		const character = text[at] ?? '';
		if (text.startsWith(quote, at)) return at;
		if (character === inside.at(-1)) inside.pop();
		else if (open.includes(character)) return at;
		else if (Object.hasOwn(CLOSERS, character)) inside.push(CLOSERS[character] ?? '');
		else if (character === ',' && (inList || atNextKey(text, at) || atStructure(text, at + 1))) return at;
	}
	return closed ? text.length : undefined;
}

function atNextKey(text: string, at: number): boolean {
	NEXT_KEY.lastIndex = at;
	return NEXT_KEY.test(text);
}

/** Whether only a comma, a closing bracket or the end can follow here. */
export function atStructure(text: string, at: number): boolean {
	STRUCTURE.lastIndex = at;
	return STRUCTURE.test(text);
}

/** The text without the brackets that close what is open, outermost first; the whole text where they do not stand there. */
export function withoutClosers(text: string, open: readonly string[]): string {
	let content = text;
	for (const closer of open) {
		content = content.trimEnd();
		if (!content.endsWith(closer)) return text;
		content = content.slice(0, -1);
	}
	return content;
}
