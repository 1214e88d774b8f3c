import { errorType } from '../errors/error-type.ts';
import { appWords } from '../text/app-words/app-words.ts';
import type { ToolResult } from '../tool/result.ts';
import type { McpSdk } from './mcp-sdk.ts';

/** What went wrong on the way to an answer. */
export type CallFailure =
	/** Nothing came within the time of the server. */
	| 'mcp_timeout'
	/** The server has ended, or cannot be reached. */
	| 'mcp_closed'
	/** What came is no JSON, no MCP, or not what the tool's own output schema says. */
	| 'mcp_invalid'
	/** The server's message was too long to be read. */
	| 'mcp_too_large'
	/** The address answered as no MCP server does. */
	| 'mcp_http'
	| 'mcp_failed';

/** Which failure was thrown; absent where the server itself has answered with a JSON-RPC error. */
export function callFailure(thrown: unknown, sdk: McpSdk): CallFailure | undefined {
	if (thrown instanceof sdk.ProtocolError) return OWN_CHECK.test(thrown.message) ? 'mcp_invalid' : undefined;
	if (thrown instanceof sdk.SdkHttpError) return 'mcp_http';
	if (thrown instanceof sdk.SdkError) return BY_CODE[thrown.code] ?? 'mcp_failed';
	if (thrown instanceof MessageTooLarge) return 'mcp_too_large';
	const type = errorType(thrown);
	if (type === 'SyntaxError' || type === 'ZodError') return 'mcp_invalid';
	// What fetch throws where nobody listens, or the connection breaks.
	return type === 'TypeError' ? 'mcp_closed' : 'mcp_failed';
}

/** A message of a server beyond what is read. */
export class MessageTooLarge extends Error {
	constructor() {
		super('the message is too large');
		this.name = 'MessageTooLarge';
	}
}

/** The failure as the model reads it. */
export function failedCall(code: CallFailure, timeoutMs: number, language: string | undefined): ToolResult {
	const words = appWords(language);
	const reasons: Readonly<Record<CallFailure, string>> = {
		mcp_timeout: words.serverSilent(timeoutMs / 1000),
		mcp_closed: words.serverGone,
		mcp_invalid: words.answerUnreadable,
		mcp_too_large: words.answerUnreadable,
		mcp_http: words.serverGone,
		mcp_failed: words.answerUnreadable,
	};
	return { type: 'error', code, reason: reasons[code], kind: 'exception' };
}

/** The SDK checks answers against the tool's output schema, and throws what is wrong as if the server had said it. */
const OWN_CHECK = /output ?schema|structured content/iu;

const BY_CODE: Readonly<Record<string, CallFailure>> = {
	REQUEST_TIMEOUT: 'mcp_timeout',
	CONNECTION_CLOSED: 'mcp_closed',
	NOT_CONNECTED: 'mcp_closed',
	SEND_FAILED: 'mcp_closed',
	INVALID_RESULT: 'mcp_invalid',
	// A page, such as one that asks for a login.
	CLIENT_HTTP_UNEXPECTED_CONTENT: 'mcp_invalid',
	UNSUPPORTED_RESULT_TYPE: 'mcp_invalid',
};
