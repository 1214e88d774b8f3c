/** How often each reason occurred, most frequent first, then by name. */
export type ReasonCounts = readonly { readonly reason: string; readonly count: number }[];

export function countReasons(reasons: Iterable<string | undefined>): ReasonCounts {
	const counts = new Map<string, number>();
	for (const reason of reasons) {
		if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
	}
	return Array.from(counts, ([reason, count]) => ({ reason, count })).sort(
		(first, second) => second.count - first.count || (first.reason < second.reason ? -1 : 1),
	);
}
