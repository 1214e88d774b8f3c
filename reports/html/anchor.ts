/** Id of a suite's section. */
export function suiteAnchor(suite: string): string {
	return `suite-${suite}`;
}

/** Id of a sample's row. No suite's name has an underscore, so that no two suites can mean the same row. */
export function sampleAnchor(suite: string, sampleId: string): string {
	return `${suite}_${sampleId}`;
}

/** Ids of a suite's rows in the order in which they are asked for: the first row of a sample has one, its repeats have none. */
export function sampleAnchors(suite: string): (sampleId: string) => string | undefined {
	const given = new Set<string>();
	return (sampleId) => {
		if (given.has(sampleId)) return undefined;
		given.add(sampleId);
		return sampleAnchor(suite, sampleId);
	};
}
