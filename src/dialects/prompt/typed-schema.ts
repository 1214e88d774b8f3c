import {
	isJsonObject,
	type JsonObject,
	type JsonValue,
	type MutableJsonObject,
	setOwn,
} from '../../json/json-value.ts';

const MAX_DEPTH = 32;

/**
 * The schema with one plain `type` in every property and item, as Gemma's templates need it: they upper-case it and
 * fail without. A missing type is told by what is there, a list of types by its first that is not null; what cannot be
 * told is a string. Nothing else changes.
 */
export function typedSchema(schema: JsonObject, depth = 0): JsonObject {
	if (depth > MAX_DEPTH) return { type: 'string' };
	const typed: MutableJsonObject = {};
	for (const [key, value] of Object.entries(schema)) {
		if (key === 'properties' && isJsonObject(value)) setOwn(typed, key, typedProperties(value, depth));
		else if (key === 'items') setOwn(typed, key, typedSchema(isJsonObject(value) ? value : {}, depth + 1));
		else setOwn(typed, key, value);
	}
	setOwn(typed, 'type', typeOf(schema) ?? 'string');
	return typed;
}

function typedProperties(properties: JsonObject, depth: number): JsonObject {
	const typed: MutableJsonObject = {};
	for (const [name, schema] of Object.entries(properties)) {
		setOwn(typed, name, typedSchema(isJsonObject(schema) ? schema : {}, depth + 1));
	}
	return typed;
}

function typeOf(schema: JsonObject): string | undefined {
	const { type } = schema;
	if (typeof type === 'string') return type;
	if (Array.isArray(type)) return type.find((one: JsonValue) => typeof one === 'string' && one !== 'null');
	if (schema.properties !== undefined) return 'object';
	if (schema.items !== undefined) return 'array';
	const options = schema.enum ?? schema.const;
	const option = Array.isArray(options) ? options[0] : options;
	if (typeof option === 'number') return Number.isInteger(option) ? 'integer' : 'number';
	if (typeof option === 'string' || typeof option === 'boolean') return typeof option;
	const alternatives = schema.anyOf ?? schema.oneOf;
	if (!Array.isArray(alternatives)) return undefined;
	const types = alternatives.filter(isJsonObject).map((alternative) => alternative.type);
	return types.find((one) => typeof one === 'string' && one !== 'null') as string | undefined;
}
