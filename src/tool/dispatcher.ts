import { errorType } from '../errors/error-type.ts';
import { callHook } from '../errors/hook.ts';
import { Overtime } from '../errors/overtime.ts';
import { detached } from '../json/detached.ts';
import type { JsonObject } from '../json/json-value.ts';
import { appWords } from '../text/app-words/app-words.ts';
import type { AppWords } from '../text/app-words/words.ts';
import { checkArguments } from './arguments.ts';
import type { ConfirmGate } from './confirm-gate.ts';
import type { ToolDefinition } from './definition.ts';
import type { DispatchFields, DispatchLog } from './dispatch-log.ts';
import { readHandlerResult } from './handler-result.ts';
import type { ToolRegistry } from './registry.ts';
import type { ToolResult } from './result.ts';

export interface Dispatch<Deps> {
	readonly toolName: string;
	/** What the model wrote; checked here. */
	readonly rawArgs: unknown;
	/** Absent: destructive tools are cancelled. */
	readonly confirm?: ConfirmGate | undefined;
	readonly deps: Deps;
}

export interface ToolDispatcherOptions {
	readonly log?: DispatchLog | undefined;
	/** BCP 47 tag of the language in which reasons are given: `ko` (default), English for every other. */
	readonly language?: string | undefined;
}

/** Multi-tool router: find, validate, confirm, handle, wrap. Keeps nothing between calls. */
export class ToolDispatcher<Deps> {
	readonly registry: ToolRegistry<Deps>;
	readonly #log: DispatchLog | undefined;
	readonly #words: AppWords;

	/** Throws `ConfigError` where the language is no BCP 47 tag. */
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
			if (result.type !== 'fault') return result;
			const { problem, detail } = result;
			const told = [appWords('en').badResults[problem], ...(detail === undefined ? [] : [detail])].join(': ');
			this.#note('error', 'tool_error', { tool: name, problem: told });
			return failure('handler_error', this.#words.toolFailed(this.#words.badResults[problem]), 'result_error');
		} catch (thrown) {
			this.#note('error', 'tool_error', { tool: name, ...describe(thrown) });
			return failure('handler_error', this.#words.toolFailed(errorType(thrown)), 'exception');
		}
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

/** A conversation of one's own may hand on a call without a name: then what it has in its place, as far as that can be told. */
function writtenName(toolName: unknown): string {
	return typeof toolName === 'string' ? toolName : `(${toolName === null ? 'null' : typeof toolName})`;
}

/** A model may write a name of any length; the reason goes back into its context. */
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
