/** How a prompt that was continued differs from the same conversation rendered anew. */
export interface FidelityDifference {
	/**
	 * `same-but-openings`: the same apart from what opened earlier turns of the model, such as an empty thought, which the
	 * model saw and the template drops from the history.
	 */
	readonly outcome: 'same' | 'same-but-openings' | 'differs';
	/** The first difference apart from those: characters from the beginning, and what stands there. */
	readonly difference?: { readonly at: number; readonly ours: string; readonly template: string };
}

const EXCERPT = 40;

/** `opening` is what the template writes after the dialect's own opening of a model turn. */
export function fidelityDifference(ours: string, theirs: string, opening: string): FidelityDifference {
	if (ours === theirs) return { outcome: 'same' };
	const [one, two] = [withoutOpenings(ours, opening), withoutOpenings(theirs, opening)];
	if (one === two) return { outcome: 'same-but-openings' };
	let at = 0;
	while (one[at] === two[at]) at++;
	const excerpt = (text: string): string => text.slice(at, at + EXCERPT);
	return { outcome: 'differs', difference: { at, ours: excerpt(one), template: excerpt(two) } };
}

function withoutOpenings(prompt: string, opening: string): string {
	if (opening === '') return prompt;
	const last = prompt.endsWith(opening) ? opening : '';
	return prompt.slice(0, prompt.length - last.length).replaceAll(opening, '') + last;
}
