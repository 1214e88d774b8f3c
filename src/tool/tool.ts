import type { z } from 'zod';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { givenOptions } from '../text/given-options.ts';

/**
 * A tool that the model may call. The schema validates arguments and gives the prompt's JSON Schema. `Deps` is passed to the
 * handler, such as the app's database.
 */
export interface ToolDefinition<Deps> {
	readonly name: string;
	readonly description: string;
	readonly schema: z.ZodObject;
	/** Whether it runs only after the confirm gate's yes. */
	readonly destructive: boolean;
	/** The MCP server that runs it; failures are formatted as MCP hosts do. */
	readonly server?: string;
	handler(args: JsonObject, deps: Deps): HandlerResult | Promise<HandlerResult>;
}

/** Result of a handler: data that JSON can represent (a Map is an error), an error, by default a `result_error`, or cancelled by the user. */
export type HandlerResult =
	| { readonly type: 'ok'; readonly data: JsonValue | object }
	| (Omit<Extract<ToolResult, { type: 'error' }>, 'kind' | 'server'> & {
			readonly kind?: 'exception' | 'result_error';
	  })
	| { readonly type: 'cancelled' };

/** Result of a dispatched call. The `kind` of an error is `exception` if the handler or server threw, else `result_error`. */
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
			readonly server?: string;
	  }
	| { readonly type: 'cancelled' };

/**
 * The result as the model reads it: `{ok, data}`, `{ok: false, code, reason}` or `{ok: false, cancelled: true}`. A failed tool of
 * an MCP server gives `{error, status, tool_name, type}`, as MCP hosts do, and in the form `seed-004` every failed tool does;
 * `type` is the error's kind.
 */
export function toolResultToJson(result: ToolResult, toolName: string, form?: FailureForm): JsonObject {
	switch (result.type) {
		case 'ok':
			return { data: result.data, ok: true };
		case 'error':
			if (result.server !== undefined || form === 'seed-004') {
				return { error: result.reason, status: 'failed', tool_name: toolName, type: result.kind };
			}
			return { code: result.code, ok: false, reason: result.reason };
		case 'cancelled':
			return { cancelled: true, ok: false };
	}
}

/** How the model reads failures; `seed-004`: those of the app's tools as those of an MCP server's. */
export const FAILURE_FORMS = ['seed-004'] as const;
export type FailureForm = (typeof FAILURE_FORMS)[number];

/** A tool whose handler is typed by its schema. */
interface ToolOptions<Schema extends z.ZodObject, Deps> {
	readonly name: string;
	readonly description: string;
	readonly schema: Schema;
	/** Whether it runs only after the confirm gate said yes (default false). */
	readonly destructive?: boolean;
	handler(args: z.output<Schema>, deps: Deps): HandlerResult | Promise<HandlerResult>;
}

/** Defines a tool; its handler gets validated arguments with defaults. */
export function defineTool<Schema extends z.ZodObject, Deps = undefined>(
	tool: ToolOptions<Schema, Deps>,
): ToolDefinition<Deps> {
	givenOptions(tool, 'defineTool');
	return {
		name: tool.name,
		description: tool.description,
		schema: tool.schema,
		destructive: tool.destructive ?? false,
		// The dispatcher passes the schema's output.
		handler: (args, deps) => tool.handler(args as z.output<Schema>, deps),
	};
}

/** Asks the user whether a destructive call may run. A gate that throws counts as no. */
export type ConfirmGate = (question: ConfirmQuestion) => boolean | Promise<boolean>;

interface ConfirmQuestion {
	readonly toolName: string;
	readonly description: string;
	/** Validated arguments. */
	readonly arguments: JsonObject;
}

/** Logged fields of a dispatch: the tool's name, and details such as a stack, not for user or model. */
export type DispatchFields = Readonly<Record<string, string | readonly string[]>>;

/** Observer of dispatches. Its errors are swallowed. */
export interface DispatchLog {
	/** `unknown_tool`, `gate_error`, `tool_result_error`: the handler returned an error. */
	warn(event: string, fields: DispatchFields): void;
	/** `validation`, `extra_arguments`, `tool_success`. */
	info(event: string, fields: DispatchFields): void;
	/** `tool_error`: a handler threw (`error`, `stack`), timed out or returned an invalid result (`problem`). */
	error(event: string, fields: DispatchFields): void;
}
