import { z } from 'zod';
import { ConfigError } from '../../errors/gemmark-error.ts';
import type { JsonObject } from '../../json/json-value.ts';
import { singleLine } from '../../text/normalize-text.ts';
import type { ToolDefinition } from '../definition.ts';
import { requireObjectSchema } from './object-schema.ts';

/** An app declares the same schemas in each of its conversations. */
const converted = new WeakMap<object, JsonObject>();

/** All that a tool's schema says as JSON Schema. Throws {@link ConfigError} where JSON Schema cannot say it. */
export function fullSchema({ name, schema }: Pick<ToolDefinition<never>, 'name' | 'schema'>): JsonObject {
	const known = converted.get(schema) ?? readSchema(name, schema);
	converted.set(schema, known);
	return known;
}

/** The same, read anew. Throws {@link ConfigError} for a schema that no prompt can declare. */
export function readSchema(name: string, schema: ToolDefinition<never>['schema']): JsonObject {
	requireObjectSchema({ name, schema });
	try {
		return jsonSchemaOf(schema);
	} catch (cause) {
		throw new ConfigError(`tool ${name}: its schema cannot be declared in a prompt${culprit(schema)}`, {
			hint: 'Use strings, numbers, booleans, enums, arrays and objects.',
			cause,
		});
	}
}

function jsonSchemaOf(schema: z.core.$ZodType): JsonObject {
	// `input`: what the model has to write, so that an argument with a default is not required.
	return JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input', cycles: 'throw' }))) as JsonObject;
}

/** Which argument it is, and zod's reason. */
function culprit({ shape }: z.ZodObject): string {
	for (const [field, schema] of Object.entries(shape)) {
		try {
			jsonSchemaOf(schema);
		} catch (cause) {
			return `: ${field}: ${singleLine(cause instanceof Error ? cause.message : String(cause)).slice(0, 200)}`;
		}
	}
	return '';
}
