import type { ChatMessage } from '../../chat/message.ts';
import type { JsonObject } from '../../json/json-value.ts';
import { outlineOf } from '../../model/generation-outline.ts';
import type { ToolDefaults } from '../../tool/tool-defaults.ts';
import type { LoggedCall, LoggedGeneration, Transcript } from '../sample.ts';
import { readTurn, type TurnReading, turnCalls } from './turn-reading.ts';

/** A transcript as scorers read it: what the user was told, what was called, what came of it. */
export interface Turn extends Omit<TurnReading, 'prefix'> {
	/** As of its {@link TurnReading}; absent where no generation was recorded. */
	readonly prefix?: string | undefined;
	/** All calls of the turn in the order they were made; where no generation was recorded, those that its messages tell. */
	readonly calls: readonly LoggedCall[];
	/** The model's last words, where the turn ended with some. */
	readonly answer?: string | undefined;
	readonly messages: readonly ChatMessage[];
	/** Names of the tools that the model was told of, where that is known. */
	readonly tools?: readonly string[] | undefined;
	/** By tool, what the app takes for arguments that a call leaves away. */
	readonly defaults?: ToolDefaults | undefined;
	/** What the solver found, such as the app's state before and after. */
	readonly facts: JsonObject;
	/** The controller's or engine's error, where the turn failed. */
	readonly error?: string | undefined;
	/** The engine's failure behind it. */
	readonly failure?: string | undefined;
	readonly failureDetail?: string | undefined;
	readonly generations: readonly LoggedGeneration[];
}

const known = new WeakMap<Transcript, Turn>();

/** Reads a transcript once, however many scorers ask. */
export function turnOf(transcript: Transcript): Turn {
	const turn = known.get(transcript) ?? read(transcript);
	known.set(transcript, turn);
	return turn;
}

function read({
	generations,
	messages: kept,
	tools,
	defaults,
	facts,
	error,
	failure,
	failureDetail,
}: Transcript): Turn {
	const messages = kept ?? [];
	// What the app itself says, such as its hint after many turns, is no answer of the model, and takes none from it.
	const last = messages.findLast(({ role }) => role !== 'system');
	return {
		...(generations.length === 0 ? told(messages) : { ...readTurn(generations), calls: turnCalls(generations) }),
		answer: kept === undefined ? lastWords(generations) : last?.role === 'model' ? unlessBlank(last.text) : undefined,
		messages,
		tools,
		defaults,
		facts,
		error,
		failure,
		failureDetail,
		generations,
	};
}

/** Of a turn of which nobody tells what the app kept, as of a captured one: what its last generation said, where it called nothing. */
function lastWords(generations: readonly LoggedGeneration[]): string | undefined {
	const { attempts, textBeforeCall } = outlineOf(generations.at(-1)?.events ?? []);
	return attempts.length > 0 ? undefined : unlessBlank(textBeforeCall.normalize('NFC').trim());
}

function unlessBlank(text: string): string | undefined {
	return text.trim() === '' ? undefined : text;
}

/** Of a turn that another loop took: what it says that was called. */
function told(messages: readonly ChatMessage[]): Pick<Turn, 'calls' | 'call' | 'malformed'> {
	const calls = messages.flatMap((message) => (message.role === 'tool-call' ? [message.call] : []));
	const [call] = calls;
	const malformed = messages.some(({ role }) => role === 'malformed-call');
	return { calls, ...(call !== undefined && { call }), malformed };
}
