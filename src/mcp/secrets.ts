import { isJsonObject, type JsonValue, type MutableJsonObject, setOwn } from '../json/json-value.ts';

/** Takes values that the operator gave a server out of what the server says: none of it may come into a log. */
export class Secrets {
	readonly #values: readonly string[];

	/** `written` is as the config has it, `held` with the environment's values in place. */
	constructor(written: Readonly<Record<string, string>> = {}, held: Readonly<Record<string, string>> = {}) {
		const secret = Object.entries(held).filter(([name]) => SECRET.test(name) || written[name]?.includes('${') === true);
		// Of `Bearer abc` a server may quote `abc` alone.
		const values = secret.flatMap(([, value]) => [value, ...value.split(/\s+/u)]);
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
