import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import { errorType } from '../base/thrown.ts';
import { appWords } from '../text/app-words.ts';
import { mcpResponseToToolResult, normalizeMcpResponse } from '../tool/mcp-response.ts';
import type { ToolResult } from '../tool/tool.ts';
import type { McpSdk } from './config.ts';
import type { Secrets } from './environment.ts';

/** Why a call has no answer. */
type CallFailure =
	/** No answer within the server's time. */
	| 'mcp_timeout'
	/** The server has exited, or cannot be reached. */
	| 'mcp_closed'
	/** The answer is not JSON, not MCP, or does not match the tool's output schema. */
	| 'mcp_invalid'
	/** The server's message was too long to be read. */
	| 'mcp_too_large'
	/** An HTTP error. */
	| 'mcp_http'
	| 'mcp_failed';

/** Which failure was thrown; undefined for a JSON-RPC error that the server answered with. */
export function callFailure(thrown: unknown, sdk: McpSdk): CallFailure | undefined {
	if (thrown instanceof sdk.ProtocolError) return SDK_CHECK.test(thrown.message) ? 'mcp_invalid' : undefined;
	if (thrown instanceof sdk.SdkHttpError) return 'mcp_http';
	if (thrown instanceof sdk.SdkError) return BY_CODE[thrown.code] ?? 'mcp_failed';
	const type = errorType(thrown);
	if (type === 'SyntaxError' || type === 'ZodError') return 'mcp_invalid';
	// Thrown by fetch if no server listens, or the connection breaks.
	return type === 'TypeError' ? 'mcp_closed' : 'mcp_failed';
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

/** The SDK checks answers against the tool's output schema, and throws as if the server had answered with an error. */
const SDK_CHECK = /output ?schema|structured content/iu;

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

interface AnswerReading {
	readonly tool: string;
	readonly secrets: Secrets;
	/** Of the app: its model reads failures in it. */
	readonly language: string | undefined;
}

/** Longest answer, characters of its JSON: a small model has a small context. */
export const MAX_ANSWER_CHARS = 32_000;

/**
 * A server's answer as a tool result for the model, without the secrets that the server was given; images and other bytes
 * are replaced by type and size. An answer longer than {@link MAX_ANSWER_CHARS} is the failure `mcp_too_large`.
 */
export function readableAnswer(answer: JsonValue, { tool, secrets, language }: AnswerReading): ToolResult {
	const readable = secrets.hideIn(withoutBytes(answer));
	const chars = JSON.stringify(readable).length;
	if (chars > MAX_ANSWER_CHARS) {
		const reason = appWords(language).answerTooLarge(chars, MAX_ANSWER_CHARS);
		return { type: 'error', code: 'mcp_too_large', reason, kind: 'exception' };
	}
	return mcpResponseToToolResult(normalizeMcpResponse(readable, tool), language);
}

function withoutBytes(answer: JsonValue): JsonValue {
	if (!isJsonObject(answer) || !Array.isArray(answer.content)) return answer;
	return { ...answer, content: answer.content.map((item: JsonValue) => (isJsonObject(item) ? described(item) : item)) };
}

/** An image, audio, or a resource with bytes. */
function described(item: JsonObject): JsonObject {
	const { data, resource, ...rest } = item;
	if (typeof data === 'string' && (item.type === 'image' || item.type === 'audio')) {
		return { ...rest, bytes: bytesOf(data) };
	}
	if (!isJsonObject(resource) || typeof resource.blob !== 'string') return item;
	const { blob, ...kept } = resource;
	return { ...rest, resource: { ...kept, bytes: bytesOf(resource.blob) } };
}

/** Of Base64. */
function bytesOf(text: string): number {
	return Math.floor((text.replace(/(?<!=)=+$/u, '').length * 3) / 4);
}
