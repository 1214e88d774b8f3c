import { isCallName } from '../dialects/syntax/call-list.ts';
import { isJsonObject, type JsonObject, type JsonValue, type MutableJsonObject, setOwn } from '../json/json-value.ts';
import type { ToolDeclaration } from '../model/conversation.ts';
import { RefusedRow } from './refused-row.ts';

/** A function of BFCL, or of OpenAI's API, as a tool in JSON Schema's words. Throws {@link RefusedRow}. */
export function readTool(item: JsonValue): ToolDeclaration {
	const declared = isJsonObject(item) && isJsonObject(item.function) ? item.function : item;
	if (!isJsonObject(declared) || typeof declared.name !== 'string') throw new RefusedRow('a tool has no name');
	const { name, description, parameters = {} } = declared;
	if (!isCallName(name)) throw new RefusedRow(`no prompt can carry a tool named ${JSON.stringify(name)}`);
	// A tool without arguments may have an empty schema.
	const schema = { type: 'object', properties: {}, ...schemaOf(parameters) };
	if (schema.type !== 'object') throw new RefusedRow(`the parameters of ${name} are no object`);
	return { name, description: typeof description === 'string' ? description : '', parameters: schema };
}

function schemaOf(schema: JsonValue): JsonObject {
	if (!isJsonObject(schema)) throw new RefusedRow(`${JSON.stringify(schema).slice(0, 40)} is no schema`);
	const read: MutableJsonObject = {};
	for (const [keyword, value] of Object.entries(schema)) {
		if (keyword === 'properties' && isJsonObject(value)) {
			const properties: MutableJsonObject = {};
			for (const [name, property] of Object.entries(value)) setOwn(properties, name, schemaOf(property));
			read.properties = properties;
		} else if (keyword === 'items' || (keyword === 'additionalProperties' && isJsonObject(value))) {
			read[keyword] = schemaOf(value);
		} else if (keyword === 'type' && typeof value === 'string') {
			const type = TYPES.get(value.toLowerCase());
			if (type === undefined) throw new RefusedRow(`there is no type ${JSON.stringify(value)}`);
			read.type = type;
		} else if (keyword !== 'optional' && !(keyword === 'required' && !Array.isArray(value))) {
			setOwn(read, keyword, value);
		}
	}
	return read;
}

/** BFCL's `GORILLA_TO_OPENAPI`, in lower case. */
const TYPES: ReadonlyMap<string, string> = new Map([
	...['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'].map((name) => [name, name] as const),
	...['dict', 'hashmap', 'hashtable'].map((name) => [name, 'object'] as const),
	...['float', 'double'].map((name) => [name, 'number'] as const),
	...['tuple', 'list', 'arraylist', 'queue', 'stack', 'set'].map((name) => [name, 'array'] as const),
	...['any', 'char'].map((name) => [name, 'string'] as const),
	...['long', 'short', 'byte', 'bigint', 'int'].map((name) => [name, 'integer'] as const),
	['bool', 'boolean'],
]);
