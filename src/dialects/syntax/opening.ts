/** Whether something opens at a place of a text: how long it is, not decidable before more text comes, or no. */
export type Match = number | 'maybe' | undefined;

/** One step of an opening: one of several literals, optional white space, or an identifier. */
export type Step = { readonly anyOf: readonly string[] } | 'space' | 'identifier';

const SPACE_AT_MOST = 16;
const IDENTIFIER_AT_MOST = 64;

/** Length of the sequence of steps at `at`. Bounded: an opening is never held back for long. */
export function matchSteps(text: string, at: number, steps: readonly Step[], step = 0): Match {
	const expected = steps[step];
	if (expected === undefined) return 0;
	if (expected === 'space') return afterRun(text, at, steps, step, isSpace, 0, SPACE_AT_MOST);
	if (expected === 'identifier') return afterRun(text, at, steps, step, isNameCharacter, 1, IDENTIFIER_AT_MOST);
	let undecided = false;
	for (const literal of expected.anyOf) {
		const match = matchLiteral(text, at, literal);
		const rest = typeof match === 'number' ? add(match, matchSteps(text, at + match, steps, step + 1)) : match;
		if (typeof rest === 'number') return rest;
		if (rest === 'maybe') undecided = true;
	}
	return undecided ? 'maybe' : undefined;
}

/** Whether the literal stands at `at`, in full or as far as the text goes. */
export function matchLiteral(text: string, at: number, literal: string): Match {
	if (text.startsWith(literal, at)) return literal.length;
	const left = text.length - at;
	return left < literal.length && literal.startsWith(text.slice(at)) ? 'maybe' : undefined;
}

export function isSpace(character: string): boolean {
	return character === ' ' || character === '\n' || character === '\t' || character === '\r';
}

export function isNameCharacter(character: string): boolean {
	return /[\p{L}\p{N}_.-]/u.test(character);
}

/** A run is greedy; it is undecided while it could still grow. */
function afterRun(
	text: string,
	at: number,
	steps: readonly Step[],
	step: number,
	inRun: (character: string) => boolean,
	atLeast: number,
	atMost: number,
): Match {
	let length = 0;
	while (length < atMost && at + length < text.length && inRun(text[at + length] ?? '')) length++;
	if (at + length === text.length && length < atMost) return 'maybe';
	return length < atLeast ? undefined : add(length, matchSteps(text, at + length, steps, step + 1));
}

function add(length: number, match: Match): Match {
	return typeof match === 'number' ? length + match : match;
}
