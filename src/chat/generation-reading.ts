import type { GenerationEvent, ToolCall } from '../model/generation.ts';

/** One generation as the turn loop needs it. */
export interface ReadGeneration {
	/** Text before the first call; before the first malformed call where no call could be read; else all text. */
	readonly text: string;
	/** Calls and malformed calls in the order they were made. */
	readonly attempts: readonly CallAttempt[];
	/** The engine stopped because it was told to. */
	readonly aborted: boolean;
}

export type CallAttempt = Extract<GenerationEvent, { type: 'call' | 'malformed' }>;

export interface GenerationObserver {
	/** Called for every chunk; `soFar` is absent once a call was read, because text behind it is no prefix. */
	onText(chunk: string, soFar: string | undefined): void;
	onCall(prefix: string, call: ToolCall): void;
}

/**
 * Reads the stream to its end, so that the conversation's own history is whole: nothing is dispatched before that, and
 * a stream that throws has had no effect. Throws what the stream throws.
 */
export async function readGeneration(
	events: AsyncIterable<GenerationEvent>,
	observer: GenerationObserver,
): Promise<ReadGeneration> {
	const attempts: CallAttempt[] = [];
	let text = '';
	let beforeMalformed: string | undefined;
	let called = false;
	let aborted = false;
	for await (const event of events) {
		switch (event.type) {
			case 'text':
				if (!called) text += event.text;
				observer.onText(event.text, called ? undefined : text);
				break;
			case 'call':
				called = true;
				attempts.push(event);
				observer.onCall(text, event.call);
				break;
			case 'malformed':
				beforeMalformed ??= text;
				attempts.push(event);
				break;
			case 'end':
				aborted = event.finish.unified === 'aborted';
				break;
			case 'thinking':
				break;
		}
	}
	return { text: called ? text : (beforeMalformed ?? text), attempts, aborted };
}
