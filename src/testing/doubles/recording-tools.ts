import { z } from 'zod';
import type { JsonObject } from '../../base/json.ts';
import type { ToolDefinition, ToolResult } from '../../tool/tool.ts';

/** A call that reached a handler. */
export interface HandledCall {
	readonly toolName: string;
	readonly arguments: JsonObject;
}

/** Handlers by tool name, in place of the doubles' own. */
export type HandlerDoubles = Readonly<Record<string, (args: JsonObject) => ToolResult | Promise<ToolResult>>>;

/**
 * Doubles of two tools with the habit coach's names and schemas, one read-only (`search_catalog`), one destructive
 * (`add_habit`). They answer `ok`; `handled` lists the calls.
 */
export function recordingTools(handlers: HandlerDoubles = {}): {
	readonly tools: readonly ToolDefinition<undefined>[];
	readonly handled: readonly HandledCall[];
} {
	const handled: HandledCall[] = [];
	const handlerOf = (toolName: string) => (args: JsonObject) => {
		handled.push({ toolName, arguments: args });
		const double = handlers[toolName];
		return double === undefined ? { type: 'ok' as const, data: { echo: args } } : double(args);
	};
	const tools: readonly ToolDefinition<undefined>[] = [
		{
			name: 'search_catalog',
			description: '습관 프로토콜을 찾는다',
			schema: z.object({
				category: z.enum(['sleep', 'movement']).optional().describe('분야'),
				keyword: z.string().min(1).max(50).optional().describe('찾을 말'),
				limit: z.int().min(1).max(10).default(10).describe('최대 개수'),
			}),
			destructive: false,
			handler: handlerOf('search_catalog'),
		},
		{
			name: 'add_habit',
			description: '습관을 추가한다',
			schema: z.object({
				protocol_id: z.string().describe('프로토콜 id'),
				frame_level: z.enum(['L2', 'L3']).describe('프레임 단계'),
				framed_text: z.string().min(1).max(200).describe('습관 문장'),
			}),
			destructive: true,
			handler: handlerOf('add_habit'),
		},
	];
	return { tools, handled };
}
