import type { ToolResult } from '../tool/tool.ts';
import type { ChatMessage } from './turn-loop.ts';

/** Where a transcript breaks the order of turns. `index` is the message's place. */
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
 * Proves of a transcript what model APIs demand: a function-call turn follows a user turn or a
 * function-response turn, and every call has exactly one response. Empty: all is well. Text pushed before a call
 * belongs to the call's own turn; system messages are the app's and never reach the model. Transcripts may come from a
 * log, so shapes are not trusted.
 */
export function checkTurnOrder(messages: readonly ChatMessage[]): readonly TurnOrderViolation[] {
	const violations: TurnOrderViolation[] = [];
	const answered = new Set<string>();
	let last: LastTurn = 'nothing';
	for (const [index, message] of messages.entries()) {
		const rule = brokenRule(message, last, answered);
		if (rule !== undefined) violations.push({ index, rule });
		if (message?.role === 'tool-call') answered.add(message.call?.id);
		last = nextTurn(message, last);
	}
	return violations;
}

/** `spoken`: the model said something that has no answer yet, so that only its own call or the user can follow. */
type LastTurn = 'nothing' | 'user' | 'response' | 'spoken';

function brokenRule(message: ChatMessage, last: LastTurn, answered: ReadonlySet<string>): TurnOrderRule | undefined {
	switch (message?.role) {
		case 'model':
			return last === 'user' || last === 'response' ? undefined : 'model-out-of-turn';
		case 'malformed-call':
			return last === 'nothing' ? 'call-out-of-turn' : undefined;
		case 'tool-call':
			if (last === 'nothing') return 'call-out-of-turn';
			if (!RESPONSES.has(message.result?.type)) return 'dangling-call';
			return answered.has(message.call?.id) ? 'duplicate-response' : undefined;
		case 'reflection':
			return last === 'response' ? undefined : 'reflection-out-of-turn';
		default:
			return undefined;
	}
}

/** Types of a result. */
const RESPONSES: ReadonlySet<string> = new Set(['ok', 'error', 'cancelled'] satisfies ToolResult['type'][]);

function nextTurn(message: ChatMessage, last: LastTurn): LastTurn {
	switch (message?.role) {
		case 'user':
		case 'reflection':
			// A reflection goes on from the responses, in the model's turn or as a user's: the next generation starts after it.
			return 'user';
		case 'model':
			return 'spoken';
		case 'malformed-call':
			// After a response it may belong to the generation of that call, which goes on.
			return last === 'response' ? 'response' : 'spoken';
		case 'tool-call':
			return 'response';
		default:
			return last;
	}
}
