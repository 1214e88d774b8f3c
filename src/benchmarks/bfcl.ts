import { ConfigError } from '../base/errors.ts';
import {
	canonicalJson,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	type MutableJsonObject,
	setOwn,
} from '../base/json.ts';
import { english, type Message, message } from '../base/message.ts';
import type { ExpectedCall } from '../eval/match/calls.ts';
import type { PossibleCall } from './bfcl-matching.ts';
import { type DialogSample, mustHave, RefusedRow, readMessages, readTool, requireAnswerable } from './dialog-sample.ts';
import { type ImportedItem, importRows, jsonLines } from './import.ts';

/**
 * Reads BFCL v4 (Berkeley Function-Calling Leaderboard): rows of questions, and of possible answers, in any order.
 * Single turns of Python functions are taken; all else is refused with its reason. Throws {@link ConfigError} for a file
 * that cannot be read, or where there are no questions.
 */
export async function* readBfcl(files: readonly string[]): AsyncGenerator<ImportedItem, void, void> {
	const { answers, asks } = await readAnswers(files);
	if (!asks && answers.size > 0) {
		throw new ConfigError(message('config.import-answers-only'));
	}
	const asked = new Set<string>();
	yield* importRows(files, (row) => {
		if (typeof row.id !== 'string') throw new RefusedRow(message('row.no-id'));
		if (!isQuestion(row)) return [];
		asked.add(row.id);
		return [readItem(row, answers)];
	});
	for (const [id, { place }] of answers) {
		if (!asked.has(id)) yield { place, id, refused: english(message('row.no-question')) };
	}
}

interface PossibleAnswer {
	readonly truth: JsonValue;
	readonly place: string;
	/** Where another answer to the same question stands. */
	other?: string;
}

/** The possible answers by id, and whether anything else is in the files. */
async function readAnswers(
	files: readonly string[],
): Promise<{ readonly answers: ReadonlyMap<string, PossibleAnswer>; readonly asks: boolean }> {
	const answers = new Map<string, PossibleAnswer>();
	let asks = false;
	for (const file of files) {
		for await (const { place, row } of jsonLines(file)) {
			asks ||= row === undefined || isQuestion(row);
			if (row?.ground_truth === undefined || typeof row.id !== 'string') continue;
			const known = answers.get(row.id);
			if (known === undefined) answers.set(row.id, { truth: row.ground_truth, place });
			else if (canonicalJson(known.truth) !== canonicalJson(row.ground_truth)) known.other ??= place;
		}
	}
	return { answers, asks };
}

function isQuestion({ question, ground_truth: truth }: JsonObject): boolean {
	return question !== undefined || truth === undefined;
}

function readItem(row: JsonObject, answers: ReadonlyMap<string, PossibleAnswer>): DialogSample {
	const { question, function: functions } = row;
	const id = String(row.id);
	const category = id.replace(/_\d+(?:-\w+)*$/u, '');
	const refuse = (reason: Message): RefusedRow => new RefusedRow(message('row.category', { category, reason }));
	const refusal = REFUSED.find(([pattern]) => pattern.test(category))?.[1];
	if (refusal !== undefined) throw refuse(message(refusal));
	if (!TAKEN.test(category)) throw refuse(message('row.category-unknown'));
	if (!Array.isArray(question) || question.length !== 1 || !Array.isArray(question[0])) {
		throw refuse(message('row.several-turns'));
	}
	if (!Array.isArray(functions) || functions.length === 0) throw refuse(message('row.no-functions'));
	const asked = {
		id: id.replaceAll('_', '-').toLowerCase(),
		...readMessages(question[0]),
		tools: functions.map(readTool),
		category,
	};
	if (category.endsWith('irrelevance') && answers.has(id)) {
		throw refuse(message('row.irrelevance-answered'));
	}
	if (category.endsWith('irrelevance')) return { ...asked, turn: 'relevance', expected: [] };
	if (category === 'live_relevance') return { ...asked, turn: 'call', expected: [], possible: 'any' };
	const possible = readPossible(answers.get(id), refuse);
	requireAnswerable(
		possible.map((call) => mustHave(call, asked.tools)),
		asked.tools,
	);
	return { ...asked, turn: 'call', expected: possible.map(shownCall), possible };
}

/** Of Python functions; `simple` is what version 3 called `simple_python`. */
const TAKEN =
	/^(?:simple|simple_python|multiple|parallel|parallel_multiple|irrelevance|live_(?:simple|multiple|parallel|parallel_multiple|irrelevance|relevance))$/u;

const REFUSED = [
	[/^multi_turn/u, 'row.backend-turns'],
	[/^(?:memory|web_search)/u, 'row.backend-agent'],
	[/java/u, 'row.other-language'],
	[/^(?:exec|rest|sql|chatable)/u, 'row.not-version-4'],
] as const;

function readPossible(
	answer: PossibleAnswer | undefined,
	refuse: (reason: Message) => RefusedRow,
): readonly PossibleCall[] {
	if (answer === undefined) throw refuse(message('row.no-answer'));
	const { truth, other } = answer;
	if (other !== undefined) throw refuse(message('row.answers-differ', { other }));
	if (!Array.isArray(truth) || truth.length === 0) throw refuse(message('row.answer-list'));
	return truth.map((call: JsonValue) => {
		const [tool, args] = isJsonObject(call) ? (Object.entries(call)[0] ?? []) : [];
		const choices = args !== undefined && isJsonObject(args) ? args : undefined;
		if (tool === undefined || choices === undefined || !Object.values(choices).every((one) => Array.isArray(one))) {
			throw refuse(message('row.answer-call'));
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
