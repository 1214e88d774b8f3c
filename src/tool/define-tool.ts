import type { z } from 'zod';
import { givenOptions } from '../text/given-options.ts';
import type { HandlerResult, ToolDefinition } from './definition.ts';

/** A tool as people write it: what its handler is given follows from its schema. */
export interface ToolOptions<Schema extends z.ZodObject, Deps> {
	readonly name: string;
	readonly description: string;
	readonly schema: Schema;
	/** Whether it runs only after the confirm gate said yes (default false). */
	readonly destructive?: boolean | undefined;
	handler(args: z.output<Schema>, deps: Deps): HandlerResult | Promise<HandlerResult>;
}

/** Types a tool's handler by its schema: the arguments are checked before, its defaults filled in. */
export function defineTool<Schema extends z.ZodObject, Deps = undefined>(
	tool: ToolOptions<Schema, Deps>,
): ToolDefinition<Deps> {
	givenOptions(tool, 'defineTool');
	return {
		name: tool.name,
		description: tool.description,
		schema: tool.schema,
		destructive: tool.destructive ?? false,
		// The dispatcher gives what the schema made of the call.
		handler: (args, deps) => tool.handler(args as z.output<Schema>, deps),
	};
}
