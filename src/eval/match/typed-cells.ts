import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json-value.ts';
import type { ExpectedCall } from './expected-call.ts';
import type { ToolParameters } from './expected-issue.ts';

/** Expected calls of a table, where all is text: `4` becomes a number for an argument that is one. */
export function typedCells(calls: readonly ExpectedCall[], tools: ToolParameters): readonly ExpectedCall[] {
	return calls.map((call) => {
		const { properties } = tools.get(call.tool) ?? {};
		if (!isJsonObject(properties)) return call;
		const entries = Object.entries(call.arguments).map(([name, value]) => [name, typed(value, properties, name)]);
		return { ...call, arguments: Object.fromEntries(entries) as JsonObject };
	});
}

function typed(value: JsonValue, properties: JsonObject, name: string): JsonValue {
	const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
	if (typeof value !== 'string' || property === undefined) return value;
	const types = typesOf(property);
	if (types.includes('string')) return value;
	if ((types.includes('integer') || types.includes('number')) && NUMBER.test(value)) return Number(value);
	if (types.includes('boolean') && /^(?:true|false)$/iu.test(value)) return value.toLowerCase() === 'true';
	return value;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu;

function typesOf(schema: JsonValue): readonly JsonValue[] {
	if (!isJsonObject(schema)) return [];
	const { type = [], anyOf, const: only, enum: choices } = schema;
	const values = Array.isArray(choices) ? choices : only === undefined ? [] : [only];
	return [
		...(Array.isArray(type) ? type : [type]),
		...values.map((value) => typeof value),
		...(Array.isArray(anyOf) ? anyOf.flatMap(typesOf) : []),
	];
}
