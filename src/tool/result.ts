import type { JsonObject, JsonValue } from '../json/json-value.ts';

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
