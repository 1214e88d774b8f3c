import { EngineError } from '../../errors/gemmark-error.ts';
import { isJsonObject } from '../../json/json-value.ts';
import type { CompletionEvent } from '../completer.ts';
import type { GenerationEvent } from '../generation.ts';

/** Who tells events and records that nobody has checked, such as `runner mine`, and how its operator is told of it. */
export interface Teller {
	readonly name: string;
	/** Called for each measure that cannot be, and is left out; `kind` is the same for the same fault. */
	leaveOut(kind: string, how: string): void;
}

/** The event as code that gemmark did not write yields it. Throws {@link EngineError} for what is none. */
export function requireCompletionEvent(event: CompletionEvent, { name }: Teller): CompletionEvent {
	const { type, pieces, finish } = fieldsOf(event);
	if (type === 'end') {
		requireFinish(finish, name);
		return event;
	}
	if (type !== 'pieces') throw noEvent(event, "of type 'pieces' or 'end'", name);
	const odd = Array.isArray(pieces) ? pieces.findIndex((piece) => typeof fieldsOf(piece).text !== 'string') : 0;
	if (odd !== -1) throw noEvent(event, `where \`pieces[${odd}].text\` is no text`, name);
	return event;
}

/** {@link requireCompletionEvent} of an engine that renders and reads by itself. */
export function requireGenerationEvent(event: GenerationEvent, { name }: Teller): GenerationEvent {
	const { type, text, raw, call, finish } = fieldsOf(event);
	if (type === 'end') requireFinish(finish, name);
	else if (type === 'text' || type === 'thinking') {
		if (typeof text !== 'string') throw noEvent(event, 'where `text` is no text', name);
	} else if (type === 'malformed') {
		if (typeof raw !== 'string') throw noEvent(event, 'where `raw` is no text', name);
	} else if (type === 'call') {
		const told = fieldsOf(call);
		const odd = ['id', 'name', 'raw'].find((field) => typeof told[field] !== 'string');
		if (odd !== undefined) throw noEvent(event, `where \`call.${odd}\` is no text`, name);
		if (!isJsonObject(told.arguments)) throw noEvent(event, 'where `call.arguments` is no object', name);
	} else throw noEvent(event, "of type 'text', 'thinking', 'call', 'malformed' or 'end'", name);
	return event;
}

function requireFinish(finish: unknown, name: string): void {
	const { unified, raw } = fieldsOf(finish);
	if (typeof unified === 'string' && typeof raw === 'string') return;
	throw failed(`${name}: tells an end whose \`finish\` has no texts \`unified\` and \`raw\`: ${quoted(finish)}`);
}

function noEvent(event: unknown, wanted: string, name: string): EngineError {
	const where = wanted.startsWith('where')
		? `tells ${quoted(event)}, ${wanted}`
		: `tells ${quoted(event)}, no event ${wanted}`;
	return failed(`${name}: ${where}`);
}

export function failed(message: string): EngineError {
	return new EngineError('generation-failed', message, { hint: 'docs/own-runner.md has what a runner tells.' });
}

/** What was told, in a line. */
export function quoted(told: unknown): string {
	let text: string;
	try {
		text = JSON.stringify(told) ?? String(told);
	} catch {
		text = `what JSON cannot carry`;
	}
	return text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED).toWellFormed()}…` : text;
}

const MOST_QUOTED = 80;

export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
