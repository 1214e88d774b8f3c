import { type GenerationEvent, isJsonObject, type JsonObject, type JsonValue } from '../../../src/index.ts';
import { contradictoryAnswer, holdsSomething, unreadAnswer, wordsOf } from '../wire/unread-answer.ts';
import { argumentsText, isSame, readArguments } from './call-arguments.ts';
import { functionOf } from './call-assembly.ts';

/** What a stream has told so far. */
export interface SaidSoFar {
	readonly text: string;
	readonly calls: number;
}

/**
 * The calls of a whole `message` that a choice has beside its delta, as Perplexity's does. Where it holds more than the pieces
 * do, that was never read. Throws EngineError.
 */
export function readMessage(
	{ message }: JsonObject,
	said: SaidSoFar,
	source: string,
): readonly JsonValue[] | undefined {
	if (!isJsonObject(message)) return undefined;
	const { content, tool_calls: calls } = message;
	if (holdsSomething(content) && content !== said.text) throw unreadAnswer(source, `${PLACE}.content`, content ?? null);
	if (!holdsSomething(calls)) return undefined;
	if (!Array.isArray(calls) || calls.length > said.calls)
		throw unreadAnswer(source, `${PLACE}.tool_calls`, calls ?? null);
	return calls;
}

const PLACE = 'choices[0].message';

/** Holds the calls of a message against those of the stream. Throws EngineError (`contradictory`). */
export function requireSameCalls(
	told: readonly JsonValue[],
	streamed: readonly (GenerationEvent | undefined)[],
	source: string,
): void {
	for (const [position, call] of told.entries()) {
		const place = `${PLACE}.tool_calls[${position}]`;
		const called = functionOf(call, source, place);
		const event = streamed[position];
		if (called === undefined || event === undefined) continue;
		const name = wordsOf(called.name, source, `${place}.function.name`);
		const given = readArguments(argumentsText(called.arguments, source, `${place}.function.arguments`));
		// A message may be told before its last call is whole.
		if (given === undefined) continue;
		const isOne = event.type === 'call' && ['', event.call.name].includes(name) && isSame(given, event.call.arguments);
		if (!isOne)
			throw contradictoryAnswer(
				`${source}: the server tells call ${position + 1} otherwise in its message than in its pieces`,
			);
	}
}
