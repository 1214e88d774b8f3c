import { ConfigError } from '../errors/gemmark-error.ts';
import type { ExpectedCall } from '../eval/match/expected-call.ts';
import { isJsonObject, type JsonObject, type JsonValue, type MutableJsonObject, setOwn } from '../json/json-value.ts';
import type { PossibleCall } from './bfcl-matching.ts';
import { readTool } from './bfcl-tool.ts';
import type { DialogSample } from './dialog-sample.ts';
import { type ImportedItem, importRows } from './imported-rows.ts';
import { firstRow, jsonLines } from './json-lines.ts';
import { readMessages } from './messages.ts';
import { RefusedRow } from './refused-row.ts';

/**
 * Reads BFCL v4 (Berkeley Function-Calling Leaderboard): files of questions, and of possible answers, in any order.
 * Single turns of Python functions are taken; all else is refused with its reason. Throws {@link ConfigError} for a file
 * that cannot be read, or where there are no questions.
 */
export async function* readBfcl(files: readonly string[]): AsyncGenerator<ImportedItem, void, void> {
	const questions: string[] = [];
	const answers = new Map<string, JsonValue>();
	for (const file of files) {
		const first = await firstRow(file);
		if (first?.ground_truth === undefined || first.question !== undefined) questions.push(file);
		else for await (const { row } of jsonLines(file)) answers.set(String(row?.id), row?.ground_truth ?? null);
	}
	if (questions.length === 0) {
		throw new ConfigError('these files hold possible answers only', { hint: 'Name the files of questions too.' });
	}
	yield* importRows(questions, (row) => [readItem(row, answers)]);
}

function readItem(row: JsonObject, answers: ReadonlyMap<string, JsonValue>): DialogSample {
	const { id, question, function: functions } = row;
	if (typeof id !== 'string') throw new RefusedRow('it has no id');
	const category = id.replace(/_\d+(?:-\w+)*$/u, '');
	const refusal = REFUSED.find(([pattern]) => pattern.test(category))?.[1];
	if (refusal !== undefined) throw new RefusedRow(`${category}: ${refusal}`);
	if (!TAKEN.test(category)) throw new RefusedRow(`${category}: is no category that is known here`);
	if (!Array.isArray(question) || question.length !== 1 || !Array.isArray(question[0])) {
		throw new RefusedRow(`${category}: its question is not of one turn`);
	}
	if (!Array.isArray(functions) || functions.length === 0)
		throw new RefusedRow(`${category}: it declares no functions`);
	const asked = {
		id: id.replaceAll('_', '-').toLowerCase(),
		...readMessages(question[0]),
		tools: functions.map(readTool),
		category,
	};
	if (category.endsWith('irrelevance')) return { ...asked, turn: 'relevance', expected: [] };
	if (category === 'live_relevance') return { ...asked, turn: 'call', expected: [], possible: 'any' };
	const possible = readPossible(answers.get(id), category);
	return { ...asked, turn: 'call', expected: possible.map(shownCall), possible };
}

/** Of Python functions; `simple` is what version 3 called `simple_python`. */
const TAKEN =
	/^(?:simple|simple_python|multiple|parallel|parallel_multiple|irrelevance|live_(?:simple|multiple|parallel|parallel_multiple|irrelevance|relevance))$/u;

const REFUSED: readonly (readonly [RegExp, string])[] = [
	[/^multi_turn/u, 'several turns over back ends that BFCL runs itself, in Python'],
	[/^(?:memory|web_search)/u, 'an agent over back ends that BFCL runs itself'],
	[/java/u, 'arguments are source text of another language, which BFCL converts by parsers of its own'],
	[/^(?:exec|rest|sql|chatable)/u, 'is no part of version 4'],
];

function readPossible(truth: JsonValue | undefined, category: string): readonly PossibleCall[] {
	if (truth === undefined) throw new RefusedRow(`${category}: none of the files has its possible answer`);
	if (!Array.isArray(truth) || truth.length === 0) throw new RefusedRow(`${category}: its possible answer is no list`);
	return truth.map((call: JsonValue) => {
		const [tool, args] = isJsonObject(call) ? (Object.entries(call)[0] ?? []) : [];
		const choices = args !== undefined && isJsonObject(args) ? args : undefined;
		if (tool === undefined || choices === undefined || !Object.values(choices).every((one) => Array.isArray(one))) {
			throw new RefusedRow(`${category}: its possible answer is no call with lists of values`);
		}
		return { tool, arguments: choices as PossibleCall['arguments'] };
	});
}

/** For people: the first value of each argument that must be given. */
function shownCall({ tool, arguments: possible }: PossibleCall): ExpectedCall {
	const shown: MutableJsonObject = {};
	for (const [name, choices] of Object.entries(possible)) {
		if (!choices.includes('')) setOwn(shown, name, choices[0] ?? null);
	}
	return { tool, arguments: shown };
}
