import { z } from 'zod';
import {
	isJsonObject,
	type JsonObject,
	type JsonValue,
	type MutableJsonObject,
	setOwn,
} from '../../json/json-value.ts';
import { givenSchema } from '../../text/given-schema.ts';

/**
 * A tool's declared parameters as the schema that checks arguments. The prompt's declaration keeps what was declared,
 * because the schema tells it instead of what zod makes of it. Throws an `Error` that says what is not supported.
 */
export function toolSchema(declared: JsonObject): z.ZodObject {
	const parameters = new SchemaReading(declared).read(declared);
	if (parameters.type !== 'object') throw new Error('its parameters must be an object');
	const properties = isJsonObject(parameters.properties) ? parameters.properties : {};
	const required = new Set(Array.isArray(parameters.required) ? parameters.required : []);
	const shape: Record<string, z.ZodType> = {};
	for (const [name, property] of Object.entries(properties)) {
		if (name === '__proto__') throw new Error('no parameter can be called __proto__');
		const schema = givenSchema(property);
		shape[name] = required.has(name) ? schema : schema.optional();
	}
	const { additionalProperties: others = false } = parameters;
	const schema = others === false ? z.object(shape) : z.object(shape).catchall(givenSchema(others));
	schema._zod.toJSONSchema = () => structuredClone(parameters);
	return schema;
}

/** What references may grow to when they are written out. */
const MAX_SCHEMAS = 2_000;

/** Brings the spellings that are about into one JSON Schema without references. */
class SchemaReading {
	readonly #root: JsonObject;
	readonly #following = new Set<string>();
	#schemas = 0;

	constructor(root: JsonObject) {
		this.#root = root;
	}

	read(schema: JsonValue | undefined): JsonObject {
		if (schema === true || schema === undefined) return {};
		if (!isJsonObject(schema)) throw new Error(`${JSON.stringify(schema).slice(0, 40)} is no schema`);
		this.#schemas += 1;
		if (this.#schemas > MAX_SCHEMAS) throw new Error(`it holds more than ${MAX_SCHEMAS} schemas`);
		if (typeof schema.$ref === 'string') return this.#follow(schema, schema.$ref);
		const read: MutableJsonObject = {};
		for (const [keyword, value] of Object.entries(schema)) {
			// An older draft says of a property itself that it is required.
			if (LEFT_OUT.has(keyword) || (keyword === 'required' && !Array.isArray(value))) continue;
			setOwn(read, keyword === 'oneOf' ? 'anyOf' : keyword, this.#keyword(keyword, value));
		}
		const type = typeOf(schema);
		if (type !== undefined) read.type = type;
		if (Array.isArray(schema.allOf)) for (const part of schema.allOf) merge(read, this.read(part));
		return read;
	}

	#keyword(keyword: string, value: JsonValue): JsonValue {
		if (keyword === 'properties' && isJsonObject(value)) {
			const properties: MutableJsonObject = {};
			for (const [name, property] of Object.entries(value)) setOwn(properties, name, this.read(property));
			return properties;
		}
		if (SCHEMA_LISTS.has(keyword) && Array.isArray(value)) return value.map((one) => this.read(one));
		return SCHEMAS.has(keyword) && isJsonObject(value) ? this.read(value) : value;
	}

	#follow({ $ref: _, ...beside }: JsonObject, reference: string): JsonObject {
		if (this.#following.has(reference)) throw new Error(`${reference} refers to itself`);
		this.#following.add(reference);
		const read = { ...this.read(this.#find(reference)), ...this.read(beside) };
		this.#following.delete(reference);
		return read;
	}

	#find(reference: string): JsonValue {
		const steps = reference.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
		if (steps[0] !== '#') throw new Error(`${reference} lies in another file`);
		let found: JsonValue | undefined = this.#root;
		for (const step of steps.slice(1)) {
			found = isJsonObject(found) && Object.hasOwn(found, step) ? found[step] : undefined;
		}
		if (found === undefined) throw new Error(`${reference} is not there`);
		return found;
	}
}

/** What a part of `allOf` says beside the schema itself. */
function merge(read: MutableJsonObject, part: JsonObject): void {
	for (const [keyword, value] of Object.entries(part)) {
		const own = read[keyword];
		if (own === undefined) setOwn(read, keyword, value);
		else if (keyword === 'properties' && isJsonObject(own) && isJsonObject(value)) read[keyword] = { ...own, ...value };
		else if (keyword === 'required' && Array.isArray(own) && Array.isArray(value)) {
			read[keyword] = [...new Set([...own, ...value])];
		}
	}
}

function typeOf({ type, nullable, properties, items }: JsonObject): JsonValue | undefined {
	const told = type ?? (properties === undefined ? items && 'array' : 'object');
	if (told === undefined) return undefined;
	const types = (Array.isArray(told) ? told : [told]).map(knownType);
	if (nullable === true && !types.includes('null')) types.push('null');
	return types.length > 1 ? types : types[0];
}

function knownType(name: JsonValue): string {
	const known = typeof name === 'string' ? TYPES.get(name.toLowerCase()) : undefined;
	if (known === undefined) throw new Error(`there is no type ${JSON.stringify(name).slice(0, 40)}`);
	return known;
}

const SCHEMAS = new Set(['items', 'additionalProperties', 'not', 'contains']);
const SCHEMA_LISTS = new Set(['anyOf', 'oneOf', 'prefixItems', 'items']);
/** Written out, merged or told by `type` instead. */
const LEFT_OUT = new Set(['$schema', '$id', '$defs', 'definitions', 'allOf', 'nullable', 'type']);

/** BFCL's names and others' beside those of JSON Schema. */
const TYPES: ReadonlyMap<string, string> = new Map([
	...['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'].map((name) => [name, name] as const),
	...['dict', 'hashmap'].map((name) => [name, 'object'] as const),
	...['float', 'double'].map((name) => [name, 'number'] as const),
	...['tuple', 'list', 'arraylist'].map((name) => [name, 'array'] as const),
	...['any', 'char'].map((name) => [name, 'string'] as const),
	...['long', 'short', 'byte', 'bigint', 'int'].map((name) => [name, 'integer'] as const),
	['bool', 'boolean'],
]);
