import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';

/** One fact of a tool's JSON Schema, and the two schemas that differ in it alone. */
export interface SchemaFact {
	readonly kind: FactKind;
	/** After the tool's name: `.query`, `.items[].id`. */
	readonly path: string;
	/** Keyword or parameter. */
	readonly name: string;
	readonly required: boolean;
	readonly whole: JsonObject;
	readonly without: JsonObject;
	/** Facts inside of it, which cannot be seen if it is not. */
	inner(): Iterable<SchemaFact>;
}

export type FactKind = 'parameter' | 'type' | 'description' | 'enum' | 'default' | 'limit' | 'required' | 'alternative';

/** Facts of a tool's parameters, outermost first. `schema` is an object's. */
export function schemaFacts(schema: JsonObject): Iterable<SchemaFact> {
	return objectFacts(schema, { path: '', rebuild: (changed) => changed });
}

/** A part of the schema, and the whole with another part in its place. */
interface Place {
	readonly path: string;
	rebuild(changed: JsonObject): JsonObject;
}

function* objectFacts(schema: JsonObject, place: Place): Iterable<SchemaFact> {
	const { properties } = schema;
	if (!isJsonObject(properties)) return;
	const required = Array.isArray(schema.required) ? schema.required : [];
	for (const [name, property] of Object.entries(properties)) {
		if (!isJsonObject(property)) continue;
		const { [name]: _, ...others } = properties;
		const path = `${place.path}.${name}`;
		const withProperties = (changed: JsonObject): JsonObject => place.rebuild({ ...schema, properties: changed });
		yield {
			kind: 'parameter',
			path,
			name,
			required: required.includes(name),
			// A list of parameters that becomes empty would change the prompt by itself.
			whole: withProperties({ ...properties, [COMPANION]: { type: 'string' } }),
			without: withProperties({ ...others, [COMPANION]: { type: 'string' } }),
			inner: () =>
				valueFacts(property, { path, rebuild: (changed) => withProperties({ ...properties, [name]: changed }) }),
		};
		if (required.includes(name)) {
			const rest = required.filter((one) => one !== name);
			const fact = { kind: 'required', path, name: 'required' } as const;
			yield leaf(fact, place.rebuild(schema), place.rebuild({ ...schema, required: rest }));
		}
	}
}

const COMPANION = 'companion_parameter';

function* valueFacts(schema: JsonObject, place: Place): Iterable<SchemaFact> {
	yield* typeFacts(schema, place);
	for (const [name, value] of Object.entries(schema)) {
		const kind = KEYWORDS.get(name);
		if (kind === undefined || isEmpty(name, value)) continue;
		const { [name]: _, ...without } = schema;
		yield leaf({ kind, path: place.path, name }, place.rebuild(schema), place.rebuild(without));
	}
	yield* alternativeFacts(schema, place);
	yield* objectFacts(schema, place);
	const { items } = schema;
	if (!isJsonObject(items)) return;
	const rebuild = (changed: JsonObject): JsonObject => place.rebuild({ ...schema, items: changed });
	yield* valueFacts(items, { path: `${place.path}[]`, rebuild });
}

/** A missing type is filled in, so the value is rendered with another type, and without other keywords. */
function* typeFacts({ type, description }: JsonObject, place: Place): Iterable<SchemaFact> {
	if (typeof type !== 'string' || !SINGLE.has(type)) return;
	const typed = (one: string): JsonObject =>
		place.rebuild({ ...(description !== undefined && { description }), type: one });
	yield leaf(
		{ kind: 'type', path: place.path, name: type },
		typed(type),
		typed(type === 'boolean' ? 'number' : 'boolean'),
	);
}

/** Types of plain values. */
const SINGLE: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean']);

/** Alternatives other than "or null", which a template with one type for each parameter cannot print. */
function* alternativeFacts(schema: JsonObject, place: Place): Iterable<SchemaFact> {
	for (const keyword of ['anyOf', 'oneOf', 'type']) {
		const alternatives = schema[keyword];
		if (!Array.isArray(alternatives)) continue;
		const names = alternatives.map((one) => (isJsonObject(one) ? one.type : one)).map(String);
		if (names.filter((name) => name !== 'null').length < 2) continue;
		for (const [index, name] of names.entries()) {
			const without = { ...schema, [keyword]: alternatives.toSpliced(index, 1) };
			yield leaf(
				{ kind: 'alternative', path: place.path, name: `type ${name}` },
				place.rebuild(schema),
				place.rebuild(without),
			);
		}
	}
}

function leaf(fact: Pick<SchemaFact, 'kind' | 'path' | 'name'>, whole: JsonObject, without: JsonObject): SchemaFact {
	return { ...fact, required: false, whole, without, inner: () => [] };
}

const LIMITS = [
	...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
	...['minItems', 'maxItems', 'uniqueItems', 'pattern', 'format'],
];

const KEYWORDS: ReadonlyMap<string, FactKind> = new Map<string, FactKind>([
	['description', 'description'],
	['enum', 'enum'],
	['const', 'enum'],
	['default', 'default'],
	...LIMITS.map((name): [string, FactKind] => [name, 'limit']),
]);

/** The bounds that zod gives every integer, and empty texts. */
function isEmpty(name: string, value: JsonValue): boolean {
	if (value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER || value === '') return true;
	return name === 'uniqueItems' && value === false;
}
