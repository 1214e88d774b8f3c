import {
	type ConversationOptions,
	type GenerationEvent,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	type ToolDeclaration,
	type ToolResponse,
	type TurnInput,
} from '../../src/index.ts';

/** What a conversation begins with, in LiteRT-LM's own words. */
export function prefaceMessages({ system }: ConversationOptions): readonly JsonObject[] {
	return system === undefined ? [] : [{ role: 'system', content: system }];
}

export function toolOf({ name, description, parameters }: ToolDeclaration): JsonObject {
	return { type: 'function', function: { name, description, parameters } };
}

/** The messages of one turn. */
export function turnMessages(input: TurnInput): readonly JsonObject[] {
	if (input.type === 'user') {
		return [...resultMessages(input.unsent ?? []), { role: 'user', content: input.text }];
	}
	const results = resultMessages(input.results);
	return input.reflection === undefined ? results : [...results, { role: 'user', content: input.reflection }];
}

/** What the model answered, for the history of a conversation that has to be opened again. */
export function assistantMessage(events: readonly GenerationEvent[]): JsonObject {
	const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
	const calls: JsonValue[] = events.flatMap((event) =>
		event.type === 'call'
			? [{ type: 'function', function: { name: event.call.name, arguments: event.call.arguments } }]
			: [],
	);
	return { role: 'assistant', content: text, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
}

/** A call as the engine read it: its own object as JSON. */
export function readCall(raw: string, id: string, atMs: number): GenerationEvent {
	let told: unknown;
	try {
		told = JSON.parse(raw);
	} catch {
		return { type: 'malformed', reason: 'bad-arguments', raw, atMs };
	}
	const called = isJsonObject(told) && isJsonObject(told.function) ? told.function : {};
	const { name, arguments: args } = called;
	if (typeof name !== 'string' || name === '') return { type: 'malformed', reason: 'bad-name', raw, atMs };
	if (!isJsonObject(args)) return { type: 'malformed', reason: 'bad-arguments', raw, atMs };
	return { type: 'call', call: { id, name, arguments: args, raw }, atMs };
}

function resultMessages(results: readonly ToolResponse[]): readonly JsonObject[] {
	if (results.length === 0) return [];
	const parts = results.map(({ call, response }) => ({ type: 'tool_response', name: call.name, response }));
	return [{ role: 'tool', content: parts }];
}
