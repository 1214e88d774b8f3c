/** One prompt over its epochs. */
export interface PromptOutcome {
	readonly id: string;
	readonly input: string;
	/** Epochs judged, and those that hit. */
	readonly epochs: number;
	readonly hits: number;
	/** More than half of the planned epochs hit; a tie is a miss. Absent while the epochs left out could decide. */
	readonly hit?: boolean;
}

/** Joins the epochs of each prompt by majority, in order of first appearance. */
export function promptOutcomes(
	rows: readonly { readonly id: string; readonly input: string; readonly hit: boolean }[],
	planned: number,
): readonly PromptOutcome[] {
	return Array.from(
		Map.groupBy(rows, (row) => row.id),
		([id, group]) => {
			const hits = group.filter((row) => row.hit).length;
			const hit = majority(hits, group.length - hits, planned);
			return { id, input: group[0]?.input ?? '', epochs: group.length, hits, ...(hit === undefined ? {} : { hit }) };
		},
	);
}

function majority(hits: number, misses: number, planned: number): boolean | undefined {
	if (hits * 2 > planned) return true;
	return misses * 2 >= planned ? false : undefined;
}
