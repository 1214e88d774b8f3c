import type { JsonValue } from './json-value.ts';

/** A copy of what is known to be JSON, as its text carries it: without fields that are undefined, so that it equals what a log holds of it. */
export function jsonOf(value: unknown): JsonValue {
	return JSON.parse(JSON.stringify(value)) as JsonValue;
}
