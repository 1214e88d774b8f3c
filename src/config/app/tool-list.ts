import type { z } from 'zod';
import { isCallName } from '../../dialects/syntax/call-list.ts';
import { ConfigError } from '../../errors/gemmark-error.ts';
import { isJsonObject, type JsonObject } from '../../json/json-value.ts';
import { didYouMean } from '../../text/nearest-name.ts';
import { singleLine } from '../../text/normalize-text.ts';
import { declareTool } from '../../tool/declaration.ts';
import type { ToolDefinition } from '../../tool/definition.ts';
import type { FieldContent } from '../config-folder.ts';
import { fieldPath, placeOf } from '../field-path.ts';
import { toolSchema } from './tool-schema.ts';

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
		throw new ConfigError(
			`${place}: ${fieldOf(list)}${entries === undefined ? 'is no list of tools' : 'holds no tools'}`,
			{
				hint: 'Write OpenAI functions, an MCP tools/list answer or BFCL functions.',
			},
		);
	}
	const tools = new Map<string, ListedTool>();
	for (const [index, item] of entries.items.entries()) {
		const at = [...list.at, ...entries.at, index];
		const problem = (text: string, hint: string, cause?: unknown): ConfigError => {
			const named = nameOf(item);
			const tool = `tool ${named === undefined ? index + 1 : singleLine(named).slice(0, 80)}`;
			return new ConfigError(`${placeOf(list.place, at)}: ${tool}: ${text}`, { hint, cause });
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
