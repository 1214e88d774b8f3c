import { isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { appWords } from '../text/app-words/app-words.ts';
import { normalizeMcpResponse } from '../tool/mcp-response.ts';
import { mcpResponseToToolResult } from '../tool/mcp-tool-result.ts';
import type { ToolResult } from '../tool/result.ts';
import type { Secrets } from './secrets.ts';

export interface AnswerReading {
	readonly tool: string;
	readonly secrets: Secrets;
	/** Of the app: in which its model reads what went wrong. */
	readonly language: string | undefined;
}

/** Longest answer that a small model's context is filled with, characters of its JSON. */
export const MAX_ANSWER_CHARS = 32_000;

/**
 * What a server answered as the model can read it: brought into JSON-RPC 2.0, without the secrets that the server was
 * given, images and other bytes told by type and size. A longer answer than {@link MAX_ANSWER_CHARS} is the failure
 * `mcp_too_large`.
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
	const { data, resource, ...told } = item;
	if (typeof data === 'string' && (item.type === 'image' || item.type === 'audio')) {
		return { ...told, bytes: bytesOf(data) };
	}
	if (!isJsonObject(resource) || typeof resource.blob !== 'string') return item;
	const { blob, ...kept } = resource;
	return { ...told, resource: { ...kept, bytes: bytesOf(resource.blob) } };
}

/** Of Base64. */
function bytesOf(text: string): number {
	return Math.floor((text.replace(/=+$/u, '').length * 3) / 4);
}
