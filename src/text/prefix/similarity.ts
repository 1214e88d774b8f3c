import { compactText } from '../normalize-text.ts';

/**
 * How alike two texts are, 0 to 1: one minus the Levenshtein distance over the longer length, counted in characters
 * (Hangul in whole syllables) of {@link compactText}. Two texts without letters or digits are alike. Only the first
 * 500 characters of each are read, so the cost is bounded.
 */
export function similarity(a: string, b: string): number {
	const left = clip(a);
	const right = clip(b);
	const longer = Math.max(left.length, right.length);
	return longer === 0 ? 1 : 1 - levenshtein(left, right) / longer;
}

const MAX_CHARACTERS = 500;

function clip(text: string): readonly string[] {
	return Array.from(compactText(text.slice(0, 8 * MAX_CHARACTERS))).slice(0, MAX_CHARACTERS);
}

/** Wagner-Fischer with one row. */
function levenshtein(a: readonly string[], b: readonly string[]): number {
	let row = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (const [i, from] of a.entries()) {
		const next = [i + 1];
		for (const [j, to] of b.entries()) {
			const replaced = (row[j] ?? 0) + (from === to ? 0 : 1);
			next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
		}
		row = next;
	}
	return row[b.length] ?? 0;
}
