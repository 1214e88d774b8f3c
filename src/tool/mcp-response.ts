import { canonicalJson, childrenOf, isJsonObject, type JsonObject, type JsonValue, plainJson } from '../base/json.ts';
import { appWords } from '../text/app-words.ts';
import type { ToolResult } from './tool.ts';

/** Response of a tool or an MCP server in the shape of JSON-RPC 2.0. */
type McpResponse =
	| { readonly jsonrpc: '2.0'; readonly id: number | string; readonly success: true; readonly result: McpResult }
	| { readonly jsonrpc: '2.0'; readonly id: number | string; readonly success: false; readonly error: McpError };

interface McpResult {
	/** Text, image, audio, resource and link contents. */
	readonly content: readonly JsonObject[];
	readonly structuredContent?: JsonValue;
}

interface McpError {
	/** -32602: no response; -32603: the tool failed; or the server's JSON-RPC code. */
	readonly code: number;
	readonly message: string;
	readonly data?: JsonValue;
}

const INVALID_RESPONSE = -32602;
const TOOL_FAILED = -32603;

/**
 * Normalizes a response: an MCP result, a JSON-RPC response, the legacy `{success, result, error}`, or any other object. It is
 * an error if it has an `error`, `isError` is true or `success` is false; legacy servers write success as `error: null` with
 * `success: true`.
 */
export function normalizeMcpResponse(response: unknown, toolName: string): McpResponse {
	const answer = plainJson(response);
	if (!isJsonObject(answer)) return failed('unknown', INVALID_RESPONSE, `Invalid response from ${toolName}`);
	const id = idOf(answer);
	const error = errorOf(answer, toolName);
	if (error !== undefined) return { jsonrpc: '2.0', id, success: false, error };
	const result = isWrapper(answer) ? answer.result : answer;
	if (result === undefined) return failed(id, INVALID_RESPONSE, `Invalid response from ${toolName}`);
	return { jsonrpc: '2.0', id, success: true, result: readResult(result) };
}

function errorOf(answer: JsonObject, toolName: string): McpError | undefined {
	const { error } = answer;
	if (error !== undefined && !(error === null && answer.success === true)) {
		return describeError(error, toolName);
	}
	const inner = isWrapper(answer) && isJsonObject(answer.result) ? answer.result : undefined;
	if (answer.isError === true) return contentError(answer, toolName);
	if (inner?.isError === true) return contentError(inner, toolName);
	if (inner?.error !== undefined) return describeError(inner.error, toolName);
	return answer.success === false ? { code: TOOL_FAILED, message: generic(toolName) } : undefined;
}

/** Data of a tool may have a `success` too: without a `result`, the object is the result. */
function isWrapper(answer: JsonObject): boolean {
	return 'jsonrpc' in answer || ('success' in answer && 'result' in answer);
}

/** Keeps code and message of a JSON-RPC error; anything else becomes `data`. */
function describeError(error: JsonValue, toolName: string): McpError {
	if (typeof error === 'string') return { code: TOOL_FAILED, message: orGeneric(error, toolName), data: error };
	if (isJsonObject(error) && typeof error.message === 'string') {
		const code = typeof error.code === 'number' && Number.isInteger(error.code) ? error.code : TOOL_FAILED;
		return { code, message: orGeneric(error.message, toolName), data: error.data ?? error };
	}
	return { code: TOOL_FAILED, message: generic(toolName), data: error };
}

/** MCP has the message of a failed tool in its texts, embedded ones too, or else in structured content. */
function contentError(result: JsonObject, toolName: string): McpError {
	const { content } = readResult(result);
	const texts = content.flatMap((item) => [item, item.resource]).flatMap((item) => textOf(item) ?? []);
	const message = texts.some((text) => text.trim() !== '') ? texts.join('\n') : structuredMessage(result);
	return {
		code: TOOL_FAILED,
		message: orGeneric(message, toolName),
		...(content.length === 0 ? {} : { data: content }),
	};
}

function textOf(item: JsonValue | undefined): string | undefined {
	return isJsonObject(item) && typeof item.text === 'string' ? item.text : undefined;
}

/** Its message field; all of it if there is none. */
function structuredMessage({ structuredContent = null }: JsonObject): string {
	if (typeof structuredContent === 'string') return structuredContent;
	if (childrenOf(structuredContent).length === 0) return '';
	const { message, error } = isJsonObject(structuredContent) ? structuredContent : {};
	const inner = isJsonObject(error) ? error.message : undefined;
	const text = [message, error, inner].find((one) => typeof one === 'string' && one.trim() !== '');
	return typeof text === 'string' ? text : JSON.stringify(structuredContent);
}

function readResult(result: JsonValue): McpResult {
	if (!isJsonObject(result)) return result === null ? { content: [] } : fromValue(result);
	if (result.content === undefined) {
		return { content: [], structuredContent: result.structuredContent ?? result };
	}
	const { structuredContent } = result;
	return {
		content: readContent(result.content),
		structuredContent,
	};
}

function fromValue(value: string | number | boolean | readonly JsonValue[]): McpResult {
	return typeof value === 'string' ? { content: readContent(value) } : { content: [], structuredContent: value };
}

function readContent(content: JsonValue): readonly JsonObject[] {
	if (content === null) return [];
	const items: readonly JsonValue[] = Array.isArray(content) ? content : [content];
	return items.map((item) => {
		if (isJsonObject(item)) return item;
		return { type: 'text', text: typeof item === 'string' ? item : JSON.stringify(item) };
	});
}

function failed(id: number | string, code: number, message: string): McpResponse {
	return { jsonrpc: '2.0', id, success: false, error: { code, message } };
}

function idOf({ id }: JsonObject): number | string {
	return typeof id === 'string' || typeof id === 'number' ? id : 'unknown';
}

function orGeneric(message: string, toolName: string): string {
	return message.trim() === '' ? generic(toolName) : message;
}

function generic(toolName: string): string {
	return `Tool execution failed: ${toolName}`;
}

/** Characters of a server's message in the reason, which goes into the model's context. */
const MAX_MESSAGE_CHARS = 2_000;

/**
 * Converts a normalized response to a result. Data are one string if all content is text, else `{content}`; structured content
 * alone if the texts repeat it, else both. The reason of an error is in `language` (default `ko`; English for every other).
 */
export function mcpResponseToToolResult(response: McpResponse, language?: string): ToolResult {
	if (!response.success) {
		return {
			type: 'error',
			code: 'mcp_error',
			reason: appWords(language).toolRefused(response.error.message.slice(0, MAX_MESSAGE_CHARS)),
			kind: 'result_error',
		};
	}
	const { content, structuredContent = null } = response.result;
	const texts = content.filter(isText).map((item) => item.text);
	const textOnly = texts.length === content.length;
	if (structuredContent === null) return { type: 'ok', data: textOnly ? texts.join('\n') : { content } };
	if (textOnly && repeats(texts, structuredContent)) return { type: 'ok', data: structuredContent };
	return { type: 'ok', data: { content, structuredContent } };
}

/** Whether each text is the structured content or a value in it: some servers write one text per row of a list. */
function repeats(texts: readonly string[], structured: JsonValue): boolean {
	const values = childrenOf(structured);
	const known = new Set([structured, ...values, ...values.flatMap(childrenOf)].map(lookOf));
	return texts.every((text) => text.trim() === '' || known.has(lookOf(text)) || known.has(lookOf(valueIn(text))));
}

function lookOf(value: JsonValue): string {
	return canonicalJson(value).normalize('NFC');
}

function valueIn(text: string): JsonValue {
	try {
		return JSON.parse(text) as JsonValue;
	} catch {
		return text;
	}
}

function isText(item: JsonObject): item is JsonObject & { readonly text: string } {
	return item.type === 'text' && typeof item.text === 'string';
}
