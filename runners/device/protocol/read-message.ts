import { isJsonObject, type JsonValue, MAX_ARGUMENT_DEPTH, MAX_ARGUMENTS, nestsWithin } from '../../../src/index.ts';
import { fromApp } from './message-schema.ts';
import type { FromApp } from './messages.ts';

/** Levels of a message: a call's arguments in it, and some for what holds them. A schema recurses, and a stack ends. */
const MAX_DEPTH: number = MAX_ARGUMENT_DEPTH + 8;

/**
 * A message as an app sent it, or what is wrong with it. A call whose arguments nest deeper or are longer than any that is
 * meant is a malformed one: that is the model's mistake, and not the app's.
 */
export function readMessage(text: string): { readonly message: FromApp } | { readonly problem: string } {
	const told = parsed(text);
	if (told === undefined) return { problem: 'no JSON text' };
	const message = isRunawayCall(told) ? malformed(told, text) : told;
	if (!nestsWithin(message, MAX_DEPTH)) return { problem: `nested deeper than ${MAX_DEPTH} levels` };
	const read = fromApp.safeParse(message);
	if (read.success) return { message: read.data };
	const [issue] = read.error.issues;
	return { problem: `${issue?.path.join('.') || 'type'}: ${issue?.message}` };
}

export function parsed(text: string): JsonValue | undefined {
	try {
		return JSON.parse(text) as JsonValue;
	} catch {
		return undefined;
	}
}

function isRunawayCall(told: JsonValue): told is Record<string, JsonValue> {
	if (!isJsonObject(told) || told.type !== 'call' || !isJsonObject(told.arguments)) return false;
	return !nestsWithin(told.arguments, MAX_ARGUMENT_DEPTH) || JSON.stringify(told.arguments).length > MAX_ARGUMENTS;
}

/** What the model wrote where it is told, or the message as it came: JSON cannot write what nests too deep. */
function malformed({ ask = null, n = null, atMs = null, raw }: Record<string, JsonValue>, text: string): JsonValue {
	return { type: 'malformed', ask, n, atMs, raw: (typeof raw === 'string' ? raw : text).slice(0, MAX_ARGUMENTS) };
}
