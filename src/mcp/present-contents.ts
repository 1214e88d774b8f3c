import type { JSONRPCMessage } from '@modelcontextprotocol/client';

/** The message without contents that are null: they are none, and some servers write it so, which the SDK refuses. */
export function presentContents(message: JSONRPCMessage): JSONRPCMessage {
	if (!('result' in message)) return message;
	const { content, structuredContent, ...rest } = message.result;
	if (content !== null && structuredContent !== null) return message;
	const structured = structuredContent !== undefined && structuredContent !== null && { structuredContent };
	return { ...message, result: { ...rest, ...(content !== undefined && { content: content ?? [] }), ...structured } };
}
