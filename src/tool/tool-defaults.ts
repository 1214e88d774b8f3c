import { isJsonObject, type JsonObject, type JsonValue, type MutableJsonObject, setOwn } from '../json/json-value.ts';

/** By the name of a tool, its arguments that have a default, with what the app takes where a call leaves them away. */
export type ToolDefaults = Readonly<Record<string, JsonObject>>;

/** Of tools by their names, each with the JSON Schema of its arguments; tools without a default are left out. */
export function toolDefaults(parameters: Iterable<readonly [name: string, schema: JsonObject]>): ToolDefaults {
	const byTool: MutableJsonObject = {};
	for (const [name, schema] of parameters) {
		const own = argumentDefaults(schema);
		if (Object.keys(own).length > 0) setOwn(byTool, name, own);
	}
	return byTool as ToolDefaults;
}

/** A JSON Schema without the defaults in it, which code may work out anew each time. */
export function withoutDefaults(schema: JsonObject): JsonObject {
	const stripped: MutableJsonObject = {};
	for (const [keyword, value] of Object.entries(schema)) {
		if (keyword !== 'default') setOwn(stripped, keyword, NAMED.has(keyword) ? eachNamed(value) : withoutIn(value));
	}
	return stripped;
}

/** Keywords that hold schemas by names of the author's own, one of which may be `default`. */
const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions']);

function eachNamed(schemas: JsonValue): JsonValue {
	if (!isJsonObject(schemas)) return schemas;
	const stripped: MutableJsonObject = {};
	for (const [name, schema] of Object.entries(schemas)) setOwn(stripped, name, withoutIn(schema));
	return stripped;
}

function withoutIn(value: JsonValue): JsonValue {
	if (Array.isArray(value)) return value.map(withoutIn);
	return isJsonObject(value) ? withoutDefaults(value) : value;
}

/** The defaults that a JSON Schema gives the arguments themselves; what stands within an argument is its own. */
export function argumentDefaults({ properties }: JsonObject): JsonObject {
	const defaults: MutableJsonObject = {};
	for (const [name, schema] of Object.entries(isJsonObject(properties) ? properties : {})) {
		if (isJsonObject(schema) && schema.default !== undefined) setOwn(defaults, name, schema.default);
	}
	return defaults;
}
