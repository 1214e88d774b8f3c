import type { ToolResult } from '../tool/tool.ts';
import type { ChatMessage } from './turn-loop.ts';

/** A broken rule and the index of its message. */
interface TurnOrderViolation {
	readonly index: number;
	readonly rule: TurnOrderRule;
}

export type TurnOrderRule =
	/** A call that follows neither a user turn nor a function response, nor text of its own model turn. */
	| 'call-out-of-turn'
	/** Model text that answers nothing. */
	| 'model-out-of-turn'
	/** A reflection that follows no function response. */
	| 'reflection-out-of-turn'
	/** A call without its response. */
	| 'dangling-call'
	/** A second response to the same call. */
	| 'duplicate-response';

/**
 * Checks what model APIs require: a call follows a user turn or a response, and has exactly one response. Text before a call
 * belongs to its turn; system messages never reach the model. Returns all violations.
 */
export function checkTurnOrder(messages: readonly ChatMessage[]): readonly TurnOrderViolation[] {
	const violations: TurnOrderViolation[] = [];
	const answered = new Set<string>();
	let last: LastTurn = 'nothing';
	for (const [index, message] of messages.entries()) {
		const rule = brokenRule(message, last, answered);
		if (rule !== undefined) violations.push({ index, rule });
		if (message.role === 'tool-call') answered.add(message.call.id);
		last = nextTurn(message, last);
	}
	return violations;
}

/** `spoken`: text of the model, which only its call or the user can follow. */
type LastTurn = 'nothing' | 'user' | 'response' | 'spoken';

function brokenRule(message: ChatMessage, last: LastTurn, answered: ReadonlySet<string>): TurnOrderRule | undefined {
	switch (message.role) {
		case 'model':
			return last === 'user' || last === 'response' ? undefined : 'model-out-of-turn';
		case 'malformed-call':
			return last === 'nothing' ? 'call-out-of-turn' : undefined;
		case 'tool-call':
			if (last === 'nothing') return 'call-out-of-turn';
			if (!RESPONSES.has(message.result.type)) return 'dangling-call';
			return answered.has(message.call.id) ? 'duplicate-response' : undefined;
		case 'reflection':
			return last === 'response' ? undefined : 'reflection-out-of-turn';
		default:
			return undefined;
	}
}

const RESPONSES: ReadonlySet<string> = new Set(['ok', 'error', 'cancelled'] satisfies ToolResult['type'][]);

function nextTurn(message: ChatMessage, last: LastTurn): LastTurn {
	switch (message.role) {
		case 'user':
		case 'reflection':
			// The next generation starts after a reflection.
			return 'user';
		case 'model':
			return 'spoken';
		case 'malformed-call':
			// After a response it may belong to the same generation as that call.
			return last === 'response' ? 'response' : 'spoken';
		case 'tool-call':
			return 'response';
		default:
			return last;
	}
}
