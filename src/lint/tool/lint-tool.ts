import type { JsonObject } from '../../json/json-value.ts';
import type { ToolDeclaration } from '../../model/conversation.ts';
import type { ToolDefinition } from '../../tool/definition.ts';
import { declareSchema } from '../../tool/schema/declared-schema.ts';
import { fullSchema } from '../../tool/schema/full-schema.ts';

/** A tool with all that its schema says, also what no prompt declares. */
export interface LintTool {
	readonly name: string;
	readonly description: string;
	/** JSON Schema of an object. */
	readonly schema: JsonObject;
}

/** Throws {@link ConfigError} where the schema holds what JSON Schema cannot say. */
export function lintTool(tool: Pick<ToolDefinition<never>, 'name' | 'description' | 'schema'>): LintTool {
	return { name: tool.name, description: tool.description, schema: fullSchema(tool) };
}

/** The tool as a prompt declares it. */
export function declarationOf({ name, description, schema }: LintTool): ToolDeclaration {
	return { name, description, parameters: declareSchema(schema) };
}
