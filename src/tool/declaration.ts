import { z } from 'zod';
import { ConfigError } from '../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue, type MutableJsonObject, setOwn } from '../base/json.ts';
import { message } from '../base/message.ts';
import type { ToolDeclaration } from '../model/conversation.ts';
import { singleLine } from '../text/text.ts';
import type { ToolDefinition } from './tool.ts';

/**
 * What the prompt says of a tool: JSON Schema in the words that Gemma's templates print, always in the same order.
 * Throws {@link ConfigError} where the schema is no `z.object`, or holds what JSON Schema cannot say.
 */
export function declareTool(tool: Pick<ToolDefinition<never>, 'name' | 'description' | 'schema'>): ToolDeclaration {
	const schema = fullSchema(tool);
	const parameters = declareSchema(schema);
	defaultsOf.set(parameters, steadyDefaults(tool, schema));
	return { name: tool.name, description: tool.description, parameters };
}

/** Of declared parameters: a prompt tells no defaults, and what a call comes to depends on them. */
const defaultsOf = new WeakMap<JsonObject, JsonObject>();

/** What the app takes for arguments that a call of the tool leaves away; nothing of one that {@link declareTool} did not declare. */
export function declaredDefaults({ parameters }: Pick<ToolDeclaration, 'parameters'>): JsonObject {
	return defaultsOf.get(parameters) ?? {};
}

/** A default that code works out anew each time, such as the time of day or an id, is none that a call could be held against. */
function steadyDefaults(
	{ name, schema }: Pick<ToolDefinition<never>, 'name' | 'schema'>,
	read: JsonObject,
): JsonObject {
	const known = steady.get(schema) ?? asReadAgain(argumentDefaults(read), () => readSchema(name, schema));
	steady.set(schema, known);
	return known;
}

/** Those that a reading a moment later has too. */
function asReadAgain(defaults: JsonObject, read: () => JsonObject): JsonObject {
	if (Object.keys(defaults).length === 0) return defaults;
	nextMillisecond();
	const again = argumentDefaults(read());
	return Object.fromEntries(
		Object.entries(defaults).filter(([name, value]) => JSON.stringify(value) === JSON.stringify(again[name])),
	);
}

const steady = new WeakMap<object, JsonObject>();

function nextMillisecond(): void {
	const now = Date.now();
	while (Date.now() === now);
}

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

/** An app declares the same schemas in each of its conversations. */
const converted = new WeakMap<object, JsonObject>();

/** All that a tool's schema says as JSON Schema. Throws {@link ConfigError} where JSON Schema cannot say it. */
export function fullSchema({ name, schema }: Pick<ToolDefinition<never>, 'name' | 'schema'>): JsonObject {
	const known = converted.get(schema) ?? readSchema(name, schema);
	converted.set(schema, known);
	return known;
}

/** The same, read anew. Throws {@link ConfigError} for a schema that no prompt can declare. */
function readSchema(name: string, schema: ToolDefinition<never>['schema']): JsonObject {
	requireObjectSchema({ name, schema });
	try {
		return jsonSchemaOf(schema);
	} catch (cause) {
		throw new ConfigError(message('config.tool-not-declarable', { tool: name, ...culprit(schema) }), { cause });
	}
}

function jsonSchemaOf(schema: z.core.$ZodType): JsonObject {
	// `input`: what the model has to write, so that an argument with a default is not required.
	return JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input', cycles: 'throw' }))) as JsonObject;
}

/** Which argument it is, and zod's reason. */
function culprit({ shape }: z.ZodObject): { readonly field?: string; readonly reason?: string } {
	for (const [field, schema] of Object.entries(shape)) {
		try {
			jsonSchemaOf(schema);
		} catch (cause) {
			const reason = singleLine(cause instanceof Error ? cause.message : String(cause)).slice(0, 200);
			return { field, reason };
		}
	}
	return {};
}

/**
 * Throws {@link ConfigError} for a schema that is no `z.object`: JavaScript lets any through, and arguments are checked by
 * their names, which no other has.
 */
function requireObjectSchema({ name, schema }: { readonly name: string; readonly schema: unknown }): void {
	const { type } = (schema as Partial<z.core.$ZodType> | undefined)?._zod?.def ?? {};
	if (type === 'object') return;
	throw new ConfigError(message('config.tool-not-object', { tool: name, type }));
}

/** By the name of a tool, its arguments that have a default, with what the app takes where a call leaves them away. */
export type ToolDefaults = Readonly<Record<string, JsonObject>>;

/** Of tools by their names, each with the JSON Schema of its arguments; tools without a default are dropped. */
export function toolDefaults(parameters: Iterable<readonly [name: string, schema: JsonObject]>): ToolDefaults {
	const byTool: MutableJsonObject = {};
	for (const [name, schema] of parameters) {
		const own = argumentDefaults(schema);
		if (Object.keys(own).length > 0) setOwn(byTool, name, own);
	}
	return byTool as ToolDefaults;
}

/** A JSON Schema without the defaults in it, which code may work out anew each time. */
export function withoutDefaults(schema: JsonObject): JsonObject {
	const stripped: MutableJsonObject = {};
	for (const [keyword, value] of Object.entries(schema)) {
		if (keyword !== 'default') setOwn(stripped, keyword, NAMED.has(keyword) ? eachNamed(value) : withoutIn(value));
	}
	return stripped;
}

/** Keywords that hold schemas by names of the author's own, one of which may be `default`. */
const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions']);

function eachNamed(schemas: JsonValue): JsonValue {
	if (!isJsonObject(schemas)) return schemas;
	const stripped: MutableJsonObject = {};
	for (const [name, schema] of Object.entries(schemas)) setOwn(stripped, name, withoutIn(schema));
	return stripped;
}

function withoutIn(value: JsonValue): JsonValue {
	if (Array.isArray(value)) return value.map(withoutIn);
	return isJsonObject(value) ? withoutDefaults(value) : value;
}

/** The defaults that a JSON Schema gives the arguments themselves; what stands within an argument is its own. */
function argumentDefaults({ properties }: JsonObject): JsonObject {
	const defaults: MutableJsonObject = {};
	for (const [name, schema] of Object.entries(isJsonObject(properties) ? properties : {})) {
		if (isJsonObject(schema) && schema.default !== undefined) setOwn(defaults, name, schema.default);
	}
	return defaults;
}

/** The tools a session offers, found by name in O(1). Their source does not matter: local handlers or a server. */
export class ToolRegistry<Deps> {
	readonly #tools = new Map<string, ToolDefinition<Deps>>();

	/** @throws ConfigError where two tools share a name, or the schema of one is no `z.object`. */
	constructor(definitions: Iterable<ToolDefinition<Deps>>) {
		for (const tool of definitions) {
			requireObjectSchema(tool);
			if (this.#tools.has(tool.name)) {
				throw new ConfigError(message('config.tool-twice', { tool: tool.name }));
			}
			this.#tools.set(tool.name, tool);
		}
	}

	byName(name: string): ToolDefinition<Deps> | undefined {
		return this.#tools.get(name);
	}

	/** In order of declaration. */
	allDefinitions(): readonly ToolDefinition<Deps>[] {
		return [...this.#tools.values()];
	}
}
