/** Any JSON value. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object. Use {@link setOwn} to build it from untrusted keys. */
export interface JsonObject {
	readonly [key: string]: JsonValue;
}

/** A JSON object under construction. */
export type MutableJsonObject = Record<string, JsonValue>;

export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether no value is nested deeper than `depth`: some thousand levels overflow the stack of `JSON.stringify`. */
export function nestsWithin(value: JsonValue, depth: number): boolean {
	if (typeof value !== 'object' || value === null) return true;
	if (depth === 0) return false;
	// Hot path of the log reader: no calls for scalars, no lists, no iterators.
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

/** Sets an own property, `__proto__` included, so that untrusted keys never reach a prototype. */
export function setOwn(target: MutableJsonObject, key: string, value: JsonValue): void {
	Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

/** Whether two values are equal JSON in any key order. Identical objects, the usual case, are not sorted. */
export function sameJson(one: JsonValue, other: JsonValue): boolean {
	return JSON.stringify(one) === JSON.stringify(other) || canonicalJson(one) === canonicalJson(other);
}

/** JSON with sorted keys at every depth, for hashing and comparing. */
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

/** Items of a list or values of an object; else none. */
export function childrenOf(value: JsonValue): readonly JsonValue[] {
	return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

/** A copy as JSON text carries it, without undefined fields; equal to what a log has. */
export function jsonOf(value: unknown): JsonValue {
	return JSON.parse(JSON.stringify(value)) as JsonValue;
}

/** Longest JSON text of a tool's result, UTF-16 units; far above any real one. */
export const MAX_PLAIN_JSON_CHARS = 1_000_000;

/**
 * A detached JSON copy; undefined for cycles, bigints, a throwing `toJSON`, no value, or more than {@link
 * MAX_PLAIN_JSON_CHARS} of text.
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

/** SHA-256 of UTF-8 text, lower-case hex. Web Crypto, as the core runs in browsers. */
export async function sha256(text: string): Promise<string> {
	const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
	return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
