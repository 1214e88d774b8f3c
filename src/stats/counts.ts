/** How often each reason occurred, most frequent first, then by name. */
export type ReasonCounts = readonly { readonly reason: string; readonly count: number }[];

export function countReasons(reasons: Iterable<string | undefined>): ReasonCounts {
	const counts = new Map<string, number>();
	for (const reason of reasons) {
		if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
	}
	return inOrder(counts);
}

/** Counts of several places as one list. */
export function sumReasons(all: ReasonCounts): ReasonCounts {
	const counts = new Map<string, number>();
	for (const { reason, count } of all) counts.set(reason, (counts.get(reason) ?? 0) + count);
	return inOrder(counts);
}

/** How many they are together. */
export function countOf(reasons: ReasonCounts): number {
	return reasons.reduce((sum, { count }) => sum + count, 0);
}

function inOrder(counts: ReadonlyMap<string, number>): ReasonCounts {
	return Array.from(counts, ([reason, count]) => ({ reason, count })).sort(
		(first, second) => second.count - first.count || (first.reason < second.reason ? -1 : 1),
	);
}

/** Uniform numbers in [0, 1), the same for the same seed on every machine (mulberry32). Not for secrets. */
export function seededRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let t = state;
		t = Math.imul(t ^ (t >>> 15), t | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
	};
}
