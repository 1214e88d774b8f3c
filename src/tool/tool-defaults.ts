import { isJsonObject, type JsonObject, type MutableJsonObject, setOwn } from '../json/json-value.ts';

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

/** The defaults that a JSON Schema gives the arguments themselves; what stands within an argument is its own. */
export function argumentDefaults({ properties }: JsonObject): JsonObject {
	const defaults: MutableJsonObject = {};
	for (const [name, schema] of Object.entries(isJsonObject(properties) ? properties : {})) {
		if (isJsonObject(schema) && schema.default !== undefined) setOwn(defaults, name, schema.default);
	}
	return defaults;
}
