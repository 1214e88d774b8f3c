import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/index.ts';
import type { Step } from '../embedded-page.ts';

/** What a sample tells of the dialog so far, in its fields `history` and `called`. */
export interface EarlierSteps {
	/** Before what the user says in the sample. */
	readonly before: readonly Step[];
	/** Calls that were made of it, with their answers. */
	readonly behind: readonly Step[];
}

/** A log may come from anywhere: what is no message is left out. `callText` writes a call. */
export function earlierSteps(
	{ history, called }: JsonObject,
	callText: (name: string, args: JsonObject) => string,
): EarlierSteps {
	return {
		before: objectsIn(history).flatMap((message) => messageSteps(message, callText)),
		behind: objectsIn(called).map(({ tool, arguments: args, response }) => ({
			who: 'call',
			text: callText(String(tool), isJsonObject(args) ? args : {}),
			...(response !== undefined && { outcome: 'ok', result: JSON.stringify(response) }),
		})),
	};
}

function messageSteps(
	{ role, content, tool_calls: calls }: JsonObject,
	callText: (name: string, args: JsonObject) => string,
): readonly Step[] {
	const text = typeof content === 'string' ? content : JSON.stringify(content ?? '');
	if (role === 'user') return [{ who: 'user', text }];
	if (role === 'tool') return [{ who: 'system', text }];
	if (role !== 'assistant') return [];
	const made = objectsIn(calls).flatMap(({ function: call }) =>
		call !== undefined && isJsonObject(call) ? [call] : [],
	);
	return [
		...(text.trim() === '' ? [] : [{ who: 'model', text } as const]),
		...made.map(({ name, arguments: args }): Step => {
			return { who: 'call', text: callText(String(name), isJsonObject(args) ? args : {}) };
		}),
	];
}

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
	return Array.isArray(value) ? value.filter((item) => isJsonObject(item)) : [];
}
