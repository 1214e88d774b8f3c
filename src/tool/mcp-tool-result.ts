import { canonicalJson, childrenOf, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { appWords } from '../text/app-words/app-words.ts';
import type { McpResponse } from './mcp-response.ts';
import type { ToolResult } from './result.ts';

/** Of a server's message, in the reason that goes back into the model's context. */
const MAX_MESSAGE_CHARS = 2_000;

/**
 * The envelope of a normalised answer. Texts alone become one string, which a small model reads best; with any other
 * content the data are `{content}`. Structured content stands alone where texts only repeat it, else beside the content.
 * The reason of an error is in the app's `language` (default `ko`; English for every other).
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

/** Whether each text is the JSON, or the words, of the structured content or of a value in it: some servers write a text per row of a list. */
function repeats(texts: readonly string[], structured: JsonValue): boolean {
	const values = childrenOf(structured);
	const said = new Set([structured, ...values, ...values.flatMap(childrenOf)].map(lookOf));
	return texts.every((text) => text.trim() === '' || said.has(lookOf(text)) || said.has(lookOf(valueIn(text))));
}

/** NFC: what looks alike is the same. */
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
