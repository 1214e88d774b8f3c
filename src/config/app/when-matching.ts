import { ANYTHING } from '../../eval/match/value-matching.ts';
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '../../json/json-value.ts';

/** Whether a call's arguments, with the defaults of their JSON Schema filled in, have what `when` names. */
export function fitsWhen(when: JsonObject, args: JsonObject, schema: JsonObject): boolean {
	return hasAll(when, args, choicesOf(schema));
}

/** As in the calls that a corpus expects, `*` is anything that was given. Of texts, case and Unicode form count for nothing. */
export function isSame(one: JsonValue, other: JsonValue | undefined, schemas: readonly JsonObject[] = []): boolean {
	if (one === ANYTHING) return true;
	if (typeof one === 'string' && typeof other === 'string') return comparable(one) === comparable(other);
	if (Array.isArray(one) && Array.isArray(other)) {
		return (
			one.length === other.length && one.every((item, index) => isSame(item, other[index], within(schemas, index)))
		);
	}
	if (isJsonObject(one) && isJsonObject(other)) {
		const others = Object.keys(other).filter((key) => !Object.hasOwn(one, key));
		return others.every((key) => isDefault(other[key], within(schemas, key))) && hasAll(one, other, schemas);
	}
	return one === other;
}

function hasAll(when: JsonObject, args: JsonObject, schemas: readonly JsonObject[]): boolean {
	return Object.entries(when).every(
		([key, value]) => Object.hasOwn(args, key) && isSame(value, args[key], within(schemas, key)),
	);
}

function comparable(text: string): string {
	return text.normalize('NFC').trim().toLowerCase();
}

/** What was filled in is as good as not given. */
function isDefault(value: JsonValue | undefined, schemas: readonly JsonObject[]): boolean {
	if (value === undefined) return true;
	return schemas.some(
		(schema) => schema.default !== undefined && canonicalJson(schema.default) === canonicalJson(value),
	);
}

/** Schemas of a field or an item, of whichever alternative the value is. */
function within(schemas: readonly JsonObject[], step: string | number): readonly JsonObject[] {
	return schemas.flatMap(({ properties, additionalProperties, prefixItems, items }) => {
		if (typeof step === 'number') {
			const placed = Array.isArray(prefixItems) ? prefixItems[step] : undefined;
			return choicesOf(placed ?? items);
		}
		const known = isJsonObject(properties) && Object.hasOwn(properties, step) ? properties[step] : undefined;
		return choicesOf(known ?? additionalProperties);
	});
}

function choicesOf(schema: JsonValue | undefined): readonly JsonObject[] {
	if (!isJsonObject(schema)) return [];
	return [schema, ...(Array.isArray(schema.anyOf) ? schema.anyOf.flatMap(choicesOf) : [])];
}
