import type { ChatMessage } from '../chat/message.ts';
import { checkTurnOrder } from '../chat/turn-order.ts';
import type { Score } from './sample.ts';

/** Whether the transcript keeps the order of turns (seed 004); the reason is the first rule it breaks. */
export function turnOrderScore(messages: readonly ChatMessage[]): Score {
	const [violation] = checkTurnOrder(messages);
	if (violation === undefined) return { value: true };
	return { value: false, reason: violation.rule, detail: `message ${violation.index + 1}` };
}
