import { ConfigError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { decoded, keepSecret } from './secrets.ts';

/** An address that a request may have, and its user and password as the header that carries them. */
interface CredentialFreeAddress {
	readonly address: URL;
	/** Basic; absent where the address has neither. */
	readonly authorization: string | undefined;
}

/** Takes user and password out of an address: `fetch` refuses one that has them, and prints it. */
export function withoutCredentials(url: URL): CredentialFreeAddress {
	const address = new URL(url);
	const { username, password } = address;
	address.username = '';
	address.password = '';
	if (username === '' && password === '') return { address, authorization: undefined };
	const encoded = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64');
	keepSecret(encoded);
	return { address, authorization: `Basic ${encoded}` };
}

/**
 * The header that carries a key of the environment, without the white space that a file or a shell has left around it;
 * absent without a key. The key is a secret from then on. Throws {@link ConfigError} naming the variable for a key that
 * no header can carry: `fetch` would print it.
 */
export function bearerOf(
	variable: string,
	environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
	const key = environment[variable];
	keepSecret(key);
	const sent = key?.trim() ?? '';
	if (NOT_IN_HEADERS.test(sent)) {
		throw new ConfigError(message('config.key-not-a-header', { variable }));
	}
	return sent === '' ? undefined : `Bearer ${sent}`;
}

/** Source: RFC 9110, 5.5; `fetch` sends Latin-1. */
const NOT_IN_HEADERS = /[^\t\u0020-\u007e\u0080-\u00ff]/u;
