import type { JsonValue } from './json-value.ts';

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
