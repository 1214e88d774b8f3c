import { BracketDepth } from '../../dialects/syntax/bracket-depth.ts';
import { isJsonObject, type JsonObject } from '../../json/json-value.ts';
import type { FateCall } from '../engine-answer.ts';
import type { FlutterGemmaFormat } from './format.ts';

const BLOCKS = [
	['<tool_code>', '</tool_code>'],
	['```tool_code', '```'],
	['```json', '```'],
] as const;

/**
 * flutter_gemma's format for Gemma 3 and any other model: JSON, bare or in blocks of one kind. Source:
 * DenisovAV/flutter_gemma at f19ee6c, `parsing/json_function_call_format.dart` and `json_parsing_utils.dart`.
 */
export const jsonFormat: FlutterGemmaFormat = {
	begins: (token) => ['{', '```', '<tool_code>'].some((opening) => token.trim().startsWith(opening)),
	isComplete(held) {
		const text = held.trim();
		if (text.startsWith('{') && text.endsWith('}') && isBalanced(text)) return true;
		if (text.includes('<tool_code>') && text.includes('</tool_code>')) return true;
		return (text.includes('```json') || text.includes('```tool_code')) && text.endsWith('```');
	},
	calls(text) {
		for (const [open, close] of BLOCKS) {
			const calls = contentsBetween(text, open, close).flatMap(callOf);
			if (calls.length > 0) return calls;
		}
		return topLevelObjects(text).flatMap(callOf);
	},
};

/** The object that a text is; undefined where it is none. */
export function parsedObject(json: string): JsonObject | undefined {
	try {
		const value: unknown = JSON.parse(json);
		return isJsonObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

function callOf(json: string): readonly FateCall[] {
	const call = parsedObject(json);
	if (typeof call?.name !== 'string') return [];
	const [given = {}] = [call.parameters, call.args, call.arguments].filter((value) => value != null);
	return isJsonObject(given) ? [{ name: call.name, arguments: given }] : [];
}

function isBalanced(text: string): boolean {
	const depth = new BracketDepth('json');
	for (const character of text) depth.take(character);
	return depth.missing === '';
}

function contentsBetween(text: string, open: string, close: string): readonly string[] {
	const contents: string[] = [];
	for (let at = text.indexOf(open); at !== -1; at = text.indexOf(open, at)) {
		const end = text.indexOf(close, at + open.length);
		if (end === -1) break;
		contents.push(text.slice(at + open.length, end));
		at = end + close.length;
	}
	return contents;
}

function topLevelObjects(text: string): readonly string[] {
	const objects: string[] = [];
	for (let start = text.indexOf('{'); start !== -1; start = text.indexOf('{', start)) {
		const depth = new BracketDepth('json');
		let end = start;
		while (end < text.length && !depth.take(text[end] ?? '')) end++;
		if (end === text.length) break;
		objects.push(text.slice(start, end + 1));
		start = end + 1;
	}
	return objects;
}
