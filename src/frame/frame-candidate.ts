import type { FrameLevel } from './frame-level.ts';
import type { HabitType } from './rules/frame-pattern.ts';

/** What the user asks to have reframed. */
export interface SuggestFrameInput {
	/** 1 to 200 UTF-16 units after trimming, NFC. */
	readonly rawText: string;
	readonly habitType: HabitType;
	/** Such as '아침 양치 후'. */
	readonly anchorHint?: string | undefined;
}

/** One frame the model proposes. */
export interface FrameCandidate {
	readonly level: FrameLevel;
	/** Trimmed, 1 to 120 UTF-16 units. */
	readonly framedText: string;
	/** 0 to 1; 0.5 where the model gave none. */
	readonly confidence: number;
	readonly sourcePatternId?: string;
}
