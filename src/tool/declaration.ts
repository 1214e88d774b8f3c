import type { JsonObject } from '../json/json-value.ts';
import type { ToolDeclaration } from '../model/conversation.ts';
import type { ToolDefinition } from './definition.ts';
import { declareSchema } from './schema/declared-schema.ts';
import { fullSchema, readSchema } from './schema/full-schema.ts';
import { argumentDefaults } from './tool-defaults.ts';

/**
 * What the prompt says of a tool: JSON Schema in the words that Gemma's templates print, always in the same order.
 * Throws {@link ConfigError} where the schema is no `z.object`, or holds what JSON Schema cannot say.
 */
export function declareTool(tool: Pick<ToolDefinition<never>, 'name' | 'description' | 'schema'>): ToolDeclaration {
	const schema = fullSchema(tool);
	const parameters = declareSchema(schema);
	defaultsOf.set(parameters, steadyDefaults(tool, schema));
	return { name: tool.name, description: tool.description, parameters };
}

/** Of declared parameters: a prompt tells no defaults, and what a call comes to depends on them. */
const defaultsOf = new WeakMap<JsonObject, JsonObject>();

/** What the app takes for arguments that a call of the tool leaves away; nothing of one that {@link declareTool} did not declare. */
export function declaredDefaults({ parameters }: Pick<ToolDeclaration, 'parameters'>): JsonObject {
	return defaultsOf.get(parameters) ?? {};
}

/** A default that code works out anew each time, such as the time of day or an id, is none that a call could be held against. */
function steadyDefaults(
	{ name, schema }: Pick<ToolDefinition<never>, 'name' | 'schema'>,
	read: JsonObject,
): JsonObject {
	const known = steady.get(schema) ?? asReadAgain(argumentDefaults(read), () => readSchema(name, schema));
	steady.set(schema, known);
	return known;
}

/** Those that a reading a moment later has too. */
function asReadAgain(defaults: JsonObject, read: () => JsonObject): JsonObject {
	if (Object.keys(defaults).length === 0) return defaults;
	nextMillisecond();
	const again = argumentDefaults(read());
	return Object.fromEntries(
		Object.entries(defaults).filter(([name, value]) => JSON.stringify(value) === JSON.stringify(again[name])),
	);
}

const steady = new WeakMap<object, JsonObject>();

function nextMillisecond(): void {
	const now = Date.now();
	while (Date.now() === now);
}
