import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json-value.ts';
import { isRounded } from '../../json/read-losses.ts';
import type { ExpectedCall } from './expected-call.ts';
import type { ToolParameters } from './expected-issue.ts';

/** Expected calls of a table, where all is text: `4` becomes a number where the tool's schema has one, at any depth. */
export function typedCells(calls: readonly ExpectedCall[], tools: ToolParameters): readonly ExpectedCall[] {
	return calls.map((call) => {
		const parameters = tools.get(call.tool);
		return parameters === undefined ? call : { ...call, arguments: typedObject(call.arguments, [parameters]) };
	});
}

/** `schemas`: all that may hold here. */
function typed(value: JsonValue, schemas: readonly JsonObject[]): JsonValue {
	if (Array.isArray(value)) {
		const items = schemas.flatMap((schema) => variantsOf(schema.items));
		return value.map((item) => typed(item, items));
	}
	if (isJsonObject(value)) return typedObject(value, schemas);
	if (typeof value !== 'string') return value;
	const types = schemas.flatMap(typesOf);
	if (types.includes('string')) return value;
	if ((types.includes('integer') || types.includes('number')) && NUMBER.test(value)) {
		// One that is read as another is no number that a call could be held against.
		return isRounded(value) ? value : Number(value);
	}
	if (types.includes('boolean') && /^(?:true|false)$/iu.test(value)) return value.toLowerCase() === 'true';
	return value;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu;

function typedObject(value: JsonObject, schemas: readonly JsonObject[]): JsonObject {
	const fields = schemas.flatMap(({ properties }) => (isJsonObject(properties) ? [properties] : []));
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => {
			const known = fields.flatMap((field) => (Object.hasOwn(field, name) ? variantsOf(field[name]) : []));
			return [name, typed(inner, known)];
		}),
	);
}

/** A schema and those that it chooses among. */
function variantsOf(schema: JsonValue | undefined): readonly JsonObject[] {
	if (!isJsonObject(schema)) return [];
	const chosen = [schema.anyOf, schema.oneOf].flatMap((choices) => (Array.isArray(choices) ? choices : []));
	return [schema, ...chosen.flatMap(variantsOf)];
}

function typesOf({ type = [], const: only, enum: choices }: JsonObject): readonly JsonValue[] {
	const values = Array.isArray(choices) ? choices : only === undefined ? [] : [only];
	return [...(Array.isArray(type) ? type : [type]), ...values.map((value) => typeof value)];
}
