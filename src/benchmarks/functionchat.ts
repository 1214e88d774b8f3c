import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import { message } from '../base/message.ts';
import type { ExpectedCall } from '../eval/match/calls.ts';
import { ANYTHING } from '../eval/match/values.ts';
import {
	DIALOG_TURNS,
	type DialogSample,
	type DialogTurn,
	RefusedRow,
	type RightCall,
	readArguments,
	readMessages,
	readTool,
	requireAnswerable,
} from './dialog-sample.ts';
import { type ImportedItem, importRows } from './import.ts';

/**
 * Reads FunctionChat-Bench (Kakao): files of single calls, dialogs and call decisions, recognized by their fields. Throws
 * {@link ConfigError} for a file that cannot be read.
 */
export async function* readFunctionChat(files: readonly string[]): AsyncGenerator<ImportedItem, void, void> {
	yield* importRows(files, function* (row) {
		const items = 'function_num' in row ? singleCalls(row) : 'turns' in row ? dialogTurns(row) : [callDecision(row)];
		for (const { id, read } of items) {
			try {
				yield read();
			} catch (thrown) {
				if (!(thrown instanceof RefusedRow)) throw thrown;
				yield { id, refused: thrown.message };
			}
		}
	});
}

/** One of the samples that a row holds: read apart, so that the others are kept where it is refused. */
interface Item {
	readonly id: string;
	read(): DialogSample;
}

/** A row is a function: queries times sets of tools. */
function* singleCalls({
	query,
	ground_truth: truths,
	acceptable_arguments: accepted,
	tools: sets,
}: JsonObject): Generator<Item> {
	for (const [index, asked] of rowsOf(query, 'query').entries()) {
		for (const set of rowsOf(sets, 'tools')) {
			const [, count, likeness] = /^(?:exact|(\d)_(close|random))$/u.exec(String(set.type)) ?? [];
			const id = `singlecall-${asked.serial_num}-${String(set.type).replaceAll('_', '-')}`;
			yield {
				id,
				read() {
					const truth = rowsOf(truths, 'ground_truth')[index]?.content;
					const acceptable = rowsOf(accepted, 'acceptable_arguments')[index]?.content;
					const tools = rowsOf(set.content, 'tools').map(readTool);
					const expected = [expectedCall(readArguments(truth), acceptable)];
					requireAnswerable(expected.map(rightCall), tools);
					return {
						id,
						turn: 'call',
						...readMessages([{ role: 'user', content: asked.content ?? null }]),
						tools,
						expected,
						category: `singlecall_${set.type}`,
						distractors: count === undefined ? undefined : (likeness as 'close' | 'random'),
					};
				},
			};
		}
	}
}

function* dialogTurns({ dialog_num: dialog, tools, turns }: JsonObject): Generator<Item> {
	for (const turn of rowsOf(turns, 'turns')) {
		const id = `dialog-${dialog}-${turn.serial_num ?? turn.turn_num}`;
		yield { id, read: () => readTurn(id, turn, turn.query, tools, 'dialog') };
	}
}

function callDecision(row: JsonObject): Item {
	const id = `calldecision-${row.serial_num}`;
	const category = `calldecision_${String(row.category).toLowerCase()}`;
	return { id, read: () => readTurn(id, row, row.input_messages, row.input_tools, category) };
}

function readTurn(
	id: string,
	{ type_of_output: type, ground_truth: truth, acceptable_arguments: acceptable }: JsonObject,
	messages: JsonValue | undefined,
	tools: JsonValue | undefined,
	category: string,
): DialogSample {
	const turn = DIALOG_TURNS.find((one): one is DialogTurn => one === type);
	if (turn === undefined) throw new RefusedRow(message('row.turn', { type: JSON.stringify(type) }));
	const given = isJsonObject(truth) ? (truth.tool_calls ?? []) : [];
	const calls = rowsOf(given, 'tool_calls');
	if ((turn === 'call') !== calls.length > 0) {
		throw new RefusedRow(message(calls.length > 0 ? 'row.turn-call' : 'row.turn-no-call', { turn }));
	}
	const declared = rowsOf(tools, 'tools').map(readTool);
	const expected = calls.map(({ function: made }) => expectedCall(isJsonObject(made) ? made : {}, acceptable));
	requireAnswerable(expected.map(rightCall), declared);
	return {
		id,
		turn,
		...readMessages(rowsOf(messages, 'messages')),
		tools: declared,
		expected,
		category: `${category}${category === 'dialog' ? `_${turn}` : ''}`,
	};
}

/**
 * What else an argument may be stands in an object, in JSON text, or in text in JSON text; a sentence in its place tells
 * people that nothing else may be.
 */
function expectedCall({ name, arguments: args }: JsonObject, accepted: JsonValue | undefined): ExpectedCall {
	if (typeof name !== 'string') throw new RefusedRow(message('row.right-call-name'));
	const required = readArguments(args);
	const values = acceptedValues(accepted);
	const wild = Object.entries(required).find(([key, value]) => holdsAnything([value, values[key] ?? null]));
	if (wild !== undefined) throw new RefusedRow(message('row.wildcard', { field: wild[0], value: ANYTHING }));
	const acceptable = Object.entries(values).flatMap(([key, value]): [string, readonly JsonValue[]][] => {
		const choices = Array.isArray(value) ? value : [value];
		return Object.hasOwn(required, key) && choices.length > 0 ? [[key, choices]] : [];
	});
	return {
		tool: name,
		arguments: required,
		acceptable: acceptable.length === 0 ? undefined : Object.fromEntries(acceptable),
	};
}

/** At any depth: such a value would match whatever the model says. */
function holdsAnything(value: JsonValue): boolean {
	if (Array.isArray(value)) return value.some(holdsAnything);
	return isJsonObject(value) ? Object.values(value).some(holdsAnything) : value === ANYTHING;
}

function rightCall({ tool, arguments: given, acceptable = {} }: ExpectedCall): RightCall {
	const values = Object.entries(given).map(([name, value]) => [name, [value, ...(acceptable[name] ?? [])]] as const);
	return { tool, arguments: Object.fromEntries(values) };
}

function acceptedValues(accepted: JsonValue | undefined): JsonObject {
	if (typeof accepted !== 'string') return isJsonObject(accepted) ? accepted : {};
	try {
		return acceptedValues(JSON.parse(accepted) as JsonValue);
	} catch {
		return {};
	}
}

function rowsOf(value: JsonValue | undefined, field: string): readonly JsonObject[] {
	if (Array.isArray(value) && value.every((row) => isJsonObject(row))) return value;
	throw new RefusedRow(message('row.no-list', { field }));
}
