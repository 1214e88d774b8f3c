import { boundedResponse, EngineError, type JsonValue, MAX_ANSWER_BYTES } from '../../../src/index.ts';
import { failedConfirmation, type Refusal, refusal, unreached } from './refusal.ts';

/** A server under test. */
export interface Server {
	/** Without a slash at the end, without `/v1`, credentials and query: it may be shown. */
	readonly url: string;
	/** Stands behind each path, such as `?api-version=1`. */
	readonly query?: string | undefined;
	/** Header: the key, or the user and password of the address. */
	readonly authorization?: string | undefined;
	/** Waits before the attempts behind the first, milliseconds. */
	readonly backOffMs: readonly number[];
	/** Throws EngineError where it serves another model than when it was loaded. Asked once it was lost, or failed. */
	readonly confirm?: ((signal: AbortSignal) => Promise<unknown>) | undefined;
}

/** Who waits for a request, and may count its attempts. */
export interface Waiting {
	readonly signal: AbortSignal;
	/** An attempt is sent. */
	begin?(): void;
	/** The server did not take it. Returns whether another may be sent, in `waitMs`. */
	refused?(waitMs: number): boolean;
}

/** Waits before a second, third and fourth attempt. */
export const BACK_OFF_MS: readonly number[] = [250, 1000, 4000];

/** Bytes of a streamed answer: a generation is some hundred kilobytes. */
export const MAX_STREAM_BYTES: number = 64 * 1024 * 1024;

/**
 * Sends a request and returns its response once the status is good. What may pass (429, 5xx, no connection) is tried
 * again with back-off, until the signal's time is over; the rest throws {@link EngineError} at once, with the server's own
 * words.
 */
export async function request(
	server: Server,
	path: string,
	body: JsonValue | undefined,
	waiting: Waiting,
): Promise<Response> {
	const { signal } = waiting;
	let isLost = false;
	for (let attempt = 0; ; attempt += 1) {
		const wait = server.backOffMs[attempt];
		const unsure: Refusal | undefined = isLost ? await unconfirmed(server, signal) : undefined;
		if (unsure === undefined) waiting.begin?.();
		const outcome: Response | Refusal = unsure ?? (await once(server, path, body, signal));
		if (outcome instanceof Response) return outcome;
		if (!outcome.passing || wait === undefined) throw outcome.error;
		isLost ||= outcome.isLost;
		const waitMs = outcome.retryAfterMs ?? wait;
		if (waiting.refused?.(waitMs) === false) throw outcome.error;
		await pause(waitMs, signal).catch((reason: unknown) => {
			// What it waited for is the reason, not that it waited.
			throw reason instanceof Error && reason.name === 'TimeoutError' ? outcome.error : reason;
		});
	}
}

/** Who comes back may be another: undefined where it is the same, or does not tell. Throws where it is not. */
async function unconfirmed({ confirm }: Server, signal: AbortSignal): Promise<Refusal | undefined> {
	try {
		await confirm?.(signal);
		return undefined;
	} catch (error) {
		return failedConfirmation(error);
	}
}

/**
 * Sends a request whose answer is JSON. Throws what {@link request} throws, and EngineError for an answer that is cut or not
 * JSON.
 */
export async function requestJson(...asked: Parameters<typeof request>): Promise<unknown> {
	const [{ url }, path] = asked;
	const response = await request(...asked);
	try {
		return await response.json();
	} catch (cause) {
		if (cause instanceof SyntaxError)
			throw new EngineError('protocol', `${url}${path}: the answer is not JSON`, { cause });
		// Of the body, undici throws a TypeError for a connection that ends before it does.
		if (!(cause instanceof TypeError)) throw cause;
		throw new EngineError('unavailable', `${url}${path}: the answer was cut`, {
			hint: 'See the log of the server.',
			cause,
		});
	}
}

async function once(
	server: Server,
	path: string,
	body: JsonValue | undefined,
	signal: AbortSignal,
): Promise<Response | Refusal> {
	let response: Response;
	try {
		response = await fetch(server.url + path + (server.query ?? ''), {
			method: body === undefined ? 'GET' : 'POST',
			headers: {
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
				...(server.authorization === undefined ? {} : { authorization: server.authorization }),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
			redirect: 'manual',
			signal,
		});
	} catch (cause) {
		if (signal.aborted) throw signal.reason;
		return unreached(server.url, path, cause);
	}
	return response.ok ? bounded(response, server.url + path) : refusal(server.url, path, response);
}

function bounded(response: Response, address: string): Response {
	const streamed = response.headers.get('content-type')?.includes('text/event-stream') === true;
	const most = streamed ? MAX_STREAM_BYTES : MAX_ANSWER_BYTES;
	return boundedResponse(response, most, () => {
		return new EngineError('protocol', `${address}: the answer is longer than ${most / 2 ** 20} MiB`, {
			hint: 'Is this the address of an OpenAI-compatible server?',
		});
	});
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		const timer = setTimeout(done, ms);
		signal.addEventListener('abort', done);
		function done(): void {
			clearTimeout(timer);
			signal.removeEventListener('abort', done);
			if (signal.aborted) reject(signal.reason);
			else resolve();
		}
	});
}
