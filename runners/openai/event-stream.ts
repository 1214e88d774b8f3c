import { EventSourceParserStream, ParseError } from 'eventsource-parser/stream';
import { bodyBeginning } from '../../src/base/bounded-body.ts';
import { EngineError } from '../../src/base/errors.ts';
import { isJsonObject, type JsonObject } from '../../src/base/json.ts';
import { ERROR_BODY, messageOf } from './http.ts';

/** Bytes of the longest single event: far beyond a token, far below the memory. */
export const MAX_EVENT: number = 4 * 1024 * 1024;

/**
 * The JSON objects of a server-sent event stream, up to `[DONE]` or its end. A stream that breaks or is empty, an event that is no JSON and one that reports
 * an error, by its name or in its data, throw {@link EngineError}: what came before it is no answer.
 */
export async function* readEvents(response: Response, source: string): AsyncGenerator<JsonObject, void, void> {
	if (response.body === null) throw new EngineError('protocol', `${source}: the answer has no body`);
	const type = response.headers.get('content-type') ?? 'no content type';
	if (!type.includes('text/event-stream')) {
		const said = await bodyBeginning(response, ERROR_BODY);
		if (isErrorText(said)) throw reportedError(said, source);
		throw new EngineError('protocol', `${source}: the answer is no stream (${type.slice(0, 100)})`, {
			hint: WHOLE_ANSWER.test(said)
				? 'The server answers all at once: it has to stream, as requests with stream: true ask for.'
				: 'Is this the address of an OpenAI-compatible server?',
		});
	}
	const events = response.body
		.pipeThrough(new TextDecoderStream())
		.pipeThrough(new EventSourceParserStream({ maxBufferSize: MAX_EVENT }));
	let isEmpty = true;
	try {
		for await (const { event, data } of events) {
			if (data === '[DONE]') return;
			// The parser counts characters, and only of what it holds.
			if (Buffer.byteLength(data) > MAX_EVENT) throw tooLong(source);
			if (event === 'error') throw reportedError(data, source);
			isEmpty = false;
			yield parseEvent(data, source);
		}
		if (!isEmpty) return;
		throw new EngineError('protocol', `${source}: the answer is an empty stream`, {
			hint: 'See the log of the server.',
		});
	} catch (cause) {
		if (cause instanceof EngineError || (cause instanceof Error && cause.name === 'AbortError')) throw cause;
		if (cause instanceof Error && cause.name === 'TimeoutError') throw cause;
		if (cause instanceof ParseError) throw tooLong(source);
		throw new EngineError('unavailable', `${source}: the stream was cut`, {
			hint: 'See the log of the server.',
			cause,
		});
	}
}

/** How a server begins its answer that does not stream. */
const WHOLE_ANSWER = /^\s*\{[\s\S]{0,2000}"choices"\s*:/u;

function tooLong(source: string): EngineError {
	return new EngineError('protocol', `${source}: an event is longer than ${MAX_EVENT / 2 ** 20} MiB`, {
		hint: 'Is this the address of an OpenAI-compatible server?',
	});
}

function parseEvent(data: string, source: string): JsonObject {
	let event: unknown;
	try {
		event = JSON.parse(data);
	} catch (cause) {
		throw new EngineError('protocol', `${source}: an event is not JSON`, { detail: data.slice(0, 1000), cause });
	}
	if (!isJsonObject(event)) throw new EngineError('protocol', `${source}: an event is no object`);
	if (isError(event)) throw reportedError(data, source);
	return event;
}

/** vLLM's own errors are objects of that name. */
function isError({ error, object }: JsonObject): boolean {
	return (error ?? undefined) !== undefined || object === 'error';
}

/** Some servers say what failed under a status of success. */
function isErrorText(text: string): boolean {
	try {
		const told: unknown = JSON.parse(text);
		return isJsonObject(told) && isError(told);
	} catch {
		return false;
	}
}

function reportedError(data: string, source: string): EngineError {
	return new EngineError('unavailable', `${source}: the server reports an error${messageOf(data)}`, {
		detail: data.slice(0, 4000),
	});
}
