import { z } from 'zod';
import { ConfigError } from '../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue, type MutableJsonObject, setOwn } from '../base/json.ts';
import { message } from '../base/message.ts';
import type { ToolDeclaration } from '../model/conversation.ts';
import { singleLine } from '../text/text.ts';
import type { ToolDefinition } from './tool.ts';

/**
 * Declares a tool for the prompt: JSON Schema with the keywords that Gemma's templates print, in a fixed order. Throws
 * {@link ConfigError} if the schema is not a `z.object` or JSON Schema cannot express it.
 */
export function declareTool(tool: Pick<ToolDefinition<never>, 'name' | 'description' | 'schema'>): ToolDeclaration {
	const schema = fullSchema(tool);
	const parameters = declareSchema(schema);
	defaultsOf.set(parameters, steadyDefaults(tool, schema));
	return { name: tool.name, description: tool.description, parameters };
}

/** Defaults by declared parameters: a prompt has none, but calls are compared with them. */
const defaultsOf = new WeakMap<JsonObject, JsonObject>();

/** The app's defaults for omitted arguments; empty unless {@link declareTool} made the declaration. */
export function declaredDefaults({ parameters }: Pick<ToolDeclaration, 'parameters'>): JsonObject {
	return defaultsOf.get(parameters) ?? {};
}

/** Defaults that stay the same: calls cannot be compared with a computed one, such as a time or an id. */
function steadyDefaults(
	{ name, schema }: Pick<ToolDefinition<never>, 'name' | 'schema'>,
	read: JsonObject,
): JsonObject {
	const known = steady.get(schema);
	if (known !== undefined) return known;
	let defaults = argumentDefaults(read);
	if (Object.keys(defaults).length > 0) {
		nextMillisecond();
		const again = argumentDefaults(readSchema(name, schema));
		const entries = Object.entries(defaults);
		defaults = Object.fromEntries(
			entries.filter(([key, value]) => JSON.stringify(value) === JSON.stringify(again[key])),
		);
	}
	steady.set(schema, defaults);
	return defaults;
}

const steady = new WeakMap<object, JsonObject>();

function nextMillisecond(): void {
	const now = Date.now();
	while (Date.now() === now);
}

/** Reduces a JSON Schema of parameters to what a prompt declares. */
export function declareSchema(schema: JsonObject): JsonObject {
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
	// A template may fail on an array without `items`.
	if (isJsonObject(schema.items)) simple.items = declareSchema(schema.items);
	else if (type.type === 'array')
		simple.items = simplifyAnyOf({}, [schema.prefixItems].find(Array.isArray)?.filter(isJsonObject) ?? []);
	if (isJsonObject(schema.properties)) simple.properties = simplifyEach(schema.properties);
	if (Array.isArray(schema.required) && schema.required.length > 0) simple.required = schema.required;
	return { ...simple, ...type };
}

/** Keywords for the model, in the order of the declaration; all others are for validators. */
const KEPT = ['description', 'enum', 'format', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'];

/** Templates print one type: null becomes `nullable`, alternatives of one type that type, objects one with the fields of all. */
function simplifyAnyOf(schema: JsonObject, alternatives: readonly JsonObject[]): JsonObject {
	const real = alternatives.filter((alternative) => alternative.type !== 'null').map(declareSchema);
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

/** Every field of the objects; required are those that all require. */
function fieldsOfAll(declared: readonly JsonObject[]): JsonObject {
	const [first, ...others] = declared;
	if (first === undefined || !declared.every(({ type }) => type === 'object')) return {};
	const listed = declared.flatMap(({ properties }) => (isJsonObject(properties) ? Object.entries(properties) : []));
	const properties: MutableJsonObject = {};
	for (const [name, fields] of Map.groupBy(listed, ([field]) => field)) {
		const schemas = fields.flatMap(([, field]) => (isJsonObject(field) ? [field] : []));
		const { description } = schemas.find((one) => one.description !== undefined) ?? {};
		setOwn(properties, name, { ...(description !== undefined && { description }), ...inOne(schemas) });
	}
	const requires = ({ required }: JsonObject): readonly JsonValue[] => (Array.isArray(required) ? required : []);
	const required = requires(first).filter((name) => others.every((one) => requires(one).includes(name)));
	return { ...(listed.length > 0 && { properties }), ...(required.length > 0 && { required }) };
}

function simplifyEach(properties: JsonObject): JsonObject {
	const simple: MutableJsonObject = {};
	for (const [name, property] of Object.entries(properties)) {
		setOwn(simple, name, isJsonObject(property) ? declareSchema(property) : property);
	}
	return simple;
}

/** The bounds that zod gives every integer. */
function isIntegerLimit(value: JsonValue): boolean {
	return value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;
}

/** The first type, because templates print one; `string` by default. */
function typeOf(type: JsonValue): { readonly type: JsonValue; readonly nullable?: true } {
	const types = (Array.isArray(type) ? type : [type]).filter((name) => name !== 'null' && name !== 'undefined');
	const nullable = Array.isArray(type) && type.includes('null');
	return { ...(nullable ? { nullable } : {}), type: types[0] ?? 'string' };
}

/** Keeps the JSON that a schema was read from. */
export function keepWritten(schema: object, json: JsonObject): void {
	written.set(schema, json);
}

/** A tool's schema as its app passes it to an engine: the JSON that it was read from, else all that it contains. */
export function writtenSchema(tool: Pick<ToolDefinition<never>, 'name' | 'schema'>): JsonObject {
	return written.get(tool.schema) ?? fullSchema(tool);
}

const written = new WeakMap<object, JsonObject>();

/** Cache: an app declares the same schemas in each conversation. */
const converted = new WeakMap<object, JsonObject>();

/** A tool's schema as JSON Schema. Throws {@link ConfigError} if JSON Schema cannot express it. */
export function fullSchema({ name, schema }: Pick<ToolDefinition<never>, 'name' | 'schema'>): JsonObject {
	const known = converted.get(schema) ?? readSchema(name, schema);
	converted.set(schema, known);
	return known;
}

function readSchema(name: string, schema: ToolDefinition<never>['schema']): JsonObject {
	requireObjectSchema({ name, schema });
	try {
		return jsonSchemaOf(schema);
	} catch (cause) {
		throw new ConfigError(message('config.tool-not-declarable', { tool: name, ...culprit(schema) }), { cause });
	}
}

function jsonSchemaOf(schema: z.core.$ZodType): JsonObject {
	// `input`: an argument with a default is not required.
	return JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input', cycles: 'throw' }))) as JsonObject;
}

/** The argument that cannot be expressed, and zod's reason. */
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

/** Throws {@link ConfigError} for a schema that is not a `z.object`, which JavaScript allows. */
function requireObjectSchema({ name, schema }: { readonly name: string; readonly schema: unknown }): void {
	const { type } = (schema as Partial<z.core.$ZodType> | undefined)?._zod?.def ?? {};
	if (type === 'object') return;
	throw new ConfigError(message('config.tool-not-object', { tool: name, type }));
}

/** Defaults of arguments, by the name of the tool. */
export type ToolDefaults = Readonly<Record<string, JsonObject>>;

/** Collects defaults from the JSON Schemas of arguments; tools without a default are dropped. */
export function toolDefaults(parameters: Iterable<readonly [name: string, schema: JsonObject]>): ToolDefaults {
	const byTool: MutableJsonObject = {};
	for (const [name, schema] of parameters) {
		const defaults = argumentDefaults(schema);
		if (Object.keys(defaults).length > 0) setOwn(byTool, name, defaults);
	}
	return byTool as ToolDefaults;
}

/** A JSON Schema without its defaults, which code may compute. */
export function withoutDefaults(schema: JsonObject): JsonObject {
	const stripped: MutableJsonObject = {};
	for (const [keyword, value] of Object.entries(schema)) {
		if (keyword !== 'default') setOwn(stripped, keyword, NAMED.has(keyword) ? eachNamed(value) : withoutIn(value));
	}
	return stripped;
}

/** Keywords with schemas by name; a name may be `default`. */
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

/** Defaults of the arguments themselves, not of fields within them. */
function argumentDefaults({ properties }: JsonObject): JsonObject {
	const defaults: MutableJsonObject = {};
	for (const [name, schema] of Object.entries(isJsonObject(properties) ? properties : {})) {
		if (isJsonObject(schema) && schema.default !== undefined) setOwn(defaults, name, schema.default);
	}
	return defaults;
}

/** The tools of a session by name, with local handlers or of a server. */
export class ToolRegistry<Deps> {
	readonly #tools = new Map<string, ToolDefinition<Deps>>();

	/** Throws {@link ConfigError} if two tools share a name or a schema is not a `z.object`. */
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
