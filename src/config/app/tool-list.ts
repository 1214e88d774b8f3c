import { z } from 'zod';
import { ConfigError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue, type MutableJsonObject, setOwn } from '../../base/json.ts';
import { message } from '../../base/message.ts';
import { isCallName } from '../../dialects/syntax/region.ts';
import { givenSchema } from '../../text/guarded-pattern.ts';
import { didYouMean } from '../../text/nearest-name.ts';
import { singleLine } from '../../text/text.ts';
import { declareTool } from '../../tool/declaration.ts';
import type { ToolDefinition } from '../../tool/tool.ts';
import type { FieldContent } from '../folder.ts';
import { fieldPath, placeOf } from '../issue.ts';

/** A tool as a list declares it; one without a handler is answered from outside. */
export interface ListedTool extends Omit<ToolDefinition<undefined>, 'handler'> {
	readonly handler?: ToolDefinition<undefined>['handler'];
}

/**
 * Reads tools as OpenAI functions (wrapped or bare), as an MCP `tools/list` answer, in BFCL's form, or as definitions
 * with handlers: each entry is told by what it holds. `destructive` names tools that run only after the user's yes,
 * beside those that the list marks. Throws {@link ConfigError} naming file and tool.
 */
export function readToolList(list: FieldContent, destructive: readonly string[] = []): readonly ListedTool[] {
	const entries = entriesOf(list.content);
	const place = placeOf(list.place, list.at);
	if (entries === undefined || entries.items.length === 0) {
		throw new ConfigError(message('config.no-tools', { place: `${place}: ${fieldOf(list)}` }));
	}
	const tools = new Map<string, ListedTool>();
	for (const [index, item] of entries.items.entries()) {
		const at = [...list.at, ...entries.at, index];
		const problem = (text: string, hint: string, cause?: unknown): ConfigError => {
			const named = nameOf(item);
			const tool = `tool ${named === undefined ? index + 1 : singleLine(named).slice(0, 80)}`;
			return new ConfigError(message('config.tool', { place: placeOf(list.place, at), tool, problem: text, hint }), {
				cause,
			});
		};
		const tool = readTool(item, destructive, problem);
		if (tools.has(tool.name)) throw problem('is declared twice', 'Rename one of them.');
		tools.set(tool.name, tool);
	}
	return [...tools.values()];
}

type ProblemOf = (text: string, hint: string, cause?: unknown) => ConfigError;

/** A bare array, or `tools` of an MCP answer, of the JSON-RPC response around it, or of a request to a model. */
function entriesOf(
	content: unknown,
): { readonly items: readonly unknown[]; readonly at: readonly PropertyKey[] } | undefined {
	if (Array.isArray(content)) return { items: content, at: [] };
	if (!isJsonObject(content)) return undefined;
	if (Array.isArray(content.tools)) return { items: content.tools, at: ['tools'] };
	const { result } = content;
	return isJsonObject(result) && Array.isArray(result.tools)
		? { items: result.tools, at: ['result', 'tools'] }
		: undefined;
}

function readTool(item: unknown, destructive: readonly string[], problem: ProblemOf): ListedTool {
	if (!isJsonObject(item)) throw problem('is no object', 'Write a name, a description and the parameters.');
	const name = nameOf(item);
	if (name === undefined) throw problem('has no name', 'Give it one.');
	if (!isCallName(name)) {
		throw problem('no prompt can carry this name', 'Use letters, digits, _ . and -, beginning with a letter or _.');
	}
	const named = destructive.includes(name);
	if (isDefinition(item)) return checked({ ...item, destructive: named || item.destructive === true }, problem);
	const { description, annotations, ...declared } = functionOf(item);
	const isWithout = typeof description === 'string' && Object.keys(declared).every((field) => BESIDE.has(field));
	const parameters = declared.parameters ?? declared.inputSchema ?? (isWithout ? NO_PARAMETERS : undefined);
	if (!isJsonObject(parameters)) {
		throw problem('has no schema', 'Without arguments it is {"type": "object", "properties": {}}.');
	}
	const marked = isJsonObject(annotations) && annotations.destructiveHint === true;
	return checked(
		{
			name,
			description: typeof description === 'string' ? description : '',
			schema: schemaOf(parameters, problem),
			destructive: named || marked,
		},
		problem,
	);
}

/** OpenAI lets a function without arguments leave its parameters out; where another field stands, it may be misspelt. */
const NO_PARAMETERS = { type: 'object', properties: {} } as const;
const BESIDE: ReadonlySet<string> = new Set(['name', 'type', 'strict']);

function schemaOf(parameters: JsonObject, problem: ProblemOf): z.ZodObject {
	try {
		const schema = toolSchema(parameters);
		requireKnown(parameters.required, Object.keys(schema.shape));
		return schema;
	} catch (cause) {
		throw problem(`its schema cannot be used: ${reasonOf(cause)}`, 'Write it in plain JSON Schema.', cause);
	}
}

/** A property that is required and not there can never be given. */
function requireKnown(required: unknown, properties: readonly string[]): void {
	const unknown = Array.isArray(required) ? required.find((name) => !properties.includes(String(name))) : undefined;
	if (unknown === undefined) return;
	throw new Error(`required: '${unknown}' is none of its properties${didYouMean(String(unknown), properties)}`);
}

/** A schema that no prompt can declare shows here, and not in the first conversation. */
function checked(tool: ListedTool, problem: ProblemOf): ListedTool {
	try {
		declareTool(tool);
		return tool;
	} catch (cause) {
		if (!(cause instanceof ConfigError)) throw cause;
		throw problem(cause.message.replace(`tool ${tool.name}: `, ''), cause.hint ?? '', cause);
	}
}

function functionOf(item: JsonObject): JsonObject {
	return isJsonObject(item.function) ? item.function : item;
}

function nameOf(item: unknown): string | undefined {
	const name = isJsonObject(item) ? functionOf(item).name : undefined;
	return typeof name === 'string' && name !== '' ? name : undefined;
}

function isDefinition(item: object): item is ToolDefinition<undefined> {
	return 'handler' in item && typeof item.handler === 'function' && 'schema' in item;
}

function reasonOf(cause: unknown): string {
	return cause instanceof Error ? singleLine(cause.message) : 'unknown';
}

function fieldOf({ at }: FieldContent): string {
	const field = fieldPath(at);
	return field === '' ? '' : `${field}: `;
}

/**
 * A tool's declared parameters as the schema that checks arguments. The prompt's declaration keeps what was declared,
 * because the schema tells it instead of what zod makes of it. Throws an `Error` that says what is not supported.
 */
function toolSchema(declared: JsonObject): z.ZodObject {
	const parameters = new SchemaReading(declared).read(declared);
	if (parameters.type !== 'object') throw new Error('its parameters must be an object');
	const properties = isJsonObject(parameters.properties) ? parameters.properties : {};
	const required = new Set(Array.isArray(parameters.required) ? parameters.required : []);
	const shape: Record<string, z.ZodType> = {};
	for (const [name, property] of Object.entries(properties)) {
		if (name === '__proto__') throw new Error('no parameter can be called __proto__');
		const schema = givenSchema(property);
		shape[name] = required.has(name) ? schema : schema.optional();
	}
	const { additionalProperties: others = false } = parameters;
	const schema = others === false ? z.object(shape) : z.object(shape).catchall(givenSchema(others));
	schema._zod.toJSONSchema = () => structuredClone(parameters);
	return schema;
}

/** What references may grow to when they are written out. */
const MAX_SCHEMAS = 2_000;

/** Brings the spellings that are about into one JSON Schema without references. */
class SchemaReading {
	readonly #root: JsonObject;
	readonly #following = new Set<string>();
	#schemas = 0;

	constructor(root: JsonObject) {
		this.#root = root;
	}

	read(schema: JsonValue | undefined): JsonObject {
		if (schema === true || schema === undefined) return {};
		if (!isJsonObject(schema)) throw new Error(`${JSON.stringify(schema).slice(0, 40)} is no schema`);
		this.#schemas += 1;
		if (this.#schemas > MAX_SCHEMAS) throw new Error(`it holds more than ${MAX_SCHEMAS} schemas`);
		if (typeof schema.$ref === 'string') return this.#follow(schema, schema.$ref);
		const read: MutableJsonObject = {};
		for (const [keyword, value] of Object.entries(schema)) {
			// An older draft says of a property itself that it is required.
			if (LEFT_OUT.has(keyword) || (keyword === 'required' && !Array.isArray(value))) continue;
			setOwn(read, keyword === 'oneOf' ? 'anyOf' : keyword, this.#keyword(keyword, value));
		}
		const type = typeOf(schema);
		if (type !== undefined) read.type = type;
		if (Array.isArray(schema.allOf)) for (const part of schema.allOf) merge(read, this.read(part));
		return read;
	}

	#keyword(keyword: string, value: JsonValue): JsonValue {
		if (keyword === 'properties' && isJsonObject(value)) {
			const properties: MutableJsonObject = {};
			for (const [name, property] of Object.entries(value)) setOwn(properties, name, this.read(property));
			return properties;
		}
		if (SCHEMA_LISTS.has(keyword) && Array.isArray(value)) return value.map((one) => this.read(one));
		return SCHEMAS.has(keyword) && isJsonObject(value) ? this.read(value) : value;
	}

	#follow({ $ref: _, ...beside }: JsonObject, reference: string): JsonObject {
		if (this.#following.has(reference)) throw new Error(`${reference} refers to itself`);
		this.#following.add(reference);
		const read = { ...this.read(this.#find(reference)), ...this.read(beside) };
		this.#following.delete(reference);
		return read;
	}

	#find(reference: string): JsonValue {
		const steps = reference.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
		if (steps[0] !== '#') throw new Error(`${reference} lies in another file`);
		let found: JsonValue | undefined = this.#root;
		for (const step of steps.slice(1)) {
			found = isJsonObject(found) && Object.hasOwn(found, step) ? found[step] : undefined;
		}
		if (found === undefined) throw new Error(`${reference} is not there`);
		return found;
	}
}

/** What a part of `allOf` says beside the schema itself. */
function merge(read: MutableJsonObject, part: JsonObject): void {
	for (const [keyword, value] of Object.entries(part)) {
		const own = read[keyword];
		if (own === undefined) setOwn(read, keyword, value);
		else if (keyword === 'properties' && isJsonObject(own) && isJsonObject(value)) read[keyword] = { ...own, ...value };
		else if (keyword === 'required' && Array.isArray(own) && Array.isArray(value)) {
			read[keyword] = [...new Set([...own, ...value])];
		}
	}
}

function typeOf({ type, nullable, properties, items }: JsonObject): JsonValue | undefined {
	const told = type ?? (properties === undefined ? items && 'array' : 'object');
	if (told === undefined) return undefined;
	const types = (Array.isArray(told) ? told : [told]).map(knownType);
	if (nullable === true && !types.includes('null')) types.push('null');
	return types.length > 1 ? types : types[0];
}

function knownType(name: JsonValue): string {
	const known = typeof name === 'string' ? TYPES.get(name.toLowerCase()) : undefined;
	if (known === undefined) throw new Error(`there is no type ${JSON.stringify(name).slice(0, 40)}`);
	return known;
}

const SCHEMAS = new Set(['items', 'additionalProperties', 'not', 'contains']);
const SCHEMA_LISTS = new Set(['anyOf', 'oneOf', 'prefixItems', 'items']);
/** Written out, merged or told by `type` instead. */
const LEFT_OUT = new Set(['$schema', '$id', '$defs', 'definitions', 'allOf', 'nullable', 'type']);

/** BFCL's names and others' beside those of JSON Schema. */
const TYPES: ReadonlyMap<string, string> = new Map([
	...['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'].map((name) => [name, name] as const),
	...['dict', 'hashmap'].map((name) => [name, 'object'] as const),
	...['float', 'double'].map((name) => [name, 'number'] as const),
	...['tuple', 'list', 'arraylist'].map((name) => [name, 'array'] as const),
	...['any', 'char'].map((name) => [name, 'string'] as const),
	...['long', 'short', 'byte', 'bigint', 'int'].map((name) => [name, 'integer'] as const),
	['bool', 'boolean'],
]);
