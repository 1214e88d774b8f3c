import { EngineError, EnvironmentError, type GemmarkError } from '../errors/gemmark-error.ts';

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
