/** What this process must not write anywhere: keys and passwords, from where they enter. */
const secrets = new Set<string>();

/** Shorter ones would be found in every other word. */
export const LEAST_CHARS = 6;

/** Names a secret of this process, such as an API key: {@link withoutSecrets} knows it from then on, by its value. */
export function keepSecret(secret: string | undefined): void {
	// White space around it is not sent: others repeat it without.
	const sent = secret?.trim();
	if (secret === undefined || sent === undefined || sent.length < LEAST_CHARS || secrets.has(secret)) return;
	for (const form of [secret, sent].flatMap(formsOf)) secrets.add(form);
	// The longest first: a short form is the beginning of a longer one.
	const sorted = [...secrets].toSorted((one, other) => other.length - one.length);
	secrets.clear();
	for (const form of sorted) secrets.add(form);
}

/** A secret as others write it: itself, in JSON, in JSON of JSON, in an address, in a form, in Base64. */
export function formsOf(secret: string): readonly string[] {
	const inJson = JSON.stringify(secret).slice(1, -1);
	const inForm = new URLSearchParams({ secret }).toString().slice('secret='.length);
	return [
		...[secret, inJson, JSON.stringify(inJson).slice(1, -1), encodeURIComponent(secret), inForm],
		...base64Forms(secret),
	];
}

/** In Base64 alone, and after one or two bytes of something else, as after `user:`, where its edges are mixed with that. */
function base64Forms(secret: string): readonly string[] {
	const bytes = Buffer.from(secret);
	const within = [0, 1, 2].map((before) => {
		const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
	});
	return [bytes.toString('base64'), ...within].flatMap((form) => [
		form,
		form.replaceAll('+', '-').replaceAll('/', '_'),
	]);
}

/**
 * Names the password and the secret parameters of an address as secrets, or its user where that stands alone; so of any
 * other text that somebody may take for one, such as `hf:user/repo:Q4_0?token=...`.
 */
export function keepAddressSecrets(address: string): void {
	const [, login = ''] = LOGIN.exec(address) ?? [];
	const [user = '', ...password] = login.split(':');
	const parameters = Array.from(address.matchAll(PARAMETER), ([, , name = '', value]) =>
		SECRET_NAME.test(name) ? value : undefined,
	);
	for (const secret of [password.join(':') || user, ...parameters]) {
		keepSecret(secret);
		keepSecret(secret && decoded(secret));
	}
}

/**
 * A text as it may be shown: an address in it without user and password, and without the values of its query, of which
 * only its server knows which are secret.
 */
export function withoutAddressSecrets(text: string): string {
	const isAddress = text.includes('://') || text.startsWith(HUB);
	return text
		.replace(/(?<=:\/\/|^hf:)[^/?#\r\n]*@/gu, '')
		.replace(PARAMETER, (whole, before: string, name: string) =>
			isAddress || SECRET_NAME.test(name) ? `${before}${name}=***` : whole,
		);
}

/** A text that anybody may read: what {@link withoutSecrets} knows, and of any address in it password and secret parameters. */
export function withoutAnySecrets(text: string): string {
	return withoutSecrets(text)
		.replace(/(?<=:\/\/|\bhf:)[^/?#\s"'\\]+@/gu, '***@')
		.replace(/(?<=[?&#])([^=?&#\s"']{1,100})=(?!\*\*\*)([^&#\s"'),;]+)/gu, (whole, name: string) =>
			SECRET_NAME.test(name) ? `${name}=***` : whole,
		);
}

/**
 * A value with every secret in its texts masked by as many asterisks: whatever a server says of a key, or a model repeats.
 * Texts of a list are one text that was cut into pieces, as those of a stream are.
 */
export function withoutSecrets<T>(value: T): T {
	return secrets.size === 0 ? value : (masked(value) as T);
}

/** How many characters at the end of a text could be the beginning of a secret. */
function unfinishedSecret(text: string): number {
	let most = 0;
	for (const secret of secrets) {
		for (let length = Math.min(secret.length - 1, text.length); length > most; length -= 1) {
			if (text.endsWith(secret.slice(0, length))) most = length;
		}
	}
	return most;
}

const HUB = 'hf:';
/** User and password of an address, up to the last `@` before its path; somebody may have left a blank in them. */
const LOGIN = /^(?:hf:|[a-z][\w+.-]*:\/\/)([^/?#\r\n\\]*)@/iu;
/** `?name=value`, and so after `&` and `#`. */
const PARAMETER = /([?&#])([^=?&#\s]+)=([^&#\s]*)/gu;

/** How names of such parameters end: `api_key`, `X-Amz-Signature`, `sig`, `clientSecret`. */
const SECRET_NAME = /(?:key|token|pass(?:word|wd)?|pwd|secret|sig(?:nature)?|auth|credentials?)$/iu;

/** A part of an address without its percent signs; as it stands where they encode nothing. */
export function decoded(text: string): string {
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

/** An item of a stream with its text as it may be shown, as long as it was. */
export interface ShownItem<Item> {
	readonly item: Item;
	readonly text: string;
}

/**
 * Masks secrets in a stream whose pieces cut them anywhere. A piece is held as long as what follows could make a secret of
 * its end; without secrets each goes through at once.
 */
export class SecretStream<Item> {
	readonly #held: { readonly item: Item; readonly text: string; shown: string }[] = [];

	/** Takes an item with its text, which may be none; returns what may be shown now, in order. */
	push(item: Item, text: string): readonly ShownItem<Item>[] {
		this.#held.push({ item, text, shown: text });
		const joined = this.#held.map((held) => held.text).join('');
		const masked = withoutSecrets(joined);
		let at = 0;
		for (const held of this.#held) {
			// Text that stood before may have been let out, and with it the beginning of what is masked here.
			held.shown = maskedInEither(held, masked.slice(at, at + held.text.length));
			at += held.text.length;
		}
		return this.#letOut(joined.length - unfinishedSecret(joined));
	}

	/** All that is held: nothing follows. */
	flush(): readonly ShownItem<Item>[] {
		return this.#letOut(Number.POSITIVE_INFINITY);
	}

	#letOut(chars: number): readonly ShownItem<Item>[] {
		let end = 0;
		const stays = this.#held.findIndex(({ text }) => {
			end += text.length;
			return end > chars;
		});
		return this.#held
			.splice(0, stays === -1 ? this.#held.length : stays)
			.map(({ item, shown }) => ({ item, text: shown }));
	}
}

function maskedInEither({ text, shown }: { readonly text: string; readonly shown: string }, masked: string): string {
	let either = '';
	for (let at = 0; at < text.length; at += 1) either += shown[at] === text[at] ? masked[at] : shown[at];
	return either;
}
