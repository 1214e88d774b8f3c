/** Whether a habit is to be built or broken. */
export type HabitType = 'build' | 'break';

/** One row of the pattern catalog; the few-shot pool. */
export interface FramePattern {
	readonly id: string;
	readonly title: string;
	/** Absent: fits both. */
	readonly habitType?: HabitType;
	readonly keywords: readonly string[];
	readonly levelL0Example: string;
	readonly levelL2Example: string;
	readonly levelL3Example: string;
}
