import { z } from 'zod';
import { ConfigError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue, type MutableJsonObject, setOwn } from '../../base/json.ts';
import { message } from '../../base/message.ts';
import { isCallName } from '../../dialects/syntax/region.ts';
import { givenSchema } from '../../text/guarded-pattern.ts';
import { didYouMean } from '../../text/nearest-name.ts';
import { singleLine } from '../../text/text.ts';
import { declareTool, keepWritten } from '../../tool/declaration.ts';
import type { ToolDefinition } from '../../tool/tool.ts';
import type { FieldContent } from '../folder.ts';
import { fieldPath, placeOf } from '../issue.ts';

/** A declared tool; without a handler, canned answers or a server answer its calls. */
export interface ListedTool extends Omit<ToolDefinition<undefined>, 'handler'> {
	readonly handler?: ToolDefinition<undefined>['handler'];
}

/**
 * Reads tools of OpenAI (wrapped or bare), MCP, Anthropic (`input_schema`), Gemini (`functionDeclarations`) or BFCL, or
 * definitions with handlers. `destructive` names tools that need confirmation, in addition to marked ones. Throws
 * {@link ConfigError} naming file and tool.
 */
export function readToolList(
	list: FieldContent,
	destructive: readonly string[] = [],
	excluded: readonly string[] = [],
): readonly ListedTool[] {
	const entries = entriesOf(list.content);
	const place = placeOf(list.place, list.at);
	const unknown = excluded.find((name) => !entries?.some(({ item }) => nameOf(item) === name));
	if (entries !== undefined && unknown !== undefined) {
		const names = entries.flatMap(({ item }) => nameOf(item) ?? []);
		const problem = `no such tool: '${unknown}'${didYouMean(unknown, names)}`;
		const hint = `Tools: ${names.join(', ')}.`;
		throw new ConfigError(message('config.app-field', { place, field: 'excludeTools', problem, hint }));
	}
	if (entries === undefined || entries.length === 0) {
		const field = list.at.length === 0 ? '' : `${fieldPath(list.at)}: `;
		throw new ConfigError(message('config.no-tools', { place: `${place}: ${field}` }));
	}
	const tools = new Map<string, ListedTool>();
	for (const [index, { item, at: within }] of entries.entries()) {
		if (excluded.includes(nameOf(item) ?? '')) continue;
		const at = [...list.at, ...within];
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

interface Entry {
	readonly item: unknown;
	readonly at: readonly PropertyKey[];
}

/** An array, or `tools` of an MCP result, of its JSON-RPC response, or of a request to a model. */
function entriesOf(content: unknown, at: readonly PropertyKey[] = []): readonly Entry[] | undefined {
	if (Array.isArray(content)) {
		const lists = content.map((item, index) => declarationsOf(item, [...at, index]));
		// Beside its functions Gemini has tools of its own, such as `googleSearch`.
		const others = lists.every((list) => list === undefined);
		return content.flatMap(
			(item, index) => lists[index] ?? (others || nameOf(item) ? [{ item, at: [...at, index] }] : []),
		);
	}
	if (!isJsonObject(content)) return undefined;
	if (Array.isArray(content.tools)) return entriesOf(content.tools, [...at, 'tools']);
	return declarationsOf(content, at) ?? (at.length === 0 ? entriesOf(content.result, ['result']) : undefined);
}

function declarationsOf(content: unknown, at: readonly PropertyKey[]): readonly Entry[] | undefined {
	for (const field of ['functionDeclarations', 'function_declarations']) {
		const declared = isJsonObject(content) ? content[field] : undefined;
		if (Array.isArray(declared)) return declared.map((item, index) => ({ item, at: [...at, field, index] }));
	}
	return undefined;
}

function readTool(item: unknown, destructive: readonly string[], problem: ProblemOf): ListedTool {
	if (!isJsonObject(item)) throw problem('must be an object', 'Write a name, a description and the parameters.');
	const name = nameOf(item);
	const isFunction = [...SCHEMA_FIELDS, 'function'].some((field) => isJsonObject(item[field])) || isDefinition(item);
	if (typeof item.type === 'string' && item.type !== 'function' && !isFunction) {
		throw problem(`${singleLine(item.type).slice(0, 80)} is not a function`, 'Remove it: only the server can run it.');
	}
	if (name === undefined) throw problem('missing name', 'Add a name.');
	if (!isCallName(name)) {
		throw problem('invalid name', 'Use letters, digits, _ . and -, starting with a letter, a digit or _.');
	}
	const named = destructive.includes(name);
	if (isDefinition(item)) return checked({ ...item, destructive: named || item.destructive === true }, problem);
	const { description, annotations, ...declared } = functionOf(item);
	const hasNone =
		typeof description === 'string' &&
		Object.keys(declared).every((field) => OTHER_FIELDS.has(field) || declared[field] === null);
	const given = SCHEMA_FIELDS.map((field) => declared[field]).find((schema) => schema !== undefined && schema !== null);
	const isEmpty = isJsonObject(given) && Object.keys(given).length === 0;
	const parameters = isEmpty || (given === undefined && hasNone) ? NO_PARAMETERS : given;
	if (!isJsonObject(parameters)) {
		throw problem('missing parameters or inputSchema', 'Without arguments, write {"type": "object"}.');
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

/** Of OpenAI, MCP, Anthropic and Gemini. */
const SCHEMA_FIELDS = ['parameters', 'inputSchema', 'input_schema', 'parametersJsonSchema'] as const;
/** OpenAI allows a function without parameters, or with `{}` (lmstudio-bug-tracker 2254). Any other field may be a misspelt one. */
const NO_PARAMETERS = { type: 'object', properties: {} } as const;
const OTHER_FIELDS: ReadonlySet<string> = new Set(['name', 'type', 'strict']);

function schemaOf(parameters: JsonObject, problem: ProblemOf): z.ZodObject {
	try {
		const schema = toolSchema(parameters);
		requireKnown(parameters.required, Object.keys(schema.shape));
		return schema;
	} catch (cause) {
		throw problem(
			`invalid schema: ${reasonOf(cause)}`,
			'Use plain JSON Schema, or drop the tool with excludeTools.',
			cause,
		);
	}
}

function requireKnown(required: unknown, properties: readonly string[]): void {
	const unknown = Array.isArray(required) ? required.find((name) => !properties.includes(String(name))) : undefined;
	if (unknown === undefined) return;
	throw new Error(`required: '${unknown}' is not a property${didYouMean(String(unknown), properties)}`);
}

/** Declares the tool once, so that a schema that no prompt can declare is reported before the first conversation. */
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

/** A schema that checks arguments; its JSON Schema is the declared one, not zod's. Throws an `Error` for unsupported schemas. */
function toolSchema(declared: JsonObject): z.ZodObject {
	const parameters = new SchemaReading(declared).read(declared);
	if (parameters.type !== 'object') throw new Error('parameters must be an object');
	const properties = isJsonObject(parameters.properties) ? parameters.properties : {};
	const required = new Set(Array.isArray(parameters.required) ? parameters.required : []);
	const shape: Record<string, z.ZodType> = {};
	for (const [name, property] of Object.entries(properties)) {
		if (name === '__proto__') throw new Error('a parameter cannot be named __proto__');
		const schema = givenSchema(property);
		shape[name] = required.has(name) ? schema : schema.optional();
	}
	const { additionalProperties: others = false } = parameters;
	const schema = others === false ? z.object(shape) : z.object(shape).catchall(givenSchema(others));
	schema._zod.toJSONSchema = () => structuredClone(parameters);
	keepWritten(schema, declared);
	return schema;
}

/** Limit of schemas after references are expanded. */
const MAX_SCHEMAS = 2_000;

/** Converts variants in use to one JSON Schema without references. */
class SchemaReading {
	readonly #root: JsonObject;
	readonly #following = new Set<string>();
	#schemas = 0;

	constructor(root: JsonObject) {
		this.#root = root;
	}

	read(schema: JsonValue | undefined): JsonObject {
		if (schema === true || schema === undefined) return {};
		if (!isJsonObject(schema)) throw new Error(`${JSON.stringify(schema).slice(0, 40)} is not a schema`);
		this.#schemas += 1;
		if (this.#schemas > MAX_SCHEMAS) throw new Error(`more than ${MAX_SCHEMAS} schemas`);
		if (typeof schema.$ref === 'string') return this.#follow(schema, schema.$ref);
		const read: MutableJsonObject = {};
		for (const [keyword, value] of Object.entries(schema)) {
			// In an older draft `required` is a boolean of the property.
			if (EXPANDED.has(keyword) || (keyword === 'required' && !Array.isArray(value))) continue;
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

	#follow({ $ref: _, ...siblings }: JsonObject, reference: string): JsonObject {
		if (this.#following.has(reference)) throw new Error(`${reference} refers to itself`);
		this.#following.add(reference);
		const read = { ...this.read(this.#find(reference)), ...this.read(siblings) };
		this.#following.delete(reference);
		return read;
	}

	#find(reference: string): JsonValue {
		const steps = reference.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
		if (steps[0] !== '#') throw new Error(`${reference} is in another file`);
		let found: JsonValue | undefined = this.#root;
		for (const step of steps.slice(1)) {
			found = isJsonObject(found) && Object.hasOwn(found, step) ? found[step] : undefined;
		}
		if (found === undefined) throw new Error(`${reference} not found`);
		return found;
	}
}

/** Adds a part of `allOf` to a schema. */
function merge(read: MutableJsonObject, part: JsonObject): void {
	for (const [keyword, value] of Object.entries(part)) {
		const known = read[keyword];
		if (known === undefined) setOwn(read, keyword, value);
		else if (keyword === 'properties' && isJsonObject(known) && isJsonObject(value))
			read[keyword] = { ...known, ...value };
		else if (keyword === 'required' && Array.isArray(known) && Array.isArray(value)) {
			read[keyword] = [...new Set([...known, ...value])];
		}
	}
}

function typeOf({ type, nullable, properties, items }: JsonObject): JsonValue | undefined {
	const declared = type ?? (properties === undefined ? items && 'array' : 'object');
	if (declared === undefined) return undefined;
	const types = (Array.isArray(declared) ? declared : [declared]).map(knownType);
	if (nullable === true && !types.includes('null')) types.push('null');
	return types.length > 1 ? types : types[0];
}

function knownType(name: JsonValue): string {
	const known = typeof name === 'string' ? TYPES.get(name.toLowerCase()) : undefined;
	if (known === undefined) throw new Error(`unknown type ${JSON.stringify(name).slice(0, 40)}`);
	return known;
}

const SCHEMAS = new Set(['items', 'additionalProperties', 'not', 'contains']);
const SCHEMA_LISTS = new Set(['anyOf', 'oneOf', 'prefixItems', 'items']);
/** Expanded, merged or replaced by `type`. */
const EXPANDED = new Set(['$schema', '$id', '$defs', 'definitions', 'allOf', 'nullable', 'type']);

/** Names of JSON Schema, BFCL and others. */
const TYPES: ReadonlyMap<string, string> = new Map([
	...['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'].map((name) => [name, name] as const),
	...['dict', 'hashmap'].map((name) => [name, 'object'] as const),
	...['float', 'double'].map((name) => [name, 'number'] as const),
	...['tuple', 'list', 'arraylist'].map((name) => [name, 'array'] as const),
	...['any', 'char'].map((name) => [name, 'string'] as const),
	...['long', 'short', 'byte', 'bigint', 'int'].map((name) => [name, 'integer'] as const),
	['bool', 'boolean'],
]);
