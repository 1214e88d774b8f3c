import type { z } from 'zod';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { ToolResult } from './result.ts';

/**
 * A tool the model may call. The schema is declared once: it validates arguments and gives the prompt's JSON Schema.
 * `Deps` is what the handler needs of the app, such as its database.
 */
export interface ToolDefinition<Deps> {
	readonly name: string;
	readonly description: string;
	readonly schema: z.ZodObject;
	/** A destructive tool runs only after the confirm gate said yes. */
	readonly destructive: boolean;
	/** The MCP server that runs it; the model reads its failures as MCP hosts write them. */
	readonly server?: string | undefined;
	handler(args: JsonObject, deps: Deps): HandlerResult | Promise<HandlerResult>;
}

/**
 * What a handler gives: data that JSON can carry, whatever its TypeScript type (a Map is refused), an error of the app's rules, or that the
 * user said no. An error without a kind is an answer (`result_error`).
 */
export type HandlerResult =
	| { readonly type: 'ok'; readonly data: JsonValue | object }
	| (Omit<Extract<ToolResult, { type: 'error' }>, 'kind' | 'server'> & {
			readonly kind?: 'exception' | 'result_error' | undefined;
	  })
	| { readonly type: 'cancelled' };
