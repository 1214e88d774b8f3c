import type { JsonObject } from '../../json/json-value.ts';

/** The JSON of a logged sample's row, written once: the corpus and each scoring compare it. */
export function rowText(row: JsonObject): string {
	const text = known.get(row) ?? JSON.stringify(row);
	known.set(row, text);
	return text;
}

const known = new WeakMap<JsonObject, string>();
