import { keepSecret } from './secret.ts';

/** An address that a request may have, and its user and password as the header that carries them. */
export interface CredentialFreeAddress {
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

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
