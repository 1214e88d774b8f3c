import { isJsonObject, type JsonObject } from '../json/json-value.ts';
import type { ToolDeclaration } from '../model/conversation.ts';
import type { FateCall } from './fate.ts';

const QUOTE = '<|"|>';

/**
 * What stands between Ollama's fences of a Gemma 4 call: turned into JSON, and where that is none, repaired and tried
 * again. Undefined where it is dropped. Source: ollama/ollama `model/parsers/gemma4.go` at 8a0016f (2026-07-14).
 */
export function readOllamaCall(content: string, tools: readonly ToolDeclaration[] = []): FateCall | undefined {
	const brace = content.indexOf('{');
	if (!content.startsWith('call:') || brace === -1) return undefined;
	const name = content.slice('call:'.length, brace).trim();
	const body = content.slice(brace);
	for (const candidate of [body, ...repairs(body, stringKeys(tools, name))]) {
		const args = parsed(candidate);
		if (args !== undefined) return { name, arguments: args };
	}
	return undefined;
}

function parsed(body: string): JsonObject | undefined {
	try {
		const value: unknown = JSON.parse(asJson(body));
		return isJsonObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** Strings of the model's own are taken out, bare keys are quoted, and the strings come back as JSON. */
function asJson(body: string): string {
	const strings: string[] = [];
	const text = body.replace(/<\|"\|>(.*?)<\|"\|>/gsu, (_match, value: string) => {
		strings.push(value);
		return `\0${strings.length - 1}\0`;
	});
	return withQuotedKeys(text).replace(/\0(\d+)\0/gu, (_match, index: string) => JSON.stringify(strings[Number(index)]));
}

/** A bare key follows a brace or comma, and a colon follows it at once; JSON strings are stepped over. */
function withQuotedKeys(text: string): string {
	const parts = /"(?:[^"\\]|\\.)*"|([{,]\s*)([_\p{L}\p{Nd}]+):/gsu;
	return text.replace(parts, (all: string, before: string | undefined, key: string) =>
		before === undefined ? all : `${before}"${key}":`,
	);
}

function stringKeys(tools: readonly ToolDeclaration[], name: string): readonly string[] {
	const properties = tools.find((tool) => tool.name === name)?.parameters.properties;
	if (!isJsonObject(properties)) return [];
	return Object.keys(properties).filter((key) => /"type":"string"/iu.test(JSON.stringify(properties[key])));
}

/** Bodies to try, in order: quotes and braces closed; then a bare value of a string argument put into quotes. */
function repairs(body: string, keys: readonly string[]): readonly string[] {
	const closed = withClosedString(withoutSingleQuotes(body));
	const first = closed === body ? closed : withClosedBrace(closed);
	for (const key of keys) {
		const quoted = withQuotedValue(body, key);
		if (quoted !== undefined) return [first, withClosedBrace(withClosedString(withoutSingleQuotes(quoted)))];
	}
	return [first];
}

/** `:'value'`, with or without a stray quote behind it, outside of other strings. */
function withoutSingleQuotes(body: string): string {
	const parts = /<\|"\|>.*?<\|"\|>|"(?:[^"\\]|\\.)*"|(:\s*)'((?:[^'\\]|\\.)*)'(?:<\|"\|>)?/gsu;
	return body.replace(parts, (all: string, before: string | undefined, value: string) =>
		before === undefined ? all : `${before}${QUOTE}${value}${QUOTE}`,
	);
}

function withClosedString(body: string): string {
	if (body.split(QUOTE).length % 2 === 1) return body;
	const end = body.trimEnd();
	const at = /[}\]]$/u.test(end) ? end.length - 1 : end.length;
	return body.slice(0, at) + QUOTE + body.slice(at);
}

function withClosedBrace(body: string): string {
	const end = body.trimEnd();
	return !body.trimStart().startsWith('{') || end.endsWith('}') ? body : `${end}}${body.slice(end.length)}`;
}

/** The first bare value of the argument, up to the next `,KEY:` or the end, unless it may be a literal. */
function withQuotedValue(body: string, key: string): string | undefined {
	const found = new RegExp(`[{,]\\s*${key}\\s*:`, 'u').exec(body);
	if (found === null) return undefined;
	const start = found.index + found[0].length;
	if (/^\s*(?:<\|"\|>|['"{[\-\dtfn])/u.test(body.slice(start))) return undefined;
	const next = /,\s*[_\p{L}\p{Nd}]+\s*:/u.exec(body.slice(start));
	const end = next === null ? body.trimEnd().replace(/\}$/u, '').length : start + next.index;
	return body.slice(0, start) + QUOTE + body.slice(start, end) + QUOTE + body.slice(end);
}
