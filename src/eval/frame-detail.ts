import type { FrameLevel } from '../frame/frame-level.ts';

/** One candidate as the model returned it, with the validator's word on it. */
export interface FrameCandidateDetail {
	/** As claimed, known level or not. */
	readonly claimedLevel?: string;
	readonly level?: FrameLevel;
	readonly framedText?: string;
	readonly confidence?: number;
	/** `surplus`: good, but behind the third. */
	readonly status: 'accepted' | 'warned' | 'rejected' | 'surplus';
	/** Of a rejection: `malformed`, `wrong-level`, `hard-avoid`, `length`. Of a warning: the validator's word. */
	readonly reason?: string;
	/** The offending words, as ranges [start, end) of UTF-16 units in `framedText`. */
	readonly offending: readonly { readonly start: number; readonly end: number }[];
}
