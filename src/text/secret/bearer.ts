import { ConfigError } from '../../errors/gemmark-error.ts';
import { keepSecret } from './secret.ts';

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
		throw new ConfigError(`${variable}: has a line break or another character that no header can carry`, {
			hint: 'Set it to the key alone, one line.',
		});
	}
	return sent === '' ? undefined : `Bearer ${sent}`;
}

/** Source: RFC 9110, 5.5; `fetch` sends Latin-1. */
const NOT_IN_HEADERS = /[^\t\u0020-\u007e\u0080-\u00ff]/u;
