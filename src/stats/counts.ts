/** How often each reason occurred, most frequent first, then by name. */
export type ReasonCounts = readonly { readonly reason: string; readonly count: number }[];

export function countReasons(reasons: Iterable<string | undefined>): ReasonCounts {
	const counts = new Map<string, number>();
	for (const reason of reasons) {
		if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
	}
	return inOrder(counts);
}

/** Merges counts of the same reason. */
export function sumReasons(all: ReasonCounts): ReasonCounts {
	const counts = new Map<string, number>();
	for (const { reason, count } of all) counts.set(reason, (counts.get(reason) ?? 0) + count);
	return inOrder(counts);
}

/** Total count. */
export function countOf(reasons: ReasonCounts): number {
	return reasons.reduce((sum, { count }) => sum + count, 0);
}

function inOrder(counts: ReadonlyMap<string, number>): ReasonCounts {
	return Array.from(counts, ([reason, count]) => ({ reason, count })).sort(
		(first, second) => second.count - first.count || (first.reason < second.reason ? -1 : 1),
	);
}
