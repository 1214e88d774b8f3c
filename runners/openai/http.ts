import { maxHeaderSize } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { bodyBeginning, boundedResponse, MAX_ANSWER_BYTES } from '../../src/base/bounded-body.ts';
import { EngineError } from '../../src/base/errors.ts';
import type { JsonValue } from '../../src/base/json.ts';
import { type Message, message } from '../../src/base/message.ts';
import { withoutAddressSecrets } from '../../src/text/secrets.ts';

/** A server under test. */
export interface Server {
	/** Without a slash at the end, without `/v1`, credentials and query: it may be shown. */
	readonly url: string;
	/** Follows each path, such as `?api-version=1`. */
	readonly query?: string;
	/** Header: the key, or the user and password of the address. */
	readonly authorization?: string;
	/** Waits before the attempts after the first, milliseconds. */
	readonly backOffMs: readonly number[];
	/** The proxy of the environment that requests to it go through, unless NO_PROXY names it. */
	readonly proxy?: string;
	/** Throws EngineError where it serves another model than when it was loaded. Called once it was lost, or failed. */
	readonly confirm?: (signal: AbortSignal) => Promise<unknown>;
}

/** What waits for a request, and may count its attempts. */
interface Waiting {
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

/** Bytes of an error that are read. */
export const ERROR_BODY = 4096;

/** Why an attempt brought no answer. */
interface Refusal {
	readonly error: EngineError;
	/** Whether another attempt may go better. */
	readonly passing: boolean;
	/** Whether the server may be another when it comes back. */
	readonly isLost: boolean;
	readonly retryAfterMs?: number;
}

/**
 * Sends a request and returns its response once the status is good. What may pass (429, 5xx, no connection) is tried
 * again with back-off, until the signal's time is over; the rest throws EngineError at once, with the server's own words:
 * `unavailable` without an answer, else {@link answerFailure}.
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
		const unsure: Refusal | undefined = isLost ? await unconfirmed(server, signal) : undefined;
		if (unsure === undefined) waiting.begin?.();
		const outcome: Response | Refusal = unsure ?? (await once(server, path, body, signal));
		if (outcome instanceof Response) return outcome;
		const wait = server.backOffMs[attempt];
		if (!outcome.passing || wait === undefined) throw outcome.error;
		isLost ||= outcome.isLost;
		const waitMs = outcome.retryAfterMs ?? wait;
		if (waiting.refused?.(waitMs) === false) throw outcome.error;
		await pause(waitMs, signal).catch((reason: unknown) => {
			// The cause of the wait is the reason, not the wait.
			throw reason instanceof Error && reason.name === 'TimeoutError' ? outcome.error : reason;
		});
	}
}

/** Sends a request whose answer is JSON. Throws what {@link request} throws, and EngineError for an answer that is cut or not JSON. */
export async function requestJson(...asked: Parameters<typeof request>): Promise<unknown> {
	const [{ url }, path] = asked;
	const response = await request(...asked);
	try {
		return await response.json();
	} catch (cause) {
		if (cause instanceof SyntaxError)
			throw answerFailure(message('server.not-json', { address: url + path }), undefined, cause);
		// Of the body, undici throws a TypeError for a connection that ends before it does.
		if (!(cause instanceof TypeError)) throw cause;
		throw answerFailure(message('server.cut', { address: url + path }), undefined, cause);
	}
}

/**
 * The failure of an answer: that of the one prompt it is for, of a page that the server does not have. `detail` are the
 * server's. Source: ggml-org/llama.cpp#25072, #25986, #19774, ollama/ollama#12884, oobabooga/textgen#7257.
 */
export function answerFailure(said: Message, detail?: string, cause?: unknown): EngineError {
	// Only an error has words of the server; anything else may be the model's.
	const isFull = 'words' in said.params && CONTEXT_FULL.test(detail ?? '');
	const failure = isFull ? 'context-overflow' : 'generation-failed';
	return new EngineError(failure, said, { detail, cause });
}

/** Of llama-server, vLLM, SGLang, LM Studio, OpenAI (`context_length_exceeded`), LiteRT-LM, TGI and Anthropic. */
const CONTEXT_FULL =
	/context[ _](?:size|length|window)|context the overflows|token ids are too long|`inputs` tokens|prompt is too long|max_model_len|maximum context/iu;

/** Whether a server that fails so may only be starting or busy. */
export function mayPass(error: unknown): boolean {
	if (!(error instanceof EngineError)) return false;
	return error.failure === 'unavailable' || error.failure === 'load-timeout' || PASSING.has(error.said.code);
}

const PASSING = new Set<string>(['server.busy', 'server.cut', 'server.failed', 'server.internal-error']);

async function once(
	{ url, query = '', authorization, proxy }: Server,
	path: string,
	body: JsonValue | undefined,
	signal: AbortSignal,
): Promise<Response | Refusal> {
	try {
		const headers = {
			...(authorization && { authorization }),
			...(body !== undefined && { 'content-type': 'application/json' }),
		};
		const posted = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
		const response = await fetch(url + path + query, { ...posted, headers, redirect: 'manual', signal });
		if (!response.ok) return await refusal(url + path, response);
		const streamed = response.headers.get('content-type')?.includes('text/event-stream') === true;
		const most = streamed ? MAX_STREAM_BYTES : MAX_ANSWER_BYTES;
		return boundedResponse(response, most, () => tooLong(url + path, most));
	} catch (cause) {
		if (signal.aborted) throw signal.reason;
		return unreached({ url, proxy }, path, cause);
	}
}

/** A server that comes back may be another: undefined where it is the same, or does not say. Throws where it is not. */
async function unconfirmed({ confirm }: Server, signal: AbortSignal): Promise<Refusal | undefined> {
	try {
		await confirm?.(signal);
		return undefined;
	} catch (error) {
		if (error instanceof EngineError && mayPass(error)) return { error, passing: true, isLost: true };
		throw error;
	}
}

export function tooLong(address: string, bytes: number): EngineError {
	return answerFailure(message('server.too-long', { address, mib: bytes / 2 ** 20 }));
}

/** No answer at all. */
function unreached({ url, proxy }: Pick<Server, 'url' | 'proxy'>, path: string, thrown: unknown): Refusal {
	const cause = causeOf(causeOf(thrown));
	const { code, message: text, port, hostname } = cause as Partial<NodeJS.ErrnoException & ConnectedTo>;
	// It took the request: a server that crashes on a prompt is there, or comes back.
	if (/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/u.test(code ?? '')) {
		const error = answerFailure(message('server.cut', { address: url + path }), undefined, thrown);
		return { error, passing: true, isLost: true };
	}
	const isHeader = code === 'UND_ERR_HEADERS_OVERFLOW';
	const isTunnel = code === 'UND_ERR_ABORTED';
	const reason = (isTunnel ? text : code) ?? text ?? String(cause);
	const said = isHeader
		? message('server.headers-too-long', { address: url + path, kib: maxHeaderSize / 1024 })
		: proxy !== undefined && (isTunnel || isElsewhere(new URL(url), { port, hostname }))
			? message('server.proxy', { address: url, proxy, reason, host: new URL(url).hostname })
			: message('server.unreachable', { address: url, reason });
	const error = new EngineError('unavailable', said, { cause: thrown });
	// What the network says has a code; what fetch itself refuses, such as a port, it will always refuse.
	return { error, passing: code !== undefined && !isHeader, isLost: !isHeader };
}

function causeOf(thrown: unknown): unknown {
	return thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
}

interface ConnectedTo {
	readonly port: number;
	readonly hostname: string;
}

/** Whether a connection failed at another place than the server's: at a proxy. */
function isElsewhere(server: URL, { port, hostname }: Partial<ConnectedTo>): boolean {
	if (port === undefined) return hostname !== undefined && hostname !== server.hostname;
	return port !== Number(server.port || (server.protocol === 'https:' ? 443 : 80));
}

/** An answer whose status is no success, with the beginning of the server's own words. */
async function refusal(address: string, response: Response): Promise<Refusal> {
	const { status, headers } = response;
	const detail = await bodyBeginning(response, ERROR_BODY);
	const location = headers.get('location');
	if (status < 400 && location !== null) {
		// A redirect is not followed: its target may read the key.
		const to = withoutAddressSecrets(URL.parse(location, address)?.href ?? location).slice(0, 200);
		const error = new EngineError('unavailable', message('server.redirects', { address, to }));
		return { error, passing: false, isLost: false };
	}
	const seconds = retryAfterSeconds(headers);
	const error = answerFailure(refused({ address, status, words: wordsOf(detail) }, seconds), detail);
	const isLong = seconds !== undefined && seconds > LONGEST_WAIT_S;
	return {
		error,
		// A prompt that is too long always will be, and a quota of tomorrow is none of this run.
		passing: (status === 429 || status >= 500) && !isLong && error.failure !== 'context-overflow',
		// A gateway answers so while its server starts, perhaps with another model.
		isLost: status >= 500,
		retryAfterMs: seconds === undefined ? undefined : Math.min(seconds, 30) * 1000,
	};
}

/** A limit by the minute is waited for. */
const LONGEST_WAIT_S = 120;

function refused(
	answer: { address: string; status: number; words: string | undefined },
	seconds: number | undefined,
): Message {
	const { status } = answer;
	if (status === 429 || status === 503) return message('server.busy', { ...answer, seconds });
	if (status === 401 || status === 403) return message('server.unauthorized', answer);
	if (status === 404) return message('server.not-found', answer);
	return status >= 500 ? message('server.internal-error', answer) : message('server.refused', answer);
}

/** Seconds until it wants to be asked again: a number, or a date on the server's clock (RFC 9110, 10.2.3). */
function retryAfterSeconds(headers: Headers): number | undefined {
	const after = headers.get('retry-after') ?? '';
	const now = Date.parse(headers.get('date') ?? '') || Date.now();
	const seconds = /^\s*\d+(?:\.\d+)?\s*$/u.test(after) ? Number(after) : (Date.parse(after) - now) / 1000;
	return seconds > 0 ? Math.round(seconds * 1000) / 1000 : undefined;
}

/** The server's own words, of several lines the first; LM Studio has them as `error` itself, Python's http.server on a page. */
export function wordsOf(body: string): string | undefined {
	const said =
		/<p>Message: ([^<]{1,300})\.<|"(?:message|error|detail|msg)"\s*:\s*"((?:[^"\\]|\\.){1,300})/u.exec(body) ?? [];
	const plainText = /^\s*([^<{[\s][^\n]{0,299})/u.exec(body)?.[1];
	return (said[2] ?? said[1] ?? plainText)?.replace(/\\n[\s\S]*/u, '').replace(/\\(["\\/])/gu, '$1');
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
	await setTimeout(ms, undefined, { signal }).catch(() => {
		throw signal.reason;
	});
}
