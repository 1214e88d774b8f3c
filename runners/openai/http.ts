import { maxHeaderSize } from 'node:http';
import {
	bodyBeginning,
	boundedResponse,
	EngineError,
	type JsonValue,
	MAX_ANSWER_BYTES,
	withoutAddressSecrets,
} from '../../src/index.ts';

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
}

/** Waits before a second, third and fourth attempt. */
export const BACK_OFF_MS: readonly number[] = [250, 1000, 4000];

/** Bytes of a streamed answer: a generation is some hundred kilobytes. */
export const MAX_STREAM_BYTES: number = 64 * 1024 * 1024;

/** Bytes of an error that are read. */
export const ERROR_BODY = 4096;

/**
 * Sends a request and returns its response once the status is good. What may pass (429, 5xx, no connection) is tried
 * again with back-off, until the signal's time is over; the rest throws {@link EngineError} at once, with the server's own
 * words.
 */
export async function request(
	server: Server,
	path: string,
	body: JsonValue | undefined,
	signal: AbortSignal,
): Promise<Response> {
	for (let attempt = 0; ; attempt += 1) {
		const wait = server.backOffMs[attempt];
		const outcome = await once(server, path, body, signal);
		if (outcome instanceof Response) return outcome;
		if (!outcome.passing || wait === undefined) throw outcome.error;
		await pause(outcome.retryAfterMs ?? wait, signal).catch((reason: unknown) => {
			// What it waited for is the reason, not that it waited.
			throw reason instanceof Error && reason.name === 'TimeoutError' ? outcome.error : reason;
		});
	}
}

/**
 * Sends a request whose answer is JSON. Throws what {@link request} throws, {@link EngineError} for an answer that is cut, and
 * SyntaxError for one that is no JSON.
 */
export async function requestJson(...asked: Parameters<typeof request>): Promise<unknown> {
	const [server, path] = asked;
	const response = await request(...asked);
	try {
		return await response.json();
	} catch (cause) {
		// Of the body, undici throws a TypeError for a connection that ends before it does.
		if (!(cause instanceof TypeError)) throw cause;
		throw new EngineError('unavailable', `${server.url}${path}: the answer was cut`, {
			hint: 'See the log of the server.',
			cause,
		});
	}
}

interface Refusal {
	readonly error: EngineError;
	/** Whether another attempt may go better. */
	readonly passing: boolean;
	readonly retryAfterMs?: number;
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
		return unreached(server, path, cause);
	}
	return response.ok ? bounded(response, server.url + path) : refusal(server, path, response);
}

function unreached(server: Server, path: string, cause: unknown): Refusal {
	const { code, message } = failureOf(cause);
	if (code === 'UND_ERR_HEADERS_OVERFLOW') {
		const what = `the headers of the answer are longer than ${maxHeaderSize / 1024} KiB`;
		const hint = 'Is this the address of an OpenAI-compatible server?';
		return { error: new EngineError('unavailable', `${server.url}${path}: ${what}`, { hint, cause }), passing: false };
	}
	const hint = 'Is the server running, and is --base-url right?';
	const error = new EngineError('unavailable', `${server.url}: cannot be reached (${code ?? message})`, {
		hint,
		cause,
	});
	// What the network says has a code; what fetch itself refuses, such as a port, it will always refuse.
	return { error, passing: code !== undefined };
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

async function refusal(server: Server, path: string, response: Response): Promise<Refusal> {
	const { status } = response;
	const said = await bodyBeginning(response, ERROR_BODY);
	const location = response.headers.get('location');
	if (status < 400 && location !== null) return redirected(server, path, location);
	const retryAfter = Number(response.headers.get('retry-after'));
	return {
		error: new EngineError(
			status >= 500 || status === 429 ? 'unavailable' : 'protocol',
			`${server.url}${path}: the server answers ${status}${messageOf(said)}`,
			{ ...hintFor(status, retryAfter), detail: said },
		),
		passing: status === 429 || status >= 500,
		...(Number.isFinite(retryAfter) && retryAfter > 0 ? { retryAfterMs: Math.min(retryAfter, 30) * 1000 } : {}),
	};
}

/** A redirect is not followed: where it leads, a key may be read by somebody else. */
function redirected({ url }: Server, path: string, location: string): Refusal {
	const to = URL.canParse(location, url + path) ? new URL(location, url + path).href : location;
	const error = new EngineError(
		'unavailable',
		`${url}${path}: the server redirects to ${withoutAddressSecrets(to).slice(0, MAX_LOCATION)}`,
		{ hint: 'Redirects are not followed. If you trust where it leads, give --base-url that address.' },
	);
	return { error, passing: false };
}

/** Characters of an address that somebody else wrote. */
const MAX_LOCATION = 200;

function hintFor(status: number, retryAfter: number): { readonly hint?: string } {
	if (status === 429 || status === 503) {
		const again = retryAfter > 0 ? `It wants to be asked again in ${retryAfter} s: wait` : 'Wait';
		return { hint: `${again}, or ask it less at once (--parallel), then go on with --resume.` };
	}
	if (status === 401 || status === 403) return { hint: 'Set GEMMARK_API_KEY to the key of this server.' };
	if (status === 404) return { hint: 'Check --base-url, and --model against the names the server lists.' };
	return {};
}

/** The server's own words; LM Studio has them as `error` itself. */
export function messageOf(body: string): string {
	const message = /"(?:message|error)"\s*:\s*"((?:[^"\\]|\\.){1,300})/u.exec(body)?.[1];
	// As JSON has them, and of several lines the first.
	return message === undefined ? '' : ` (${message.replace(/\\n[\s\S]*/u, '').replace(/\\(["\\/])/gu, '$1')})`;
}

function failureOf(error: unknown): { readonly code: string | undefined; readonly message: string } {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	const code = (cause as { code?: unknown }).code;
	return {
		code: typeof code === 'string' ? code : undefined,
		message: cause instanceof Error ? cause.message : String(cause),
	};
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
