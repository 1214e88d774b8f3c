import type { Dialect } from '../dialect.ts';

/** How a prompt that was continued differs from the same conversation rendered anew. */
export interface FidelityDifference {
	/**
	 * `same-but-openings`: the same apart from what opened earlier turns of the model, such as an empty thought;
	 * `same-but-thoughts`: and apart from its thoughts in turns before the user's last one. The model saw both, and the
	 * template leaves both out of the history.
	 */
	readonly outcome: 'same' | 'same-but-openings' | 'same-but-thoughts' | 'differs';
	/** The first difference apart from those: characters from the beginning, and what stands there. */
	readonly difference?: { readonly at: number; readonly ours: string; readonly template: string };
}

const EXCERPT = 40;

/** `opening` is what the template writes behind the dialect's own opening of a model turn. */
export function fidelityDifference(
	ours: string,
	theirs: string,
	dialect: Pick<Dialect, 'nextUserTurn' | 'thinking'>,
	opening: string,
): FidelityDifference {
	if (ours === theirs) return { outcome: 'same' };
	const [one, two] = [withoutOpenings(ours, opening), withoutOpenings(theirs, opening)];
	if (one === two) return { outcome: 'same-but-openings' };
	const [first, second] = [withoutEarlierThoughts(one, dialect), withoutEarlierThoughts(two, dialect)];
	if (first === second) return { outcome: 'same-but-thoughts' };
	let at = 0;
	while (first[at] === second[at]) at++;
	const excerpt = (text: string): string => text.slice(at, at + EXCERPT);
	return { outcome: 'differs', difference: { at, ours: excerpt(first), template: excerpt(second) } };
}

function withoutOpenings(prompt: string, opening: string): string {
	if (opening === '') return prompt;
	const last = prompt.endsWith(opening) ? opening : '';
	return prompt.slice(0, prompt.length - last.length).replaceAll(opening, '') + last;
}

function withoutEarlierThoughts(
	prompt: string,
	{ nextUserTurn, thinking }: Pick<Dialect, 'nextUserTurn' | 'thinking'>,
): string {
	if (thinking === undefined) return prompt;
	const turn = nextUserTurn('A').split('A')[0] ?? '';
	const last = Math.max(0, prompt.lastIndexOf(turn));
	const thought = new RegExp(`${escaped(thinking.open)}[^]*?${escaped(thinking.close)}`, 'gu');
	return prompt.slice(0, last).replaceAll(thought, '') + prompt.slice(last);
}

function escaped(text: string): string {
	return text.replaceAll(/[|\\{}()[\]^$+*?.]/gu, '\\$&');
}
