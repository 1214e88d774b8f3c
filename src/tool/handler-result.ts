import { jsonLoss } from '../json/json-loss.ts';
import { MAX_PLAIN_JSON_CHARS, plainJson } from '../json/plain-json.ts';
import type { BadResult } from '../text/app-words/words.ts';
import type { ToolResult } from './result.ts';

/** What is wrong with what a handler returned, and where that is, which no model need know. */
export interface HandlerFault {
	readonly type: 'fault';
	readonly problem: BadResult;
	readonly detail?: string | undefined;
}

/**
 * Reads what a handler returned as a result whose data are plain JSON, detached from the app's own objects; or what is
 * wrong with it: data that JSON would change are none that the model should read.
 */
export function readHandlerResult(returned: unknown): ToolResult | HandlerFault {
	if (typeof returned !== 'object' || returned === null) return { type: 'fault', problem: 'no-envelope' };
	const { type, data, code, reason, kind } = returned as Record<string, unknown>;
	if (type === 'cancelled') return { type };
	if (type === 'ok') return readData(data);
	if (type !== 'error') return { type: 'fault', problem: 'no-envelope' };
	if (typeof code !== 'string' || typeof reason !== 'string') return { type: 'fault', problem: 'no-reason' };
	return { type, code, reason, kind: kind === 'exception' ? 'exception' : 'result_error' };
}

function readData(data: unknown): ToolResult | HandlerFault {
	if (data === undefined) return { type: 'fault', problem: 'no-data' };
	try {
		const loss = jsonLoss({ data });
		if (loss !== undefined) {
			return { type: 'fault', problem: 'not-json', detail: `${loss.path}: ${loss.text}. ${loss.hint}` };
		}
		const plain = plainJson(data);
		if (plain !== undefined) return { type: 'ok', data: plain };
		const isLong = (JSON.stringify(data)?.length ?? 0) > MAX_PLAIN_JSON_CHARS;
		return { type: 'fault', problem: isLong ? 'too-long' : 'not-json' };
	} catch {
		return { type: 'fault', problem: 'not-json' };
	}
}
