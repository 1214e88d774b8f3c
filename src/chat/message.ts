import type { ReflectionRole } from '../model/conversation.ts';
import type { MalformedReason, ToolCall } from '../model/generation.ts';
import type { ToolResult } from '../tool/result.ts';

/** What the app keeps of the conversation, append-only. */
export type ChatMessage =
	| { readonly role: 'user'; readonly text: string }
	| { readonly role: 'model'; readonly text: string }
	| { readonly role: 'tool-call'; readonly call: ToolCall; readonly result: ToolResult }
	/** Text that opened like a call and could not be read as one. */
	| { readonly role: 'malformed-call'; readonly reason: MalformedReason; readonly raw: string }
	/** Reflection: sent to the model behind the results of failed calls, as its own words where the model's turn can carry them. */
	| { readonly role: 'reflection'; readonly text: string; readonly sentAs?: ReflectionRole | undefined }
	| { readonly role: 'system'; readonly text: string };

/** Whether it is one of these, by its role and the kinds of its fields. */
export function isChatMessage(message: unknown): boolean {
	if (typeof message !== 'object' || message === null) return false;
	const fields = message as Readonly<Record<string, unknown>>;
	const role = String(fields.role);
	if (!Object.hasOwn(FIELDS, role)) return false;
	const [texts, objects] = FIELDS[role as ChatMessage['role']];
	return (
		texts.every((name) => typeof fields[name] === 'string') &&
		objects.every((name) => typeof fields[name] === 'object' && fields[name] !== null)
	);
}

/** By role the fields that are text, and those that are objects. */
const FIELDS: Readonly<Record<ChatMessage['role'], readonly [texts: readonly string[], objects: readonly string[]]>> = {
	user: [['text'], []],
	model: [['text'], []],
	system: [['text'], []],
	reflection: [['text'], []],
	'malformed-call': [['reason', 'raw'], []],
	'tool-call': [[], ['call', 'result']],
};
