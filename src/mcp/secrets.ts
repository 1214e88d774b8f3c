import { isJsonObject, type JsonValue, type MutableJsonObject, setOwn } from '../json/json-value.ts';

/** Takes values that the operator gave a server out of what the server says: none of it may come into a log. */
export class Secrets {
	readonly #values: readonly string[];

	/** Of the values `given` by name those whose name says so are secret, and all that were `taken` from the environment. */
	constructor(given: Readonly<Record<string, string>>, taken: readonly string[]) {
		const named = Object.entries(given).flatMap(([name, value]) => (SECRET.test(name) ? [value] : []));
		// Of `Bearer abc` a server may quote `abc` alone.
		const values = [...named, ...taken].flatMap((value) => [value, ...value.split(/\s+/u)]);
		this.#values = [...new Set(values)]
			.filter((value) => value.length >= SHORTEST)
			.sort((one, other) => other.length - one.length);
	}

	hide(text: string): string {
		return this.#values.reduce((hidden, value) => hidden.replaceAll(value, '(hidden)'), text);
	}

	/** In every text of the value, also in the names of fields. */
	hideIn(value: JsonValue): JsonValue {
		if (this.#values.length === 0) return value;
		if (typeof value === 'string') return this.hide(value);
		if (Array.isArray(value)) return value.map((item) => this.hideIn(item));
		if (!isJsonObject(value)) return value;
		const hidden: MutableJsonObject = {};
		for (const [name, item] of Object.entries(value)) setOwn(hidden, this.hide(name), this.hideIn(item));
		return hidden;
	}
}

/** A shorter one would be found in words that are none. */
const SHORTEST = 6;

const SECRET = /key|token|secret|pass|auth|credential|cookie|bearer/iu;
