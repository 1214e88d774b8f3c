import { EngineError, EnvironmentError, type GemmarkError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { within } from '../model/watchdog.ts';

/** A file as a server describes it before the download. */
export interface RemoteFile {
	readonly sizeBytes?: number;
	/** Only the hub reports it. */
	readonly sha256?: string;
	/** Version of the file: only the same version may be continued. Absent if the server has none. */
	readonly tag?: string;
	/** Version for If-Range. */
	readonly etag?: string;
}

interface RequestOptions {
	readonly headers: Readonly<Record<string, string>>;
	readonly signal?: AbortSignal;
}

/** Longest silence of a stream. */
export const SILENCE_MS = 60_000;

/** Requests the file's size and hash. They are unknown if the server does not answer. */
export async function describeRemoteFile({ url, ...wanted }: Wanted, asking: RequestOptions): Promise<RemoteFile> {
	// The hub sends the hash with the redirect to its storage, which is therefore not followed.
	const response = await fetch(url, { method: 'HEAD', redirect: 'manual', ...requestOptions(asking) });
	if (response.status >= 500 || response.status === 429) throw new Error(`HTTP ${response.status}`);
	if ([401, 404, 410].includes(response.status)) throw statusError(response.status, { url, ...wanted });
	const { headers } = response;
	const linked = headers.get('x-linked-etag');
	const sha256 = /^"?([0-9a-f]{64})"?$/.exec(linked ?? '')?.[1];
	const tag = linked ?? (response.ok ? strongTag(headers.get('etag')) : null);
	const size = headers.get('x-linked-size') ?? (response.ok ? headers.get('content-length') : null);
	return {
		// 0 is no file's size: some servers say it of a file whose size they do not know.
		...(size !== null && /^[1-9]\d*$/.test(size) ? { sizeBytes: Number(size) } : {}),
		sha256,
		// A tag of the hub is checked by its hash alone: its storage has other tags.
		...(tag === null || (linked !== null && sha256 === undefined) ? {} : { tag }),
		...(tag === null || linked !== null ? {} : { etag: tag }),
	};
}

function strongTag(tag: string | null): string | null {
	return tag?.startsWith('"') ? tag : null;
}

/** The file's bytes from `from` on, or from the beginning if the server cannot continue. */
export async function requestFrom(
	wanted: Wanted,
	from: number,
	remote: RemoteFile,
	asking: RequestOptions,
): Promise<{ readonly from: number; readonly total?: number; readonly body: AsyncIterable<Uint8Array> }> {
	const { etag } = remote;
	const range = from === 0 ? {} : { range: `bytes=${from}-`, ...(etag !== undefined && { 'if-range': etag }) };
	const options = requestOptions(asking, { 'accept-encoding': 'identity', ...range });
	const response = await fetch(wanted.url, options).catch((error: unknown) => {
		throw redirectError(error, wanted) ?? error;
	});
	const { status, headers, body } = response;
	const tag = strongTag(headers.get('etag'));
	const isOther = status === 206 && etag !== undefined && tag !== null && tag !== etag;
	if (from > 0 && (status === 416 || isOther)) {
		await body?.cancel();
		return requestFrom(wanted, 0, remote, asking);
	}
	if (status >= 500 || status === 429) throw new Error(`HTTP ${status}`);
	if (!response.ok || body === null) throw statusError(status, wanted);
	if (/^text\/html\b/i.test(headers.get('content-type') ?? '')) {
		await body.cancel();
		throw new EnvironmentError(message('download.web-page', { host: wanted.url.host, what: wanted.what }));
	}
	const continued = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('content-range') ?? '');
	const starts = status === 206 ? Number(continued?.[1] ?? Number.NaN) : 0;
	if (starts !== 0 && starts !== from) throw new Error('the server continued at another byte');
	const length = headers.get('content-length');
	const total = remote.sizeBytes ?? (length === null ? undefined : starts + Number(length));
	return { from: starts, total, body: unlessSilent(body) };
}

function requestOptions({ headers, signal }: RequestOptions, more: Readonly<Record<string, string>> = {}): RequestInit {
	return { headers: { ...headers, ...more }, signal };
}

async function* unlessSilent(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
	const reader = body.getReader();
	try {
		for (;;) {
			const { done, value } = await within(reader.read(), SILENCE_MS, () => new Error('no data for a minute'));
			if (done) return;
			yield value;
		}
	} finally {
		await reader.cancel().catch(() => undefined);
	}
}

/** A requested file, as the operator names it. */
export interface Wanted {
	/** `user/repo` or an address. */
	readonly what: string;
	readonly url: URL;
	/** Page for accepting the licence; absent outside the hub. */
	readonly page?: string;
}

/** The error for an HTTP answer that is not the file. */
export function statusError(status: number, { what, url: { host }, page }: Wanted): GemmarkError {
	if (status === 404 || status === 410) {
		return new EngineError('model-missing', message('download.not-found', { host, what }));
	}
	return new EnvironmentError(
		status === 401 || status === 403
			? message('download.no-permission', { host, what, status, page })
			: message('download.http', { host, what, status }),
	);
}

/** The error for a server that cannot be reached, or that stopped answering. */
export function networkError(error: unknown, { what, url: { host } }: Wanted): GemmarkError {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	const reason = cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : String(cause);
	return new EnvironmentError(message('download.unreachable', { host, what, reason }), { cause: error });
}

/** The error for an invalid redirect, which is not tried again; undefined for a failure of the network. */
function redirectError(error: unknown, { what, url: { host } }: Wanted): GemmarkError | undefined {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
	// In the words of Node's fetch. Failures of the network have a code.
	if (cause === undefined || 'code' in cause || !/redirect|scheme|credentials|invalid url/iu.test(cause.message))
		return;
	const said = message('download.bad-redirect', { host, what, reason: cause.message });
	return new EngineError('model-missing', said, { cause: error });
}

export function interruptedError({ what }: Wanted): GemmarkError {
	return new EngineError('unavailable', message('download.interrupted', { what }));
}
