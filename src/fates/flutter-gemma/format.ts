import type { FateCall } from '../engine-answer.ts';

/** How flutter_gemma finds calls in the text of one kind of model. */
export interface FlutterGemmaFormat {
	/** Whether a token, alone, may begin a call. */
	begins(token: string): boolean;
	/** Whether what was held back since is a whole call, or cannot become one. */
	isComplete(held: string): boolean;
	/** The calls in a text; none where it is words. */
	calls(text: string): readonly FateCall[];
	/** A token that is never shown. */
	readonly hidden?: string;
}
