/** Any value JSON can carry. Model output, tool results and log records are made of these. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object. Build it from untrusted keys only with {@link setOwn}. */
export interface JsonObject {
	readonly [key: string]: JsonValue;
}

/** A JSON object under construction. */
export type MutableJsonObject = Record<string, JsonValue>;

export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether no value lies deeper than `depth` levels: beyond some thousand even `JSON.stringify` runs out of stack. */
export function nestsWithin(value: JsonValue, depth: number): boolean {
	if (typeof value !== 'object' || value === null) return true;
	if (depth === 0) return false;
	// Every value of a log comes through here: no function is called for a text or a number, no list of the values made; an
	// iterator would make an object for each.
	if (Array.isArray(value)) {
		for (let index = 0; index < value.length; index += 1) {
			const item = value[index];
			if (typeof item === 'object' && !nestsWithin(item, depth - 1)) return false;
		}
		return true;
	}
	for (const key in value) {
		const item = (value as JsonObject)[key];
		if (typeof item === 'object' && !nestsWithin(item, depth - 1)) return false;
	}
	return true;
}

/** Sets an own property even when the key is `__proto__`: untrusted keys must never reach a prototype. */
export function setOwn(target: MutableJsonObject, key: string, value: JsonValue): void {
	Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

/**
 * Whether two values are the same JSON, whatever the order of their keys. Nearly always it is the same one: then nothing is
 * sorted to see it.
 */
export function sameJson(one: JsonValue, other: JsonValue): boolean {
	return JSON.stringify(one) === JSON.stringify(other) || canonicalJson(one) === canonicalJson(other);
}

/** JSON with object keys sorted at every depth: equal values give equal text, so it can be hashed and compared. */
export function canonicalJson(value: JsonValue): string {
	if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
	if (isJsonObject(value)) {
		const entries = Object.keys(value)
			.sort()
			.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as JsonValue)}`);
		return `{${entries.join(',')}}`;
	}
	return JSON.stringify(value);
}

/** Items of a list, or values of an object; none of any other value. */
export function childrenOf(value: JsonValue): readonly JsonValue[] {
	return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

/** A copy of what is known to be JSON, as its text carries it: without fields that are undefined, so that it equals what a log holds of it. */
export function jsonOf(value: unknown): JsonValue {
	return JSON.parse(JSON.stringify(value)) as JsonValue;
}

/** Longest JSON text of one tool's result, UTF-16 units: far above any real one, far below what hurts. */
export const MAX_PLAIN_JSON_CHARS = 1_000_000;

/**
 * A detached copy of the value as JSON carries it. Absent where JSON cannot: cycles, bigints, a throwing `toJSON`,
 * nothing at all, or more than {@link MAX_PLAIN_JSON_CHARS} of text.
 */
export function plainJson(value: unknown): JsonValue | undefined {
	try {
		const text = JSON.stringify(value);
		if (text === undefined || text.length > MAX_PLAIN_JSON_CHARS) return undefined;
		return JSON.parse(text) as JsonValue;
	} catch {
		return undefined;
	}
}

/** SHA-256 of the text's UTF-8 bytes, lower-case hex. Web Crypto, so that the core stays runtime-neutral. */
export async function sha256(text: string): Promise<string> {
	const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
	return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
