import type { z } from 'zod';
import { Overtime } from '../base/call-with-timeout.ts';
import { isJsonObject, type JsonObject, MAX_PLAIN_JSON_CHARS, plainJson } from '../base/json.ts';
import { detached, jsonLoss } from '../base/json-loss.ts';
import { callHook, errorType } from '../base/thrown.ts';
import { type AppWords, appWords, type BadResult, withFixedSize } from '../text/app-words.ts';
import type { ToolRegistry } from './declaration.ts';
import type { ConfirmGate, DispatchFields, DispatchLog, ToolDefinition, ToolResult } from './tool.ts';

/** Valid arguments, or the problem in the app's language. `extra` are keys that the schema does not have. */
type CheckedArguments =
	| { readonly valid: true; readonly arguments: JsonObject; readonly extra: readonly string[] }
	| { readonly valid: false; readonly problem: string; readonly extra: readonly string[] };

/**
 * Checks the model's arguments against the schema. Unknown keys are dropped unless the schema has a catch-all. The result is
 * detached from `rawArgs` and from the schema's defaults, because a handler may change it.
 */
async function checkArguments(schema: z.ZodObject, rawArgs: unknown, words: AppWords): Promise<CheckedArguments> {
	if (!isJsonObject(rawArgs)) {
		return { valid: false, problem: words.noObject(describeType(rawArgs)), extra: [] };
	}
	// Without a prototype, a missing key such as `constructor` is not found on Object.prototype.
	const known: Record<string, unknown> = Object.create(null);
	const extra: string[] = [];
	for (const key of Object.keys(rawArgs)) {
		// `z.unknown()` returns the same object, and other schemas may change it.
		if (Object.hasOwn(schema.shape, key) || (takesOthers(schema) && key !== '__proto__'))
			known[key] = detached(rawArgs[key]);
		else extra.push(key);
	}
	const parsed = await schema.safeParseAsync(known, {
		error: (issue) => words.argumentIssue(withFixedSize(issue)),
	});
	if (parsed.success) return { valid: true, arguments: detached(parsed.data) as JsonObject, extra };
	return { valid: false, problem: describeIssues(parsed.error.issues), extra };
}

/** `z.strictObject` has a catch-all of `never`. */
function takesOthers({ _zod: { def } }: z.ZodObject): boolean {
	return def.catchall !== undefined && def.catchall._zod.def.type !== 'never';
}

/** More would fill a small context. */
const MAX_ISSUES = 3;
const MAX_PROBLEM_CHARS = 300;

function describeIssues(issues: readonly z.core.$ZodIssue[]): string {
	const lines = issues.slice(0, MAX_ISSUES).map((issue) => {
		const path = issue.path.map(String).join('.');
		return path === '' ? issue.message : `${path}: ${issue.message}`;
	});
	return lines.join('; ').slice(0, MAX_PROBLEM_CHARS);
}

function describeType(value: unknown): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}

/** Problem of a handler's result; `detail` is for the log, not the model. */
interface HandlerFault {
	readonly type: 'fault';
	readonly problem: BadResult;
	readonly detail?: string;
}

/** Reads a handler's result, with its data as plain, detached JSON. Data that JSON would change are a fault. */
function readHandlerResult(returned: unknown): ToolResult | HandlerFault {
	if (typeof returned !== 'object' || returned === null) return { type: 'fault', problem: 'no-envelope' };
	const { type, data, code, reason, kind } = returned as Record<string, unknown>;
	if (type === 'cancelled') return { type };
	if (type === 'ok') return readData(data);
	if (type !== 'error') return { type: 'fault', problem: 'no-envelope' };
	if (typeof code !== 'string' || typeof reason !== 'string') return { type: 'fault', problem: 'no-reason' };
	return { type, code, reason, kind: kind === 'exception' ? 'exception' : 'result_error' };
}

function readData(data: unknown): ToolResult | HandlerFault {
	if (data === undefined) return { type: 'fault', problem: 'no-data' };
	try {
		const loss = jsonLoss({ data });
		if (loss !== undefined) {
			return { type: 'fault', problem: 'not-json', detail: `${loss.path}: ${loss.text}. ${loss.hint}` };
		}
		const plain = plainJson(data);
		if (plain !== undefined) return { type: 'ok', data: plain };
		const isLong = (JSON.stringify(data)?.length ?? 0) > MAX_PLAIN_JSON_CHARS;
		return { type: 'fault', problem: isLong ? 'too-long' : 'not-json' };
	} catch {
		return { type: 'fault', problem: 'not-json' };
	}
}

interface Dispatch<Deps> {
	readonly toolName: string;
	/** From the model, unchecked. */
	readonly rawArgs: unknown;
	/** Absent: destructive tools are cancelled. */
	readonly confirm?: ConfirmGate;
	readonly deps: Deps;
}

interface ToolDispatcherOptions {
	readonly log?: DispatchLog;
	/** BCP 47 tag of the language of reasons: `ko` (default), English for every other. */
	readonly language?: string;
}

/** Multi-tool router: find, validate, confirm, handle, wrap. Stateless. */
export class ToolDispatcher<Deps> {
	readonly registry: ToolRegistry<Deps>;
	readonly #log: DispatchLog | undefined;
	readonly #words: AppWords;

	/** Throws `ConfigError` if the language is not a BCP 47 tag. */
	constructor(registry: ToolRegistry<Deps>, { log, language }: ToolDispatcherOptions = {}) {
		this.registry = registry;
		this.#log = log;
		this.#words = appWords(language);
	}

	/** Never throws, never rejects: every failure is a result. */
	async dispatch({ toolName, rawArgs, confirm, deps }: Dispatch<Deps>): Promise<ToolResult> {
		const tool = this.registry.byName(toolName);
		if (tool === undefined) {
			const written = writtenName(toolName);
			this.#note('warn', 'unknown_tool', { tool: written });
			return failure('unknown_tool', this.#words.unknownTool(shorten(written)), 'result_error');
		}
		const result = await this.#run(tool, rawArgs, deps, confirm);
		return tool.server !== undefined && result.type === 'error' ? { ...result, server: tool.server } : result;
	}

	async #run(
		tool: ToolDefinition<Deps>,
		rawArgs: unknown,
		deps: Deps,
		confirm: ConfirmGate | undefined,
	): Promise<ToolResult> {
		const { name } = tool;
		try {
			const checked = await checkArguments(tool.schema, rawArgs, this.#words);
			if (checked.extra.length > 0) this.#note('info', 'extra_arguments', { tool: name, keys: checked.extra });
			if (!checked.valid) {
				this.#note('info', 'validation', { tool: name, problem: checked.problem });
				return failure('validation', this.#words.badArguments(checked.problem), 'result_error');
			}
			if (tool.destructive && !(await this.#confirmed(tool, checked.arguments, confirm))) return { type: 'cancelled' };
			const result = readHandlerResult(await tool.handler(checked.arguments, deps));
			if (result.type !== 'fault') {
				this.#noteResult(name, result);
				return result;
			}
			const { problem, detail } = result;
			const english = appWords('en').badResults[problem];
			this.#note('error', 'tool_error', {
				tool: name,
				problem: detail === undefined ? english : `${english}: ${detail}`,
			});
			return failure('handler_error', this.#words.toolFailed(this.#words.badResults[problem]), 'result_error');
		} catch (thrown) {
			this.#note('error', 'tool_error', { tool: name, ...describe(thrown) });
			return failure('handler_error', this.#words.toolFailed(errorType(thrown)), 'exception');
		}
	}

	#noteResult(tool: string, result: ToolResult): void {
		if (result.type === 'ok') this.#note('info', 'tool_success', { tool });
		else if (result.type === 'error')
			this.#note('warn', 'tool_result_error', { tool, code: result.code, reason: result.reason });
	}

	async #confirmed(tool: ToolDefinition<Deps>, args: JsonObject, confirm: ConfirmGate | undefined): Promise<boolean> {
		if (confirm === undefined) return false;
		try {
			return (
				(await confirm({ toolName: tool.name, description: tool.description, arguments: detached(args) })) === true
			);
		} catch (thrown) {
			this.#note('warn', 'gate_error', { tool: tool.name, ...describe(thrown) });
			return false;
		}
	}

	#note(level: 'warn' | 'info' | 'error', event: string, fields: DispatchFields): void {
		callHook(() => this.#log?.[level](event, fields));
	}
}

function failure(code: string, reason: string, kind: 'exception' | 'result_error'): ToolResult {
	return { type: 'error', code, reason, kind };
}

/** A user's conversation may give a call whose name is not a string. */
function writtenName(toolName: unknown): string {
	return typeof toolName === 'string' ? toolName : `(${toolName === null ? 'null' : typeof toolName})`;
}

/** The reason goes into the model's context, and a name may have any length. */
function shorten(toolName: string): string {
	return toolName.length <= 80 ? toolName : `${toolName.slice(0, 80)}…`;
}

function describe(thrown: unknown): DispatchFields {
	try {
		if (thrown instanceof Overtime) return { problem: thrown.message };
		if (!(thrown instanceof Error)) return { error: String(thrown) };
		return { error: thrown.message, ...(typeof thrown.stack === 'string' ? { stack: thrown.stack } : {}) };
	} catch {
		return { error: 'not printable' };
	}
}
