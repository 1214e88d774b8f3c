/**
 * Of a CSV the line, 1-based, in which a quoted cell begins that is never closed, or goes on behind its closing quote: a
 * parser tells the line in which it noticed. Absent where there is none.
 */
export function lineOfBrokenQuote(text: string, separator: string): number | undefined {
	const blank = separator === '\t' ? ' *' : '[ \\t]*';
	const opening = new RegExp(`${blank}"`, 'uy');
	const ending = new RegExp(`${blank}(?:${separator}|\\n|$)`, 'uy');
	const plain = new RegExp(`[^${separator}\\n]*(?:${separator}|\\n|$)`, 'uy');
	for (let at = 0; at < text.length; ) {
		const within = endOf(opening, text, at);
		const behind = within === undefined ? undefined : behindQuotes(text, within);
		const next = within === undefined ? endOf(plain, text, at) : behind && endOf(ending, text, behind);
		if (next === undefined) return text.slice(0, at).split('\n').length;
		at = next;
	}
	return undefined;
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
	pattern.lastIndex = at;
	return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Behind the quote that closes a cell; two of them are one of its text. No pattern: it could be longer than a stack. */
function behindQuotes(text: string, from: number): number | undefined {
	let at = text.indexOf('"', from);
	while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
	return at === -1 ? undefined : at + 1;
}
