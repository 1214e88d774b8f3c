import { similarity } from './prefix/sentence.ts';

/** The known name that a misspelt one most likely means; absent where none is near. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
	let nearest: string | undefined;
	let best = NEAR;
	for (const candidate of known) {
		const likeness = similarity(name, candidate);
		if (likeness < best || (likeness === best && nearest !== undefined)) continue;
		nearest = candidate;
		best = likeness;
	}
	return nearest;
}

/** `; did you mean 'x'?`, or nothing. */
export function didYouMean(name: string, known: Iterable<string>): string {
	const nearest = nearestName(name, known);
	return nearest === undefined ? '' : `; did you mean '${nearest}'?`;
}

/** Two letters of five may differ: 'hist' is near 'hits', 'tool' is not near 'seed'. */
const NEAR = 0.5;

/**
 * The known name of which this one is most likely a slip of the hand; absent where it may as well be another name. Names of one
 * family (`tools-a`, `tools-ko`, `turn-2`) differ in digits or in a short word, and are no slips of each other.
 */
export function misspeltName(name: string, known: Iterable<string>): string | undefined {
	for (const candidate of known) if (isSlip([...name], [...candidate])) return candidate;
	return undefined;
}

/** One letter too many, too few or wrong, or two swapped. */
function isSlip(a: readonly string[], b: readonly string[]): boolean {
	let start = 0;
	while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
	let end = 0;
	while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
	const [own, other] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
	const swapped = own.length === 2 && own.join('') === other.toReversed().join('');
	if (!swapped && (own.length > 1 || other.length > 1 || own.length + other.length === 0)) return false;
	if (![...own, ...other].every((character) => LETTER.test(character))) return false;
	return Math.max(wordAt(a, start).length, wordAt(b, start).length) >= WORD;
}

/** The word around, or next to, a place of a name. */
function wordAt(name: readonly string[], place: number): readonly string[] {
	let [from, to] = [place, place];
	while (from > 0 && LETTER.test(name[from - 1] ?? '')) from -= 1;
	while (to < name.length && LETTER.test(name[to] ?? '')) to += 1;
	return name.slice(from, to);
}

const LETTER = /^\p{L}$/u;
/** A letter of a shorter word makes another word of it. */
const WORD = 4;
