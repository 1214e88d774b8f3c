import { EventSourceParserStream, ParseError } from 'eventsource-parser/stream';
import { bodyBeginning } from '../../src/base/bounded-body.ts';
import { EngineError } from '../../src/base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/base/json.ts';
import { message } from '../../src/base/message.ts';
import { answerFailure, ERROR_BODY, tooLong, wordsOf } from './http.ts';

/** Bytes of the longest single event: far beyond a token, far below the memory. */
export const MAX_EVENT: number = 4 * 1024 * 1024;

/**
 * The JSON objects of a server-sent event stream, up to `[DONE]` or its end. A stream that breaks or is empty, an event that
 * is not JSON and one that reports an error, by its name or in its data, throw EngineError: what came before is no answer.
 */
export async function* readEvents(response: Response, address: string): AsyncGenerator<JsonObject, void, void> {
	const type = response.headers.get('content-type') ?? 'no content type';
	if (response.body === null || !type.includes('text/event-stream')) throw await notStreamed(response, type, address);
	const events = response.body
		.pipeThrough(new TextDecoderStream())
		.pipeThrough(new EventSourceParserStream({ maxBufferSize: MAX_EVENT }));
	let isEmpty = true;
	try {
		for await (const { event, data } of events) {
			if (data === '[DONE]') return;
			// The parser counts characters, and only of what it holds.
			if (Buffer.byteLength(data) > MAX_EVENT) throw tooLong(address, MAX_EVENT);
			if (event === 'error') throw reportedError(data, address);
			isEmpty = false;
			yield parseEvent(data, address);
		}
		if (isEmpty) throw answerFailure(message('server.empty-stream', { address }));
	} catch (cause) {
		if (cause instanceof EngineError || (cause instanceof Error && ENDINGS.has(cause.name))) throw cause;
		if (cause instanceof ParseError) throw tooLong(address, MAX_EVENT);
		throw answerFailure(message('server.cut', { address }), undefined, cause);
	}
}

/** Of the operator and of the deadline. */
const ENDINGS: ReadonlySet<string> = new Set(['AbortError', 'TimeoutError']);

/** Some servers report what failed under a status of success. */
async function notStreamed(response: Response, type: string, address: string): Promise<EngineError> {
	const said = await bodyBeginning(response, ERROR_BODY);
	const body = parsed(said);
	if (isJsonObject(body) && isError(body)) return reportedError(said, address);
	const isWhole = /^\s*\{[\s\S]{0,2000}"choices"\s*:/u.test(said);
	const wrong = isWhole
		? message('server.not-streamed', { address })
		: message('server.wrong-type', { address, type: type.slice(0, 100) });
	return answerFailure(wrong);
}

function parseEvent(data: string, address: string): JsonObject {
	const event = parsed(data);
	if (!isJsonObject(event)) throw answerFailure(message('server.not-json', { address }), data.slice(0, 1000));
	if (isError(event)) throw reportedError(data, address);
	return event;
}

/** vLLM's own errors are objects of that name. */
function isError({ error, object }: JsonObject): boolean {
	return (error ?? undefined) !== undefined || object === 'error';
}

function reportedError(data: string, address: string): EngineError {
	return answerFailure(message('server.failed', { address, words: wordsOf(data) }), data.slice(0, 4000));
}

function parsed(text: string): JsonValue | undefined {
	try {
		return JSON.parse(text) as JsonValue;
	} catch {
		return undefined;
	}
}
