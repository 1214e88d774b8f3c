import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import { RefusedRow, readArguments, readMessages } from '../benchmarks/dialog-sample.ts';
import { jsonLines } from '../benchmarks/import.ts';

/** A row of a training file, as far as it can be compared with a corpus. */
export interface TrainingRow {
	/** `file:line` */
	readonly place: string;
	readonly input: string;
	readonly calls: readonly { readonly tool: string; readonly arguments: JsonObject }[];
}

/** Streams the rows of a training file: of chats, and of prompts with completions; undefined for a line that is no row. */
export async function* readTraining(file: string): AsyncGenerator<TrainingRow | undefined, void, void> {
	for await (const { place, row } of jsonLines(file)) {
		const read = row && (Array.isArray(row.messages) ? chatOf(row.messages) : promptOf(row));
		yield read && { place, ...read };
	}
}

function chatOf(messages: readonly JsonValue[]): Omit<TrainingRow, 'place'> | undefined {
	const last = messages.findLastIndex((said) => isJsonObject(said) && said.role === 'user');
	try {
		const { input } = readMessages(messages.slice(0, last + 1));
		return { input, calls: messages.slice(last + 1).flatMap(callsIn) };
	} catch (thrown) {
		if (!(thrown instanceof RefusedRow)) throw thrown;
		return undefined;
	}
}

/** Calls of an assistant message. Throws {@link RefusedRow}. */
export function callsIn(said: JsonValue): TrainingRow['calls'] {
	const calls = isJsonObject(said) && Array.isArray(said.tool_calls) ? said.tool_calls : [];
	return calls.flatMap((call: JsonValue) => {
		const made = isJsonObject(call) && isJsonObject(call.function) ? call.function : undefined;
		return typeof made?.name === 'string' ? [{ tool: made.name, arguments: readArguments(made.arguments) }] : [];
	});
}

const USER_TURNS = ['<start_of_turn>user\n', '<|turn>user\n'];
const TURN_ENDS = /<end_of_turn>|<turn\|>/u;

/** Of a conversation, or of a plain prompt the text of its last user turn. */
function promptOf({ prompt, completion }: JsonObject): Omit<TrainingRow, 'place'> | undefined {
	if (Array.isArray(prompt)) return chatOf([...prompt, ...(Array.isArray(completion) ? completion : [])]);
	if (typeof prompt !== 'string') return undefined;
	const turn = USER_TURNS.map((open) => prompt.lastIndexOf(open) + open.length).filter(
		(at, kind) => at >= (USER_TURNS[kind]?.length ?? 0),
	);
	const [input = ''] = prompt
		.slice(Math.max(0, ...turn))
		.split(TURN_ENDS)
		.map((text) => text.trim());
	return input === '' ? undefined : { input, calls: [] };
}
