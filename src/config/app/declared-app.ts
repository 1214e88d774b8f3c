import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { ConfigError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue, plainJson } from '../../base/json.ts';
import { detached } from '../../base/json-loss.ts';
import { type Message, message } from '../../base/message.ts';
import { shownPath } from '../../base/read-file.ts';
import type { FileIdentity } from '../../corpus/manifest.ts';
import type { AppUnderTest } from '../../eval/app.ts';
import { type McpServer, mcpServersFile, mcpServersSchema, type PlacedServer } from '../../mcp/config.ts';
import type { OpenServer } from '../../mcp/connection.ts';
import { didYouMean } from '../../text/nearest-name.ts';
import { fullSchema } from '../../tool/declaration.ts';
import type { ToolDefinition } from '../../tool/tool.ts';
import type { AppConfig, AppLanguage } from '../define.ts';
import { ConfigFolder, type ConfigFolderOptions, liesWithin } from '../folder.ts';
import { type ContentPlace, checkContent, fieldPath, placeOf } from '../issue.ts';
import { readCannedAnswers } from './canned-answers.ts';
import { type ListedTool, readToolList } from './tool-list.ts';

/** An app without code: its tools have canned answers, and its state never changes. */
export interface DeclaredApp extends AppUnderTest {
	readonly language: AppLanguage;
	/** Files that it read, for the run's identity. */
	readonly files: readonly FileIdentity[];
	/** Warnings for the run. */
	readonly warnings: readonly Message[];
}

interface DeclaredAppOptions extends ConfigFolderOptions {
	/** Running MCP servers; absent if there are none or they were not started. */
	readonly servers?: readonly OpenServer[];
}

/** Makes an app from its config. Throws {@link ConfigError} naming file and field. */
export function declaredApp(app: AppConfig, options: DeclaredAppOptions): DeclaredApp {
	const folder = new ConfigFolder(options);
	const { servers = [] } = options;
	const served = options.servers !== undefined || (app.mcp ?? app.mcpServers) === undefined;
	const { language = 'any' } = app;
	const declaredTools = app.tools === undefined ? undefined : folder.contentOf(app.tools, ['app', 'tools']);
	const listed =
		declaredTools === undefined || hasNoTools(app)
			? []
			: readToolList(declaredTools, app.destructive, app.excludeTools);
	const unhandled = listed.filter(({ handler }) => handler === undefined);
	const answers = folder.contentOf(app.answers ?? {}, ['app', 'answers']);
	const canned = readCannedAnswers(answers, new Map(unhandled.map((tool) => [tool.name, fullSchema(tool)])), language);
	const tools = [
		...listed.map((tool) => ({
			...tool,
			handler: tool.handler ?? ((args: JsonObject) => canned.answer(tool.name, args)),
		})),
		...servedTools(servers, app.destructive, listed),
	];
	const names = tools.map(({ name }) => name);
	const unknown = served ? app.destructive?.find((name) => !names.includes(name)) : undefined;
	if (unknown !== undefined) {
		const text = `no such tool: '${unknown}'${didYouMean(unknown, names)}`;
		throw problem('destructive', text, `Tools: ${names.join(', ')}.`);
	}
	const system = systemOf(app.system);
	const declared = folder.contentOf(app.state ?? {}, ['app', 'state']);
	const state = stateOf(declared.content);
	return {
		name: app.name,
		version: app.version ?? 'unversioned',
		language,
		system: system.text,
		failureForm: app.failureForm,
		data: { answers: answers.content as JsonValue, state },
		sources: { system: system.name, tools: declaredTools?.name, answers: answers.name, state: declared.name },
		engine: app.engine,
		budgets: app.budgets,
		files: [...folder.files, ...servers.map(({ identity }) => identity)],
		warnings: [
			...(canned.unanswered.length === 0
				? []
				: [message('run.tool-unanswered', { tool: canned.unanswered.join(', ') })]),
			...(served ? [] : [message('run.mcp-not-started')]),
			...servers.flatMap(({ warnings }) => warnings),
		],
		doubts: async () => (await Promise.all(servers.map((server) => server.doubts()))).flat(),
		open: () => ({ tools, snapshot: () => detached(state), close: () => undefined }),
	};

	function problem(field: string, text: string, hint: string): ConfigError {
		return new ConfigError(
			message('config.app-field', { place: placeOf(options, ['app', field]), field, problem: text, hint }),
		);
	}

	/** One line without a file's ending that is not a file is the text itself. */
	function systemOf(system: string): { readonly text: string; readonly name?: string } {
		const inline = system.includes('\n') || (!folder.has(system) && !/\.(?:md|txt)$/iu.test(system));
		const file = inline ? undefined : folder.read(system, ['app', 'system']);
		const text = (file?.text ?? system.normalize('NFC')).trimEnd();
		if (text === '') throw problem('system', 'the prompt is empty', 'Write what the model should know.');
		return { text, name: file?.identity.name };
	}

	function stateOf(content: unknown): JsonObject {
		const state = plainJson(content);
		if (isJsonObject(state)) return state;
		throw problem('state', 'must be a JSON object', 'Write fields and values.');
	}
}

/** `tools: []` declares none; a file without tools is an error. */
function hasNoTools({ tools }: AppConfig): boolean {
	return Array.isArray(tools) && tools.length === 0;
}

/** Tools of running MCP servers. Throws {@link ConfigError} for a tool that no prompt can declare, and for a duplicate name. */
function servedTools(
	servers: readonly OpenServer[],
	destructive: readonly string[] | undefined,
	appTools: readonly { readonly name: string }[],
): readonly ToolDefinition<undefined>[] {
	const sources = new Map(appTools.map(({ name }) => [name, 'the app itself']));
	return servers.flatMap((server) => {
		const { place, name, call } = server;
		if (server.tools.length === 0) {
			throw new ConfigError(message('config.mcp-no-tools', { place, server: name }));
		}
		return readServed(server, destructive).map((tool) => {
			const other = sources.get(tool.name);
			if (other !== undefined) {
				throw new ConfigError(message('config.mcp-same-tool', { place, tool: tool.name, server: name, other }));
			}
			sources.set(tool.name, `MCP server ${name}`);
			return { ...tool, server: name, handler: (args: JsonObject) => call(tool.name, args) };
		});
	});
}

/** Adds the remedy for tools of third-party servers. */
function readServed({ tools, place }: OpenServer, destructive: readonly string[] | undefined): readonly ListedTool[] {
	try {
		return readToolList({ content: tools, place: { file: place }, at: [] }, destructive);
	} catch (thrown) {
		if (!(thrown instanceof ConfigError) || thrown.hint?.includes('excludeTools')) throw thrown;
		const { message, hint, cause } = thrown;
		throw new ConfigError(message, {
			hint: `${hint} Or drop it with excludeTools.`,
			cause,
		});
	}
}

/** MCP servers of an app's config, not started, each with its place and working folder. Throws {@link ConfigError} naming file and field. */
export function appServers(app: AppConfig, options: ConfigFolderOptions): readonly PlacedServer[] {
	const { servers, place, at } = writtenServers(app, options);
	return Object.entries(servers)
		.filter(([, server]) => server.disabled !== true)
		.map(([name, server]) => {
			const field = [...at, name];
			return {
				name,
				server,
				place: `${placeOf(place, field)}: ${fieldPath(field)}`,
				cwd: folderOf(server, options, `${placeOf(place, [...field, 'cwd'])}: ${fieldPath([...field, 'cwd'])}`),
				language: app.language,
			};
		});
}

interface WrittenServers {
	readonly servers: Readonly<Record<string, McpServer>>;
	readonly place: ContentPlace;
	readonly at: readonly PropertyKey[];
}

/** The file's hash is not part of the run's identity; the servers' tools are. */
function writtenServers({ mcp, mcpServers = {} }: AppConfig, options: ConfigFolderOptions): WrittenServers {
	if (mcp === undefined) {
		const at = ['app', 'mcpServers'];
		return { servers: checkContent(mcpServersSchema, mcpServers, options, at), place: options, at };
	}
	const { content, place, at } = new ConfigFolder(options).contentOf(mcp, ['app', 'mcp']);
	const { mcpServers: servers } = checkContent(mcpServersFile, content, place, at);
	return { servers, place, at: [...at, 'mcpServers'] };
}

/** The working folder may be outside the config's folder only as an absolute path with `allowOutside`. */
function folderOf(server: McpServer, { folder, allowOutside }: ConfigFolderOptions, place: string): string {
	const { cwd = '.' } = 'command' in server ? server : {};
	const absolute = resolve(folder, cwd);
	if (!liesWithin(folder, absolute) && !(isAbsolute(cwd) && allowOutside === true)) {
		throw new ConfigError(message('config.mcp-cwd-outside', { place, path: cwd, folder: shownPath(folder) }));
	}
	if (existsSync(absolute)) return absolute;
	throw new ConfigError(message('config.no-folder', { place, path: shownPath(absolute) }));
}
