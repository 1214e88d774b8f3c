import { checkTurnOrder } from '../chat/turn-order.ts';
import type { Score, Transcript } from './sample.ts';

/**
 * Whether the transcript keeps the order of turns (seed 004); the reason is the first rule it breaks. No score where a
 * captured run does not tell what the app kept.
 */
export function turnOrderScore({ messages }: Transcript): { readonly turnOrder?: Score } {
	if (messages === undefined) return {};
	const [violation] = checkTurnOrder(messages);
	if (violation === undefined) return { turnOrder: { value: true } };
	const detail = `message ${violation.index + 1}`;
	return { turnOrder: { value: false, reason: violation.rule, detail } };
}
