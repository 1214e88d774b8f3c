/** Memory that a process has, at a moment. */
export interface MemoryPoint {
	/** Since the watch began. */
	readonly seconds: number;
	readonly bytes: number;
}

/** Resident sets of a run when it is warm and when it ends, bytes: the median of a fifth of its points each. */
export interface MemoryGrowth {
	readonly warm: number;
	readonly end: number;
}

/** The fifth behind the warm-up beside the last; undefined for fewer points than that takes. */
export function memoryGrowth(points: readonly MemoryPoint[]): MemoryGrowth | undefined {
	if (points.length < LEAST_POINTS) return undefined;
	const part = (from: number): number => {
		const bytes = points.slice(from * points.length, (from + PART) * points.length).map((point) => point.bytes);
		return bytes.toSorted((one, other) => one - other)[Math.floor(bytes.length / 2)] ?? 0;
	};
	return { warm: part(WARM_UP), end: part(1 - PART) };
}

/** What a run's memory may grow by behind its warm-up, as a share. */
export const MOST_GROWTH = 0.1;

export function isFlat({ warm, end }: MemoryGrowth): boolean {
	return end <= (1 + MOST_GROWTH) * warm;
}

/** A shorter run ends before its code is compiled and its caches are full, however long it takes on a busy machine. */
export const LEAST_SAMPLES = 1500;

const PART = 0.2;
const LEAST_POINTS = 5;
/** Share of the points until caches are full and the compiler has done its work. */
const WARM_UP = 0.2;
