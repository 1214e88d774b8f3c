import type { ChatMessage } from '../chat/message.ts';
import { isJsonObject } from '../json/json-value.ts';
import type { Transcript } from './sample.ts';
import type { Solution } from './suite.ts';

/**
 * What a solver brought back, as far as a log can carry it. Where it cannot, the sample has that as its error, and the
 * failure `no-solution`, so that nothing is held against the model.
 */
export function readSolution(given: unknown): Solution & Pick<Transcript, 'failure'> {
	const problem = problemOf(given);
	if (problem === undefined) return given as Solution;
	const error = `solve ${problem}; a solution is { messages: [...], facts: {...} }, with an error where the turn failed`;
	return { messages: [], facts: {}, error, failure: 'no-solution' };
}

function problemOf(given: unknown): string | undefined {
	if (typeof given !== 'object' || given === null) return `returned ${String(given).slice(0, 60)}`;
	const { messages, facts, error } = given as Partial<Record<keyof Solution, unknown>>;
	if (!Array.isArray(messages)) return 'returned no list of messages';
	const index = messages.findIndex((message) => !isMessage(message));
	if (index !== -1) return `returned messages[${index}], which is no message`;
	if (!isJsonObject(facts)) return 'returned no facts';
	if (error !== undefined && typeof error !== 'string') return 'returned an error that is no text';
	return isJson(messages) && isJson(facts) ? undefined : 'returned what JSON cannot carry';
}

/** By role the fields that are text, and those that are objects. */
const FIELDS: Readonly<Record<ChatMessage['role'], readonly [texts: readonly string[], objects: readonly string[]]>> = {
	user: [['text'], []],
	model: [['text'], []],
	system: [['text'], []],
	reflection: [['text'], []],
	'malformed-call': [['reason', 'raw'], []],
	'tool-call': [[], ['call', 'result']],
};

function isMessage(message: unknown): boolean {
	if (typeof message !== 'object' || message === null) return false;
	const fields = message as Readonly<Record<string, unknown>>;
	const role = String(fields.role);
	if (!Object.hasOwn(FIELDS, role)) return false;
	const [texts, objects] = FIELDS[role as ChatMessage['role']];
	return (
		texts.every((name) => typeof fields[name] === 'string') &&
		objects.every((name) => typeof fields[name] === 'object' && fields[name] !== null)
	);
}

function isJson(value: unknown): boolean {
	try {
		return JSON.stringify(value) !== undefined;
	} catch {
		return false;
	}
}
