import { plainJson } from '../json/plain-json.ts';
import type { ToolResult } from './result.ts';

/**
 * Reads what a handler returned as a result whose data are plain JSON, detached from the app's own objects.
 * Absent where it is none: no envelope, or data that JSON cannot carry.
 */
export function readHandlerResult(returned: unknown): ToolResult | undefined {
	if (typeof returned !== 'object' || returned === null) return undefined;
	const { type, data, code, reason, kind } = returned as Record<string, unknown>;
	if (type === 'cancelled') return { type };
	if (type === 'ok') {
		const plain = plainJson(data);
		return plain === undefined ? undefined : { type, data: plain };
	}
	if (type !== 'error' || typeof code !== 'string' || typeof reason !== 'string') return undefined;
	return { type, code, reason, kind: kind === 'exception' ? 'exception' : 'result_error' };
}
