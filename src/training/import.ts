import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import { message } from '../base/message.ts';
import { type DialogSample, RefusedRow, readMessages, readTool } from '../benchmarks/dialog-sample.ts';
import { type ImportedItem, importRows } from '../benchmarks/import.ts';
import { callsIn } from './read.ts';
import type { Half } from './split.ts';

/**
 * Reads chats with tools, of google/mobile-actions or of TRL: every message of the assistant is a sample. Rows that are
 * marked `train` are left out unless `train` takes them as dev. Throws ConfigError for a file that cannot be read.
 */
export async function* readChats(
	files: readonly string[],
	{ train, onTrain }: { readonly train: boolean; readonly onTrain: (place: string) => void },
): AsyncGenerator<ImportedItem, void, void> {
	yield* importRows(files, function* (row, place) {
		if (!train && row.metadata === 'train') return onTrain(place);
		const [file, number] = [place.slice(0, place.lastIndexOf(':')), place.slice(place.lastIndexOf(':') + 1)];
		const from = files.length > 1 ? `file-${files.indexOf(file) + 1}-` : '';
		const { messages, tools: declared } = row;
		if (!Array.isArray(messages)) throw new RefusedRow(message('row.no-messages'));
		if (!Array.isArray(declared) || declared.length === 0) throw new RefusedRow(message('row.no-tools'));
		const tools = declared.map((tool: JsonValue) => readTool(tool));
		const answers = messages.flatMap((said: JsonValue, at) =>
			isJsonObject(said) && said.role === 'assistant' ? [at] : [],
		);
		if (answers.length === 0) throw new RefusedRow(message('row.no-assistant'));
		for (const [index, at] of answers.entries()) {
			const id = `${from}row-${number}${index === 0 ? '' : `-${index + 1}`}`;
			yield sampleOf(id, messages.slice(0, at), messages[at] as JsonObject, tools, halfOf(row.metadata));
		}
	});
}

function halfOf(metadata: JsonValue | undefined): Half | undefined {
	return metadata === 'eval' ? 'test' : metadata === 'train' ? 'dev' : undefined;
}

function sampleOf(
	id: string,
	before: readonly JsonValue[],
	answer: JsonObject,
	tools: DialogSample['tools'],
	split: Half | undefined,
): DialogSample & { readonly split?: Half } {
	const expected = callsIn(answer);
	const known = tools.map((tool) => (typeof tool === 'string' ? tool : tool.name));
	const unknown = expected.find(({ tool }) => !known.includes(tool));
	if (unknown !== undefined) throw new RefusedRow(message('row.right-call-undeclared', { tool: unknown.tool }));
	const [call] = expected;
	const category = call === undefined ? 'no-call' : expected.length > 1 ? 'parallel' : call.tool;
	const turn = call === undefined ? 'relevance' : 'call';
	return { id, ...(split && { split }), turn, ...readMessages(before), tools, expected, category };
}
