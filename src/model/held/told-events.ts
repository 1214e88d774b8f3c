import type { z } from 'zod';
import { EngineError } from '../../base/errors.ts';
import type { CompletionEvent } from '../completer.ts';
import type { GenerationEvent, GenerationRecord } from '../generation.ts';
import { COMPLETION_END, EVENTS, RECORD } from './told-schemas.ts';

/** Who tells events and records that nobody has checked, such as `runner mine`, and how its operator is told of it. */
export interface Teller {
	readonly name: string;
	/** Called for each measure that cannot be, and is left out; `kind` is the same for the same fault. */
	leaveOut(kind: string, how: string): void;
}

/** The event as code that gemmark did not write yields it. Throws {@link EngineError} for what is none. */
export function requireCompletionEvent(event: CompletionEvent, { name }: Teller): CompletionEvent {
	const { type, pieces } = fieldsOf(event);
	if (type === 'end') return parsed(COMPLETION_END, event, name) as CompletionEvent;
	if (type !== 'pieces') throw noEvent(event, "of type 'pieces' or 'end'", name);
	// No schema: there may be millions.
	if (!Array.isArray(pieces)) throw noEvent(event, 'where `pieces` is no list', name);
	const odd = pieces.findIndex((piece) => typeof fieldsOf(piece).text !== 'string');
	if (odd !== -1) throw noEvent(event, `where \`pieces[${odd}].text\` is no text`, name);
	const none = pieces.findIndex(({ token }) => token !== undefined && !Number.isFinite(token));
	if (none !== -1) throw noEvent(event, `where \`pieces[${none}].token\` is no number`, name);
	return event;
}

/** {@link requireCompletionEvent} of an engine that renders and reads by itself. */
export function requireGenerationEvent(event: GenerationEvent, { name }: Teller): GenerationEvent {
	const { type } = fieldsOf(event);
	const schema =
		typeof type === 'string' && Object.hasOwn(EVENTS, type) ? EVENTS[type as keyof typeof EVENTS] : undefined;
	if (schema === undefined) throw noEvent(event, "of type 'text', 'thinking', 'call', 'malformed' or 'end'", name);
	return parsed(schema, event, name) as GenerationEvent;
}

/** The record that `onGeneration` is told. Throws {@link EngineError} for what is none. */
export function requireRecord(record: GenerationRecord, teller: Teller): GenerationRecord {
	const { success, data, error } = RECORD.safeParse(record);
	if (success) {
		const events = data.events.map((event) => requireGenerationEvent(event as GenerationEvent, teller));
		return { ...(data as unknown as GenerationRecord), events };
	}
	const { path, message = '' } = error.issues[0] ?? {};
	const told = path?.reduce<unknown>((value, field) => fieldsOf(value)[String(field)], record);
	if (told === '') {
		throw failed(
			`${teller.name}: onGeneration tells an empty \`${placeOf(path)}\`, which is to be left out where it is not known`,
		);
	}
	throw failed(
		path === undefined || path.length === 0
			? `${teller.name}: onGeneration tells ${quoted(record)}, no record`
			: `${teller.name}: onGeneration tells ${quoted(told)} as \`${placeOf(path)}\`, which is ${message}`,
	);
}

/** The event with its known fields alone. */
function parsed(schema: z.ZodType, event: unknown, name: string): unknown {
	const { success, data, error } = schema.safeParse(event);
	if (success) return data;
	const { path, message = '' } = error.issues[0] ?? {};
	throw noEvent(event, `where \`${placeOf(path)}\` is ${message}`, name);
}

function placeOf(path: readonly PropertyKey[] = []): string {
	return path.reduce<string>((place, field) => {
		if (typeof field === 'number') return `${place}[${field}]`;
		return place === '' ? String(field) : `${place}.${String(field)}`;
	}, '');
}

function noEvent(event: unknown, wanted: string, name: string): EngineError {
	const where = wanted.startsWith('where')
		? `tells ${quoted(event)}, ${wanted}`
		: `tells ${quoted(event)}, no event ${wanted}`;
	return failed(`${name}: ${where}`);
}

/** What a runner gives to be read from. Throws {@link EngineError} where nothing can be, such as for a promise. */
export function requireEvents<Event>(
	events: AsyncIterable<Event>,
	what: string,
	{ name }: Teller,
): AsyncIterable<Event> {
	if (typeof (events as Partial<AsyncIterable<Event>> | undefined)?.[Symbol.asyncIterator] === 'function')
		return events;
	const given = (events as unknown) instanceof Promise ? 'a promise' : quoted(events);
	throw failed(`${name}: ${what} gives ${given}, and no async iterable of events`);
}

export function failed(message: string): EngineError {
	return new EngineError('generation-failed', message, { hint: 'docs/own-runner.md has what a runner tells.' });
}

/** What was told, in a line. */
export function quoted(told: unknown): string {
	let text: string;
	if (typeof told === 'bigint') return `${told}n`;
	try {
		text = typeof told === 'number' ? String(told) : (JSON.stringify(told) ?? String(told));
	} catch {
		text = `what JSON cannot carry`;
	}
	return text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED).toWellFormed()}…` : text;
}

const MOST_QUOTED = 80;

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
