import { similarity } from './prefix/similarity.ts';

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
