import {
	isJsonObject,
	type JsonObject,
	type JsonValue,
	type MutableJsonObject,
	setOwn,
} from '../../json/json-value.ts';

/** JSON Schema of parameters in the words that a prompt declares. */
export function declareSchema(schema: JsonObject): JsonObject {
	return simplify(schema);
}

/** Keywords that say something to a model, in the order of the declaration; all others are for validators. */
const KEPT = ['description', 'enum', 'format', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'];

function simplify(schema: JsonObject): JsonObject {
	const alternatives = [schema.anyOf, schema.oneOf].find(Array.isArray)?.filter(isJsonObject) ?? [];
	if (alternatives.length > 0) return simplifyAnyOf(schema, alternatives);
	const simple: MutableJsonObject = {};
	const constant = schema.const;
	if (constant !== undefined) simple.enum = [constant];
	for (const keyword of KEPT) {
		const value = schema[keyword];
		if (value !== undefined && !isIntegerLimit(value)) simple[keyword] = value;
	}
	const type = typeOf(schema.type ?? typeof constant);
	// A template may fail on a list of which it is not told what it holds.
	if (isJsonObject(schema.items)) simple.items = simplify(schema.items);
	else if (type.type === 'array')
		simple.items = simplifyAnyOf({}, [schema.prefixItems].find(Array.isArray)?.filter(isJsonObject) ?? []);
	if (isJsonObject(schema.properties)) simple.properties = simplifyEach(schema.properties);
	if (Array.isArray(schema.required) && schema.required.length > 0) simple.required = schema.required;
	return { ...simple, ...type };
}

/** Templates print one type each: "or null" becomes `nullable`, alternatives of one type become that type, objects one with the fields of all. */
function simplifyAnyOf(schema: JsonObject, alternatives: readonly JsonObject[]): JsonObject {
	const real = alternatives.filter((alternative) => alternative.type !== 'null').map(simplify);
	const description = schema.description;
	const one = inOne(real);
	return {
		...one,
		...(description === undefined ? {} : { description }),
		...(real.length < alternatives.length ? { nullable: true } : {}),
		type: one.type ?? 'string',
	};
}

/** One declaration for several. */
function inOne(declared: readonly JsonObject[]): JsonObject {
	const [first, ...others] = declared;
	if (first === undefined || others.length === 0) return first ?? { type: 'string' };
	const enums = declared.map((one) => one.enum);
	return {
		...(enums.every(Array.isArray) ? { enum: enums.flat() as JsonValue[] } : {}),
		...(declared.some(({ nullable }) => nullable === true) && { nullable: true }),
		...fieldsOfAll(declared),
		type: first.type ?? 'string',
	};
}

/** Of objects, every field that one of them has, and as required what all of them require. */
function fieldsOfAll(declared: readonly JsonObject[]): JsonObject {
	const [first, ...others] = declared;
	if (first === undefined || !declared.every(({ type }) => type === 'object')) return {};
	const listed = declared.flatMap(({ properties }) => (isJsonObject(properties) ? Object.entries(properties) : []));
	const properties: MutableJsonObject = {};
	for (const [name, fields] of Map.groupBy(listed, ([field]) => field)) {
		const own = fields.flatMap(([, field]) => (isJsonObject(field) ? [field] : []));
		const { description } = own.find((one) => one.description !== undefined) ?? {};
		setOwn(properties, name, { ...(description !== undefined && { description }), ...inOne(own) });
	}
	const requires = ({ required }: JsonObject): readonly JsonValue[] => (Array.isArray(required) ? required : []);
	const required = requires(first).filter((name) => others.every((one) => requires(one).includes(name)));
	return { ...(listed.length > 0 && { properties }), ...(required.length > 0 && { required }) };
}

function simplifyEach(properties: JsonObject): JsonObject {
	const simple: MutableJsonObject = {};
	for (const [name, property] of Object.entries(properties)) {
		setOwn(simple, name, isJsonObject(property) ? simplify(property) : property);
	}
	return simple;
}

/** The bounds that zod gives every integer say nothing. */
function isIntegerLimit(value: JsonValue): boolean {
	return value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;
}

/** The one type a template can print; of several the first, and a text where there is none. */
function typeOf(type: JsonValue): { readonly type: JsonValue; readonly nullable?: true } {
	const types = (Array.isArray(type) ? type : [type]).filter((name) => name !== 'null' && name !== 'undefined');
	const nullable = Array.isArray(type) && type.includes('null');
	return { ...(nullable ? { nullable } : {}), type: types[0] ?? 'string' };
}
