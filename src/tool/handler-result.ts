import { MAX_PLAIN_JSON_CHARS, plainJson } from '../json/plain-json.ts';
import type { BadResult } from '../text/app-words/words.ts';
import type { ToolResult } from './result.ts';

/**
 * Reads what a handler returned as a result whose data are plain JSON, detached from the app's own objects; or what is
 * wrong with it.
 */
export function readHandlerResult(returned: unknown): ToolResult | BadResult {
	if (typeof returned !== 'object' || returned === null) return 'no-envelope';
	const { type, data, code, reason, kind } = returned as Record<string, unknown>;
	if (type === 'cancelled') return { type };
	if (type === 'ok') {
		const plain = plainJson(data);
		return plain === undefined ? problemOf(data) : { type, data: plain };
	}
	if (type !== 'error') return 'no-envelope';
	if (typeof code !== 'string' || typeof reason !== 'string') return 'no-reason';
	return { type, code, reason, kind: kind === 'exception' ? 'exception' : 'result_error' };
}

function problemOf(data: unknown): BadResult {
	if (data === undefined) return 'no-data';
	try {
		return (JSON.stringify(data)?.length ?? 0) > MAX_PLAIN_JSON_CHARS ? 'too-long' : 'not-json';
	} catch {
		return 'not-json';
	}
}
