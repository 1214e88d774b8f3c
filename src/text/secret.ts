/** What this process must not write anywhere: keys and passwords, from where they enter. */
const secrets = new Set<string>();

/** Shorter ones would be found in every other word. */
const LEAST_CHARS = 6;

/** Names a secret of this process, such as an API key: {@link withoutSecrets} knows it from then on, by its value. */
export function keepSecret(secret: string | undefined): void {
	if (secret === undefined || secret.length < LEAST_CHARS) return;
	secrets.add(secret);
	secrets.add(encodeURIComponent(secret));
}

/** Names the user, the password and the secret parameters of an address as secrets. What is no address has none. */
export function keepAddressSecrets(address: string): void {
	if (!URL.canParse(address)) return;
	const { password, searchParams } = new URL(address);
	keepSecret(decoded(password));
	for (const [name, value] of searchParams) if (SECRET_NAME.test(name)) keepSecret(value);
}

/** An address as it may be shown: without user and password, and without the values of secret parameters. */
export function withoutAddressSecrets(address: string): string {
	return address
		.replace(/(?<=:\/\/)[^/?#\s]*@/u, '')
		.replace(/([?&])([^=&#\s]+)=([^&#\s]*)/gu, (whole, before: string, name: string) =>
			SECRET_NAME.test(name) ? `${before}${name}=***` : whole,
		);
}

/**
 * A value with every secret in its texts masked by as many asterisks: whatever a server says of a key, or a model repeats.
 * Texts of a list are one text that was cut into pieces, as those of a stream are.
 */
export function withoutSecrets<T>(value: T): T {
	return secrets.size === 0 ? value : (masked(value) as T);
}

const SECRET_NAME =
	/^(?:api[_-]?key|key|(?:access[_-]?|auth[_-]?)?token|pass(?:word)?|pwd|secret|sig(?:nature)?|auth)$/iu;

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

function masked(value: unknown): unknown {
	if (typeof value === 'string') return maskedText(value);
	if (Array.isArray(value)) return maskedList(value);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, field]) => [name, name === 'type' ? field : masked(field)]),
	);
}

function maskedList(list: readonly unknown[]): readonly unknown[] {
	const texts = list.map(textOf);
	const joined = texts.join('');
	const mask = maskedText(joined);
	let at = 0;
	return list.map((item, index) => {
		const { length } = texts[index] ?? '';
		const text = mask.slice(at, at + length);
		at += length;
		if (typeof item === 'string') return text;
		const own = masked(item);
		return mask === joined || length === 0 ? own : { ...(own as object), text };
	});
}

/** Of an event its text, of a piece the piece. */
function textOf(item: unknown): string {
	if (typeof item === 'string') return item;
	const text = typeof item === 'object' && item !== null && 'text' in item ? item.text : '';
	return typeof text === 'string' ? text : '';
}

function maskedText(text: string): string {
	let shown = text;
	for (const secret of secrets) if (shown.includes(secret)) shown = shown.replaceAll(secret, '*'.repeat(secret.length));
	return shown;
}
