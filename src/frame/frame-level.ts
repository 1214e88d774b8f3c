/**
 * L0 avoidance, L1 negated command, L2 conditional positive, L3 identity. Only L2 and L3 are valid habit frames.
 */
export type FrameLevel = 'L0' | 'L1' | 'L2' | 'L3';

export const FRAME_LEVELS: readonly FrameLevel[] = ['L0', 'L1', 'L2', 'L3'];

export function isFrameLevel(value: unknown): value is FrameLevel {
	return FRAME_LEVELS.includes(value as FrameLevel);
}
