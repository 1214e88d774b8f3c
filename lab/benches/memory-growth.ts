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

/**
 * The fifth after the warm-up beside the last, of a run of so many samples, at least {@link LEAST_SAMPLES}. Undefined for
 * fewer points than that takes.
 */
export function memoryGrowth(points: readonly MemoryPoint[], samples: number): MemoryGrowth | undefined {
	if (points.length < LEAST_POINTS) return undefined;
	const part = (from: number): number => {
		const bytes = points.slice(from * points.length, (from + PART) * points.length).map((point) => point.bytes);
		return bytes.toSorted((one, other) => one - other)[Math.floor(bytes.length / 2)] ?? 0;
	};
	return { warm: part(WARM_UP_SAMPLES / samples), end: part(1 - PART) };
}

/** What a run's memory may grow by after its warm-up, as a share. */
export const MOST_GROWTH = 0.1;

export function isFlat({ warm, end }: MemoryGrowth): boolean {
	return end <= (1 + MOST_GROWTH) * warm;
}

/** Until code is compiled, caches are full and V8 has found the size of its heap, whatever the machine does beside. */
const WARM_UP_SAMPLES = 1000;
/** Samples of a run that is long enough to be judged. */
export const LEAST_SAMPLES: number = 2 * WARM_UP_SAMPLES;

const PART = 0.2;
const LEAST_POINTS = 5;
