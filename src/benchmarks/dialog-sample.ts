import { isJsonObject, type JsonObject, type JsonValue, type MutableJsonObject, setOwn } from '../base/json.ts';
import { english, type Message, message } from '../base/message.ts';
import { isCallName } from '../dialects/syntax/region.ts';
import { expectedIssue } from '../eval/match/expected.ts';
import type { ExpectingSample } from '../eval/scoring/calls.ts';
import type { HistoryMessage, ToolDeclaration } from '../model/conversation.ts';
import type { PossibleCall } from './bfcl-matching.ts';

/** What is right to do with what was said last: call, ask for what is missing, report a result, or say that no tool fits. */
export const DIALOG_TURNS = ['call', 'slot', 'completion', 'relevance'] as const;
export type DialogTurn = (typeof DIALOG_TURNS)[number];

/** One turn of a dialog, with tools of its own. Benchmarks are imported as these. */
export interface DialogSample extends ExpectingSample {
	readonly turn: DialogTurn;
	/** Absent: the suite's own. */
	readonly system?: string;
	/** Declared for this sample alone, or names of the suite's tools. */
	readonly tools: readonly (ToolDeclaration | string)[];
	/** What was said before the input. */
	readonly history?: readonly HistoryMessage[];
	/** Calls that the model made of the input, and what came back: it is to go on after them. */
	readonly called?: readonly AnsweredCall[];
	/** In place of `expected`, by BFCL's rules; `any`: some call is right. */
	readonly possible?: readonly PossibleCall[] | 'any';
	/** Of each list at least one text must stand in the answer. */
	readonly answer?: readonly (readonly string[])[];
	/** Of a benchmark. */
	readonly category?: string;
	/** Whether the tools beside the right one are like it. */
	readonly distractors?: 'close' | 'random';
}

/** A call with what its tool answered. */
export interface AnsweredCall {
	readonly tool: string;
	readonly arguments: JsonObject;
	readonly response: JsonObject;
}

/**
 * Messages as OpenAI's API has them, as a sample's system text, history, what the user says last, and the calls that the
 * model made of it. Throws {@link RefusedRow} where they are none that a sample could hold.
 */
export function readMessages(
	messages: readonly JsonValue[],
): Pick<DialogSample, 'system' | 'history' | 'input' | 'called'> {
	const said = messages.map((spoken) => {
		if (isJsonObject(spoken) && typeof spoken.role === 'string') return spoken;
		throw new RefusedRow(message('row.message-role-missing'));
	});
	const system = said.filter(({ role }) => role === 'system' || role === 'developer').map(textOf);
	const talk = said.filter(({ role }) => role !== 'system' && role !== 'developer');
	const last = talk.findLastIndex(({ role }) => role === 'user');
	const user = talk[last];
	const input = user === undefined ? '' : textOf(user);
	if (input.trim() === '') throw new RefusedRow(message('row.no-input'));
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
	throw new RefusedRow(message('row.arguments'));
}

function nonEmpty<T>(list: readonly T[]): readonly T[] | undefined {
	return list.length === 0 ? undefined : list;
}

function textOf({ content }: JsonObject): string {
	return typeof content === 'string' ? content : '';
}

function historyMessage(spoken: JsonObject): HistoryMessage {
	const { role, name, tool_call_id: id } = spoken;
	if (role === 'user') return { role, content: textOf(spoken) };
	if (role === 'tool') {
		return { role, tool_call_id: String(id), name: String(name), content: responseOf(spoken.content) };
	}
	if (role !== 'assistant') throw new RefusedRow(message('row.message-role', { role: JSON.stringify(role) }));
	const calls = callsOf(spoken).map(({ id: of, tool, arguments: args }) => {
		return { id: of, type: 'function' as const, function: { name: tool, arguments: args } };
	});
	return calls.length === 0 ? { role, content: textOf(spoken) } : { role, content: textOf(spoken), tool_calls: calls };
}

/** Consecutive messages of the user as one. */
function joined(messages: readonly HistoryMessage[]): readonly HistoryMessage[] {
	const result: HistoryMessage[] = [];
	for (const one of messages) {
		const last = result.at(-1);
		if (one.role === 'user' && last?.role === 'user') {
			result[result.length - 1] = { role: 'user', content: `${last.content}\n\n${one.content}` };
		} else result.push(one);
	}
	return result;
}

/** After the user's last words: nothing, or one round of calls with their answers. */
function answeredCalls(messages: readonly JsonObject[]): readonly AnsweredCall[] {
	const [asking, ...answers] = messages;
	if (asking === undefined) return [];
	const calls = callsOf(asking);
	if (calls.length === 0 || calls.length !== answers.length || answers.some(({ role }) => role !== 'tool')) {
		throw new RefusedRow(message('row.after-user'));
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
		if (typeof made?.name !== 'string') throw new RefusedRow(message('row.call-name'));
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

/** Why a row, or an item of it, is not imported. The import goes on. */
export class RefusedRow extends Error {
	override readonly name = 'RefusedRow';

	constructor(said: Message) {
		super(english(said));
	}
}

/** A right call by the arguments that it must have, each with the values that are right. */
export interface RightCall {
	readonly tool: string;
	readonly arguments: Readonly<Record<string, readonly JsonValue[]>>;
}

/**
 * Throws {@link RefusedRow} for right calls that the sample's tools cannot take: of another tool, without an argument that
 * is required, with one that the tool does not have, or with no value that its schema takes. No model could make them.
 */
export function requireAnswerable(calls: readonly RightCall[], tools: readonly ToolDeclaration[]): void {
	const parameters = new Map(tools.map((tool) => [tool.name, tool.parameters]));
	for (const { tool, arguments: right } of calls) {
		if (!parameters.has(tool)) throw new RefusedRow(message('row.right-call-undeclared', { tool }));
		const properties = propertiesOf(parameters.get(tool));
		for (const [name, values] of Object.entries(right)) {
			const issues = values.map((value) => expectedIssue([{ tool, arguments: { [name]: value } }], parameters)?.text);
			if (issues.includes(undefined) || isChoice(values, properties[name])) continue;
			throw new RefusedRow(
				issues[0] === undefined
					? message('row.right-call-no-value', { tool, name })
					: message('row.right-call-value', { tool, name, problem: issues[0] }),
			);
		}
		const missing = requiredOf(parameters.get(tool)).find((name) => !Object.hasOwn(right, name));
		if (missing !== undefined) throw new RefusedRow(message('row.right-call-lacks', { tool, name: missing }));
	}
}

/** What BFCL's possible answer must have: an argument that may be `''` may be dropped, unless the tool requires it. */
export function mustHave({ tool, arguments: possible }: PossibleCall, tools: readonly ToolDeclaration[]): RightCall {
	const parameters = tools.find(({ name }) => name === tool)?.parameters;
	const required = requiredOf(parameters);
	const must = Object.entries(possible).flatMap(([name, choices]): [string, readonly JsonValue[]][] => {
		if (choices.includes('') && !required.includes(name)) return [];
		return [[name, choices.map((choice) => plainValue(choice))]];
	});
	return { tool, arguments: Object.fromEntries(must) };
}

/** Of a dictionary BFCL lists for each key what it may be. */
function plainValue(choice: JsonValue): JsonValue {
	if (Array.isArray(choice)) return choice.map((item: JsonValue) => (isJsonObject(item) ? plainValue(item) : item));
	if (!isJsonObject(choice)) return choice;
	const entries = Object.entries(choice).flatMap(([key, choices]): [string, JsonValue][] => {
		const [value] = [choices].flat().filter((one) => one !== '');
		return value === undefined ? [] : [[key, value]];
	});
	return Object.fromEntries(entries);
}

/** Whether one of the tool's choices is as good as a right value: no benchmark distinguishes texts by case or punctuation. */
function isChoice(values: readonly JsonValue[], property: JsonValue | undefined): boolean {
	const choices = isJsonObject(property) && Array.isArray(property.enum) ? property.enum : [];
	const right = values.map(bareText);
	return choices.some((choice) => typeof choice === 'string' && right.includes(bareText(choice)));
}

function bareText(value: JsonValue): string | undefined {
	if (typeof value !== 'string') return undefined;
	return value
		.normalize('NFC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');
}

function propertiesOf(parameters: JsonObject | undefined): JsonObject {
	return isJsonObject(parameters?.properties) ? parameters.properties : {};
}

function requiredOf(parameters: JsonObject | undefined): readonly string[] {
	const { required } = parameters ?? {};
	return Array.isArray(required) ? required.map(String) : [];
}

/** A function of BFCL, or of OpenAI's API, as a tool in JSON Schema's words. Throws {@link RefusedRow}. */
export function readTool(item: JsonValue): ToolDeclaration {
	const declared = isJsonObject(item) && isJsonObject(item.function) ? item.function : item;
	if (!isJsonObject(declared) || typeof declared.name !== 'string')
		throw new RefusedRow(message('row.tool-name-missing'));
	const { name, description, parameters = {} } = declared;
	if (!isCallName(name)) throw new RefusedRow(message('row.tool-name', { name }));
	// A tool without arguments may have an empty schema.
	const schema = { type: 'object', properties: {}, ...schemaOf(parameters) };
	if (schema.type !== 'object') throw new RefusedRow(message('row.tool-parameters', { name }));
	return { name, description: typeof description === 'string' ? description : '', parameters: schema };
}

function schemaOf(schema: JsonValue): JsonObject {
	if (!isJsonObject(schema)) throw new RefusedRow(message('row.schema', { text: JSON.stringify(schema).slice(0, 40) }));
	const read: MutableJsonObject = {};
	for (const [keyword, value] of Object.entries(schema)) {
		if (keyword === 'properties' && isJsonObject(value)) {
			const properties: MutableJsonObject = {};
			for (const [name, property] of Object.entries(value)) setOwn(properties, name, schemaOf(property));
			read.properties = properties;
		} else if (keyword === 'items' || (keyword === 'additionalProperties' && isJsonObject(value))) {
			read[keyword] = schemaOf(value);
		} else if (keyword === 'type' && typeof value === 'string') {
			const type = TYPES.get(value.toLowerCase());
			if (type === undefined) throw new RefusedRow(message('row.type', { type: value }));
			read.type = type;
		} else if (keyword !== 'optional' && !(keyword === 'required' && !Array.isArray(value))) {
			setOwn(read, keyword, value);
		}
	}
	return read;
}

/** BFCL's `GORILLA_TO_OPENAPI`, in lower case. */
const TYPES: ReadonlyMap<string, string> = new Map([
	...['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'].map((name) => [name, name] as const),
	...['dict', 'hashmap', 'hashtable'].map((name) => [name, 'object'] as const),
	...['float', 'double'].map((name) => [name, 'number'] as const),
	...['tuple', 'list', 'arraylist', 'queue', 'stack', 'set'].map((name) => [name, 'array'] as const),
	...['any', 'char'].map((name) => [name, 'string'] as const),
	...['long', 'short', 'byte', 'bigint', 'int'].map((name) => [name, 'integer'] as const),
	['bool', 'boolean'],
]);
