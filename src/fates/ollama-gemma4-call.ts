import { isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import type { FateCall, KnownTool } from './engine-answer.ts';

const QUOTE = '<|"|>';

/** Which parameters of a tool take text, and which it has, in the order of their declaration. */
interface DeclaredKeys {
	readonly texts: readonly string[];
	readonly all: ReadonlySet<string>;
}

/**
 * What stands between Ollama's fences of a Gemma 4 call: turned into JSON, and where that is none, repaired and tried
 * again. `call` is undefined where it is dropped; `orCall` is what it would be, did a parameter that is not known take
 * text. Source: ollama/ollama `model/parsers/gemma4.go` at 8a0016f (2026-07-14).
 */
export function readOllamaCall(
	content: string,
	tools: readonly KnownTool[] | undefined,
): { readonly call?: FateCall; readonly orCall?: FateCall } {
	const brace = content.indexOf('{');
	if (!content.startsWith('call:') || brace === -1) return {};
	const name = content.slice('call:'.length, brace).trim();
	const body = content.slice(brace);
	const tool = tools === undefined ? { name } : tools.find((one) => one.name === name);
	const read = (keys: DeclaredKeys | undefined): FateCall | undefined => {
		for (const candidate of [body, ...repairs(body, keys)]) {
			const args = parsed(candidate);
			if (args !== undefined) return { name, arguments: args };
		}
		return undefined;
	};
	const call = read(declaredKeys(tool?.parameters));
	if (call !== undefined) return { call };
	if (tool === undefined || tool.parameters !== undefined) return {};
	const orCall = writtenKeys(body)
		.values()
		.map((key) => read({ texts: [key], all: new Set(writtenKeys(body)) }))
		.find((one) => one !== undefined);
	return orCall === undefined ? {} : { orCall };
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

function declaredKeys(parameters: JsonObject | undefined): DeclaredKeys | undefined {
	const properties = parameters?.properties;
	if (!isJsonObject(properties)) return undefined;
	const all = Object.keys(properties);
	return { texts: all.filter((key) => takesText(properties[key])), all: new Set(all) };
}

function takesText(property: JsonValue | undefined): boolean {
	if (!isJsonObject(property)) return false;
	const types = Array.isArray(property.type) ? property.type : [property.type];
	if (types.some((type) => typeof type === 'string' && type.toLowerCase() === 'string')) return true;
	return Array.isArray(property.anyOf) && property.anyOf.some(takesText);
}

/** Whatever may be the key of an argument. */
function writtenKeys(body: string): readonly string[] {
	return [...new Set(Array.from(body.matchAll(/[{,]\s*([_\p{L}\p{Nd}]+)\s*:/gu), ([, key = '']) => key))];
}

/** Bodies to try, in order: quotes and braces closed; then a bare value of a text argument put into quotes. */
function repairs(body: string, keys: DeclaredKeys | undefined): readonly string[] {
	const closed = withClosedString(withoutSingleQuotes(body));
	const first = closed === body ? closed : withClosedBrace(closed);
	for (const key of keys?.texts ?? []) {
		const quoted = withQuotedValue(body, key, keys?.all ?? new Set());
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

/** The first bare value of the argument, up to the next `,KEY:` of the tool's or the end, unless it may be a literal. */
function withQuotedValue(body: string, key: string, all: ReadonlySet<string>): string | undefined {
	// Strings are stepped over.
	const parts = /<\|"\|>.*?<\|"\|>|"(?:[^"\\]|\\.)*"|[{,]\s*([^\s:,{}[\]"<]+)\s*:/gsu;
	for (const match of body.matchAll(parts)) {
		if (match[1] !== key) continue;
		const start = match.index + match[0].length;
		if (/^\s*(?:<\|"\|>|['"{[\-\dtfn])/u.test(body.slice(start))) continue;
		const next = body
			.slice(start)
			.matchAll(/,\s*([_\p{L}\p{Nd}]+)\s*:/gu)
			.find(([, other = '']) => all.has(other));
		const end = next === undefined ? body.trimEnd().replace(/\}$/u, '').length : start + next.index;
		return body.slice(0, start) + QUOTE + body.slice(start, end) + QUOTE + body.slice(end);
	}
	return undefined;
}
