import { EngineError, EnvironmentError, type GemmarkError } from '../base/errors.ts';

/** What a server tells of a file before giving it. */
export interface RemoteFile {
	readonly sizeBytes?: number;
	/** The hub names large files by it. */
	readonly sha256?: string;
	/** Names this state of the file: only the same state may be continued. Absent when the server names none. */
	readonly tag?: string;
	/** The same as the server of the bytes itself names it, by which it continues no other state. */
	readonly etag?: string;
}

interface Asking {
	readonly headers: Readonly<Record<string, string>>;
	readonly signal?: AbortSignal;
}

/** A stream that brings nothing for so long is cut. */
export const SILENCE_MS = 60_000;

/** Asks for the file's size and hash. A server that does not answer that question leaves them unknown. */
export async function describeRemoteFile({ url, ...wanted }: Wanted, asking: Asking): Promise<RemoteFile> {
	// The hub tells the hash where it redirects to its storage, so the redirect itself is read.
	const response = await fetch(url, { method: 'HEAD', redirect: 'manual', ...requestOptions(asking) });
	if (response.status >= 500 || response.status === 429) throw new Error(`HTTP ${response.status}`);
	if ([401, 404, 410].includes(response.status)) throw statusError(response.status, { url, ...wanted });
	const { headers } = response;
	const linked = headers.get('x-linked-etag');
	const sha256 = /^"?([0-9a-f]{64})"?$/.exec(linked ?? '')?.[1];
	const tag = linked ?? (response.ok ? strongTag(headers.get('etag')) : null);
	const size = headers.get('x-linked-size') ?? (response.ok ? headers.get('content-length') : null);
	return {
		...(size !== null && /^\d+$/.test(size) ? { sizeBytes: Number(size) } : {}),
		...(sha256 === undefined ? {} : { sha256 }),
		// A tag of the hub is checked by its hash alone: the storage behind it has tags of its own.
		...(tag === null || (linked !== null && sha256 === undefined) ? {} : { tag }),
		...(tag === null || linked !== null ? {} : { etag: tag }),
	};
}

function strongTag(tag: string | null): string | null {
	return tag?.startsWith('"') ? tag : null;
}

/** The file's bytes from `from` on, or from the beginning where the server cannot continue. */
export async function requestFrom(
	wanted: Wanted,
	from: number,
	remote: RemoteFile,
	asking: Asking,
): Promise<{ readonly from: number; readonly total?: number; readonly body: AsyncIterable<Uint8Array> }> {
	const { etag } = remote;
	const range = from === 0 ? {} : { range: `bytes=${from}-`, ...(etag !== undefined && { 'if-range': etag }) };
	const options = requestOptions(asking, { 'accept-encoding': 'identity', ...range });
	const response = await fetch(wanted.url, options).catch((error: unknown) => {
		throw redirectError(error, wanted) ?? error;
	});
	const { status, headers, body } = response;
	const told = strongTag(headers.get('etag'));
	const isOther = status === 206 && etag !== undefined && told !== null && told !== etag;
	if (from > 0 && (status === 416 || isOther)) {
		await body?.cancel();
		return requestFrom(wanted, 0, remote, asking);
	}
	if (status >= 500 || status === 429) throw new Error(`HTTP ${status}`);
	if (!response.ok || body === null) throw statusError(status, wanted);
	if (/^text\/html\b/i.test(headers.get('content-type') ?? '')) {
		await body.cancel();
		throw new EnvironmentError(`${wanted.url.host} gives a web page for ${wanted.what}, not a model`, {
			hint: 'Use the direct link to the file, or hf:user/repo:Q4_0.',
		});
	}
	const continued = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('content-range') ?? '');
	const starts = status === 206 ? Number(continued?.[1] ?? Number.NaN) : 0;
	if (starts !== 0 && starts !== from) throw new Error('the server continues at another place');
	const length = headers.get('content-length');
	const total = remote.sizeBytes ?? (length === null ? undefined : starts + Number(length));
	return { from: starts, ...(total === undefined ? {} : { total }), body: unlessSilent(body) };
}

function requestOptions({ headers, signal }: Asking, more: Readonly<Record<string, string>> = {}): RequestInit {
	return { headers: { ...headers, ...more }, ...(signal === undefined ? {} : { signal }) };
}

async function* unlessSilent(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
	const reader = body.getReader();
	try {
		for (;;) {
			let timer: NodeJS.Timeout | undefined;
			const silence = new Promise<never>((_resolve, reject) => {
				timer = setTimeout(() => reject(new Error('nothing came for a minute')), SILENCE_MS);
			});
			const { done, value } = await Promise.race([reader.read(), silence]).finally(() => clearTimeout(timer));
			if (done) return;
			yield value;
		}
	} finally {
		await reader.cancel().catch(() => undefined);
	}
}

/** What is asked for, as the operator knows it. */
export interface Wanted {
	/** `user/repo` or an address. */
	readonly what: string;
	readonly url: URL;
	/** Page where a licence can be accepted; absent outside the hub. */
	readonly page?: string;
}

/** The error for an HTTP answer that is not the file. */
export function statusError(status: number, { what, url, page }: Wanted): GemmarkError {
	if (status === 401 || status === 403) {
		return new EnvironmentError(`${url.host} does not give ${what} without permission (HTTP ${status})`, {
			hint:
				page === undefined
					? 'Download it by hand, and name its path.'
					: `Accept its licence at ${page}, then set HF_TOKEN to an access token of yours; or check the name.`,
		});
	}
	if (status === 404 || status === 410) {
		return new EngineError('model-missing', `There is no ${what} on ${url.host}`, { hint: 'Check the name.' });
	}
	return new EnvironmentError(`${url.host} answered HTTP ${status} for ${what}`, { hint: 'Try again later.' });
}

/** The error for a server that cannot be reached, or that stopped answering. */
export function networkError(error: unknown, { what, url }: Wanted): GemmarkError {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	const reason = cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : String(cause);
	return new EnvironmentError(`Cannot reach ${url.host} for ${what} (${reason})`, {
		hint: 'Check the network, or name the path of a file that is here already. What came so far is kept.',
		cause: error,
	});
}

/** The error for a redirect that leads nowhere, which no other try would change; undefined where the network failed. */
export function redirectError(error: unknown, { what, url }: Wanted): GemmarkError | undefined {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
	// As Node's fetch says it; what the network says has a code.
	if (cause === undefined || 'code' in cause || !/redirect|scheme|credentials|invalid url/iu.test(cause.message))
		return;
	return new EngineError('model-missing', `${url.host} redirects ${what} to nowhere (${cause.message})`, {
		hint: 'Check the address, or download it by hand and name its path.',
		cause: error,
	});
}

/** The error for an operator who changed their mind. */
export function interruptedError({ what }: Wanted): GemmarkError {
	return new EngineError('unavailable', `The download of ${what} was interrupted`, {
		hint: 'Start it again: it goes on where it stopped.',
	});
}
