import { isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import type { HistoryMessage } from '../model/conversation.ts';
import type { AnsweredCall, DialogSample } from './dialog-sample.ts';
import { RefusedRow } from './refused-row.ts';

/**
 * Messages as OpenAI's API has them, as a sample's system text, history, what the user says last, and the calls that the
 * model made of it. Throws {@link RefusedRow} where they are none that a sample could hold.
 */
export function readMessages(
	messages: readonly JsonValue[],
): Pick<DialogSample, 'system' | 'history' | 'input' | 'called'> {
	const said = messages.map((message) => {
		if (isJsonObject(message) && typeof message.role === 'string') return message;
		throw new RefusedRow('a message has no role');
	});
	const system = said.filter(({ role }) => role === 'system' || role === 'developer').map(textOf);
	const talk = said.filter(({ role }) => role !== 'system' && role !== 'developer');
	const last = talk.findLastIndex(({ role }) => role === 'user');
	const user = talk[last];
	const input = user === undefined ? '' : textOf(user);
	if (input.trim() === '') throw new RefusedRow('the user says nothing');
	const history = joined(talk.slice(0, last).map(historyMessage));
	const called = answeredCalls(talk.slice(last + 1));
	// What the user says in several messages is one turn to every chat template.
	const before = history.at(-1)?.role === 'user' ? history.at(-1) : undefined;
	return {
		system: system.length === 0 ? undefined : system.join('\n\n'),
		history: nonEmpty(before === undefined ? history : history.slice(0, -1)),
		input: before?.role === 'user' ? `${before.content}\n\n${input}` : input,
		called: nonEmpty(called),
	};
}

/** Arguments as an object, or as the JSON text that APIs write. Throws {@link RefusedRow}. */
export function readArguments(value: JsonValue | undefined): JsonObject {
	const read = typeof value === 'string' ? parsed(value) : value;
	if (isJsonObject(read)) return read;
	throw new RefusedRow('the arguments of a call are no JSON object');
}

function nonEmpty<T>(list: readonly T[]): readonly T[] | undefined {
	return list.length === 0 ? undefined : list;
}

function textOf({ content }: JsonObject): string {
	return typeof content === 'string' ? content : '';
}

function historyMessage(message: JsonObject): HistoryMessage {
	const { role, name, tool_call_id: id } = message;
	if (role === 'user') return { role, content: textOf(message) };
	if (role === 'tool') {
		return { role, tool_call_id: String(id), name: String(name), content: responseOf(message.content) };
	}
	if (role !== 'assistant') throw new RefusedRow(`a message is of the role ${JSON.stringify(role)}`);
	const calls = callsOf(message).map(({ id: of, tool, arguments: args }) => {
		return { id: of, type: 'function' as const, function: { name: tool, arguments: args } };
	});
	return calls.length === 0
		? { role, content: textOf(message) }
		: { role, content: textOf(message), tool_calls: calls };
}

/** Consecutive messages of the user as one. */
function joined(messages: readonly HistoryMessage[]): readonly HistoryMessage[] {
	const result: HistoryMessage[] = [];
	for (const message of messages) {
		const last = result.at(-1);
		if (message.role === 'user' && last?.role === 'user') {
			result[result.length - 1] = { role: 'user', content: `${last.content}\n\n${message.content}` };
		} else result.push(message);
	}
	return result;
}

/** Behind the user's last words: nothing, or one round of calls with their answers. */
function answeredCalls(messages: readonly JsonObject[]): readonly AnsweredCall[] {
	const [asking, ...answers] = messages;
	if (asking === undefined) return [];
	const calls = callsOf(asking);
	if (calls.length === 0 || calls.length !== answers.length || answers.some(({ role }) => role !== 'tool')) {
		throw new RefusedRow('behind the last words of the user stands something else than calls and their answers');
	}
	return calls.map(({ id, tool, arguments: args }, index) => {
		const answer = answers.find((one) => one.tool_call_id === id) ?? answers[index];
		return { tool, arguments: args, response: responseOf(answer?.content) };
	});
}

function callsOf({
	tool_calls: calls,
}: JsonObject): readonly (Omit<AnsweredCall, 'response'> & { readonly id: string })[] {
	return (Array.isArray(calls) ? calls : []).map((call: JsonValue, index: number) => {
		const made = isJsonObject(call) && isJsonObject(call.function) ? call.function : undefined;
		if (typeof made?.name !== 'string') throw new RefusedRow('a call has no name');
		const id = isJsonObject(call) && typeof call.id === 'string' ? call.id : `call-${index}`;
		return { id, tool: made.name, arguments: readArguments(made.arguments) };
	});
}

/** What is no object becomes one, as tools of a dispatcher answer. */
function responseOf(content: JsonValue | undefined): JsonObject {
	const read = typeof content === 'string' ? (parsed(content) ?? content) : (content ?? null);
	return isJsonObject(read) ? read : { result: read };
}

function parsed(text: string): JsonValue | undefined {
	try {
		return JSON.parse(text) as JsonValue;
	} catch {
		return undefined;
	}
}
