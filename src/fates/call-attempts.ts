import type { ParsedSpan } from '../dialects/dialect.ts';
import { dialectNamed } from '../dialects/dialects.ts';

/** A call, or what was meant as one, in a generation's raw text. */
export type Attempt = Extract<ParsedSpan, { readonly type: 'call' | 'malformed' }>;

/** What our own lenient reading takes for calls, read or not. */
export function attemptsIn(pieces: readonly string[], dialect: string): readonly Attempt[] {
	const before = known.get(pieces);
	if (before?.dialect === dialect) return before.attempts;
	const parser = dialectNamed(dialect).parser('lenient');
	const attempts = [...parser.push(pieces.join('')), ...parser.end()].filter(
		(span): span is Attempt => span.type === 'call' || span.type === 'malformed',
	);
	known.set(pieces, { dialect, attempts });
	return attempts;
}

/** Every engine asks for the same generation. */
const known = new WeakMap<readonly string[], { readonly dialect: string; readonly attempts: readonly Attempt[] }>();

/** Deeper than any call means it, and deep enough to end a reader that recurses. */
const MAX_DEPTH = 200;

/** Whether brackets nest deeper than any call's. */
export function nestsTooDeep(pieces: readonly string[]): boolean {
	const before = knownDeep.get(pieces) ?? isDeep(pieces.join(''));
	knownDeep.set(pieces, before);
	return before;
}

const knownDeep = new WeakMap<readonly string[], boolean>();

function isDeep(text: string): boolean {
	let depth = 0;
	for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
		depth += bracket === '{' || bracket === '[' ? 1 : -1;
		if (depth > MAX_DEPTH) return true;
	}
	return false;
}
