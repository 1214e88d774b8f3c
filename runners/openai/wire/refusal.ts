import { maxHeaderSize } from 'node:http';
import { bodyBeginning, EngineError, withoutAddressSecrets } from '../../../src/index.ts';

/** Bytes of an error that are read. */
export const ERROR_BODY = 4096;

/** Why an attempt brought no answer. */
export interface Refusal {
	readonly error: EngineError;
	/** Whether another attempt may go better. */
	readonly passing: boolean;
	/** Whether the server may be another when it comes back. */
	readonly isLost: boolean;
	readonly retryAfterMs?: number | undefined;
}

/** No answer at all. */
export function unreached(url: string, path: string, cause: unknown): Refusal {
	const { code, message } = failureOf(cause);
	if (code === 'UND_ERR_HEADERS_OVERFLOW') {
		const what = `the headers of the answer are longer than ${maxHeaderSize / 1024} KiB`;
		const hint = 'Is this the address of an OpenAI-compatible server?';
		return {
			error: new EngineError('unavailable', `${url}${path}: ${what}`, { hint, cause }),
			passing: false,
			isLost: false,
		};
	}
	const hint = 'Is the server running, and is --base-url right?';
	const error = new EngineError('unavailable', `${url}: cannot be reached (${code ?? message})`, {
		hint,
		cause,
	});
	// What the network says has a code; what fetch itself refuses, such as a port, it will always refuse.
	return { error, passing: code !== undefined, isLost: true };
}

/** An answer whose status is no success, with the beginning of the server's own words. */
export async function refusal(url: string, path: string, response: Response): Promise<Refusal> {
	const { status } = response;
	const said = await bodyBeginning(response, ERROR_BODY);
	const location = response.headers.get('location');
	if (status < 400 && location !== null) return redirected(url, path, location);
	const retryAfter = retryAfterSeconds(response.headers);
	return {
		error: new EngineError(
			status >= 500 || status === 429 ? 'unavailable' : 'protocol',
			`${url}${path}: the server answers ${status}${messageOf(said)}`,
			{ ...hintFor(status, retryAfter), detail: said },
		),
		passing: status === 429 || status >= 500,
		// A gateway answers so while the server behind it starts, perhaps with another model.
		isLost: status >= 500,
		retryAfterMs: retryAfter === undefined ? undefined : Math.min(retryAfter, 30) * 1000,
	};
}

/** A redirect is not followed: where it leads, a key may be read by somebody else. */
function redirected(url: string, path: string, location: string): Refusal {
	const to = URL.canParse(location, url + path) ? new URL(location, url + path).href : location;
	const error = new EngineError(
		'unavailable',
		`${url}${path}: the server redirects to ${withoutAddressSecrets(to).slice(0, MAX_LOCATION)}`,
		{ hint: 'Redirects are not followed. If you trust where it leads, give --base-url that address.' },
	);
	return { error, passing: false, isLost: false };
}

/** Characters of an address that somebody else wrote. */
const MAX_LOCATION = 200;

/** Seconds until it wants to be asked again: a number, or a date on the server's clock (RFC 9110, 10.2.3). */
function retryAfterSeconds(headers: Headers): number | undefined {
	const told = headers.get('retry-after') ?? '';
	const now = Date.parse(headers.get('date') ?? '') || Date.now();
	const seconds = /^\s*\d+(?:\.\d+)?\s*$/u.test(told) ? Number(told) : (Date.parse(told) - now) / 1000;
	return seconds > 0 ? Math.round(seconds * 1000) / 1000 : undefined;
}

function hintFor(status: number, retryAfter: number | undefined): { readonly hint?: string } {
	if (status === 429 || status === 503) {
		const again = retryAfter !== undefined ? `It wants to be asked again in ${retryAfter} s: wait` : 'Wait';
		return { hint: `${again}, or ask it less at once (--parallel), then go on with --resume.` };
	}
	if (status === 401 || status === 403) return { hint: 'Set GEMMARK_API_KEY to the key of this server.' };
	if (status === 404) return { hint: 'Check --base-url, and --model against the names the server lists.' };
	if (status >= 500) return { hint: 'Its own log may say why. Once it answers, run again, or go on with --resume.' };
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

/** The server could not tell what it serves: it is still starting. Throws what is no such failure. */
export function failedConfirmation(error: unknown): Refusal {
	const isStarting =
		error instanceof EngineError && (error.failure === 'unavailable' || error.failure === 'load-timeout');
	if (isStarting) return { error, passing: true, isLost: true };
	throw error;
}
