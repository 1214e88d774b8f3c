import type { Finish, GenerationEvent, ToolCall } from '../model/generation.ts';
import { GenerationOutline } from '../model/generation-outline.ts';
import type { CapturedFinish } from './corpus-line.ts';

/** One generation as the turn loop needs it. */
export interface ReadGeneration {
	/** Its prefix; where nothing was called, all text. */
	readonly text: string;
	/** Calls and malformed calls in the order they were made. */
	readonly attempts: readonly CallAttempt[];
	/** Who stopped the engine before its end: whoever told it to, or the time it was given. */
	readonly stopped?: 'aborted' | 'deadline' | undefined;
	/** Why it ended; absent where the stream ended without a word of it. */
	readonly finish?: CapturedFinish | undefined;
}

export type CallAttempt = Extract<GenerationEvent, { type: 'call' | 'malformed' }>;

export interface GenerationObserver {
	/** Called for every chunk; `soFar` is absent once a call was read, because text behind it is no prefix. */
	onText(chunk: string, soFar: string | undefined): void;
	onCall(prefix: string, call: ToolCall): void;
	/** Called at the end of a generation with a malformed call; `text` is empty beside a call, which told its own. */
	onMalformed(text: string): void;
}

/**
 * Reads the stream to its end, so that the conversation's own history is whole: nothing is dispatched before that, and
 * a stream that throws has had no effect. Throws what the stream throws.
 */
export async function readGeneration(
	events: AsyncIterable<GenerationEvent>,
	observer: GenerationObserver,
): Promise<ReadGeneration> {
	const outline = new GenerationOutline<GenerationEvent>();
	let ended: Finish['unified'] | undefined;
	for await (const event of events) {
		outline.read(event);
		switch (event.type) {
			case 'text':
				observer.onText(event.text, outline.call === undefined ? outline.textBeforeCall : undefined);
				break;
			case 'call':
				observer.onCall(outline.textBeforeCall, event.call);
				break;
			case 'end':
				ended = event.finish.unified;
				break;
			case 'malformed':
			case 'thinking':
				break;
		}
	}
	if (outline.attempts.some(({ type }) => type === 'malformed')) {
		observer.onMalformed(outline.call === undefined ? outline.textBeforeCall : '');
	}
	// A server may end with a call of which it shows nothing.
	const finish = ended === 'tool-call' && outline.attempts.length > 0 ? 'stop' : ended;
	const stopped = ended === 'aborted' || ended === 'deadline' ? ended : undefined;
	return { text: outline.prefix, attempts: outline.attempts, stopped, finish };
}
