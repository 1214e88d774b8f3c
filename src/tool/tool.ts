import type { z } from 'zod';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { givenOptions } from '../text/given-options.ts';

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

/**
 * Envelope of every dispatched call. `kind` of an error tells a handler or server that threw (`exception`)
 * from one that answered with an error (`result_error`).
 */
export type ToolResult =
	| { readonly type: 'ok'; readonly data: JsonValue }
	| {
			readonly type: 'error';
			/** `unknown_tool`, `validation`, `handler_error`, or a rule of the app such as `r3_quota`. */
			readonly code: string;
			/** User-facing, in the app's language. */
			readonly reason: string;
			readonly kind: 'exception' | 'result_error';
			/** The MCP server whose tool failed. */
			readonly server?: string | undefined;
	  }
	| { readonly type: 'cancelled' };

/**
 * The result as the model reads it: `{ok, data}`, `{ok: false, code, reason}` or `{ok: false, cancelled: true}`; of an MCP
 * server's tool that failed `{error, status, tool_name, type}`, as MCP hosts write it, where `type` is the error's kind.
 */
export function toolResultToJson(result: ToolResult, toolName: string): JsonObject {
	switch (result.type) {
		case 'ok':
			return { data: result.data, ok: true };
		case 'error':
			if (result.server !== undefined) {
				return { error: result.reason, status: 'failed', tool_name: toolName, type: result.kind };
			}
			return { code: result.code, ok: false, reason: result.reason };
		case 'cancelled':
			return { cancelled: true, ok: false };
	}
}

/** A tool as people write it: what its handler is given follows from its schema. */
interface ToolOptions<Schema extends z.ZodObject, Deps> {
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

/** Asks the user whether a destructive call may run. A gate that throws counts as no. */
export type ConfirmGate = (question: ConfirmQuestion) => boolean | Promise<boolean>;

export interface ConfirmQuestion {
	readonly toolName: string;
	readonly description: string;
	/** Validated arguments. */
	readonly arguments: JsonObject;
}

/** What dispatch tells of a call: the tool's name, and details that no user or model may see, such as a stack. */
export type DispatchFields = Readonly<Record<string, string | readonly string[]>>;

/** Observer of dispatches. Whatever an implementation throws is swallowed. */
export interface DispatchLog {
	/** `unknown_tool`, `gate_error`. */
	warn(event: string, fields: DispatchFields): void;
	/** `validation`, `extra_arguments`. */
	info(event: string, fields: DispatchFields): void;
	/** `tool_error`: a handler threw (`error`, `stack`), or took too long or returned what is no result (`problem`). */
	error(event: string, fields: DispatchFields): void;
}
