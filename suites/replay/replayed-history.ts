import type { HistoryMessage } from '../../src/index.ts';
import type { ReplaySample } from './sample.ts';

/** What becomes of the text before a call when its turn is history: the arms of the suite. */
export const REPLAY_ARMS = ['push', 'discard', 'merged'] as const;
export type ReplayArm = (typeof REPLAY_ARMS)[number];

/**
 * The first turn as history. `push`: the prefix is a message of its own before the call; `discard`: it is gone;
 * `merged`: as flutter_gemma keeps it, prefix and closing words in one text behind the response.
 */
export function replayedHistory(
	{ before, prefix, call, closing }: ReplaySample,
	arm: ReplayArm,
): readonly HistoryMessage[] {
	const id = 'call-0';
	const called = { id, type: 'function', function: { name: call.tool, arguments: call.arguments } } as const;
	return [
		{ role: 'user', content: before },
		...(arm === 'push' ? [{ role: 'assistant', content: prefix } as const] : []),
		{ role: 'assistant', content: '', tool_calls: [called] },
		{ role: 'tool', tool_call_id: id, name: call.tool, content: call.response },
		{ role: 'assistant', content: arm === 'merged' ? `${prefix} ${closing}` : closing },
	];
}
