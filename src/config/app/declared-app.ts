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

/** An app without code: its tools answer what was written down, and nothing changes its state. */
export interface DeclaredApp extends AppUnderTest {
	readonly language: AppLanguage;
	/** Every file that was read for it, for the run's identity. */
	readonly files: readonly FileIdentity[];
	/** What the operator should know before the run, one line each. */
	readonly warnings: readonly Message[];
}

interface DeclaredAppOptions extends ConfigFolderOptions {
	/** The app's MCP servers, which run; absent: none, or they were not started, and their tools are not there. */
	readonly servers?: readonly OpenServer[] | undefined;
}

/** Makes an app of its config. Throws {@link ConfigError} naming file and field. */
export function declaredApp(app: AppConfig, options: DeclaredAppOptions): DeclaredApp {
	const folder = new ConfigFolder(options);
	const { servers = [] } = options;
	const served = options.servers !== undefined || (app.mcp ?? app.mcpServers) === undefined;
	const { language = 'any' } = app;
	const own = app.tools === undefined ? undefined : folder.contentOf(app.tools, ['app', 'tools']);
	const listed = own === undefined || hasNoTools(app) ? [] : readToolList(own, app.destructive);
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
		data: { answers: answers.content as JsonValue, state },
		sources: { system: system.name, tools: own?.name, answers: answers.name, state: declared.name },
		...(app.budgets !== undefined && { budgets: app.budgets }),
		files: [...folder.files, ...servers.map(({ identity }) => identity)],
		warnings: [
			...canned.unanswered.map((tool) => message('run.tool-unanswered', { tool })),
			...(served ? [] : [message('run.mcp-not-started')]),
		],
		doubts: async () => (await Promise.all(servers.map((server) => server.doubts()))).flat(),
		open: () => ({ tools, snapshot: () => detached(state), close: () => undefined }),
	};

	function problem(field: string, text: string, hint: string): ConfigError {
		return new ConfigError(
			message('config.app-field', { place: placeOf(options, ['app', field]), field, problem: text, hint }),
		);
	}

	/** One line that names no file is the text itself, unless it ends as a file's name does. */
	function systemOf(system: string): { readonly text: string; readonly name?: string | undefined } {
		const inline = system.includes('\n') || (!folder.has(system) && !/\.(?:md|txt)$/iu.test(system));
		const file = inline ? undefined : folder.read(system, ['app', 'system']);
		const text = (file?.text ?? system.normalize('NFC')).trimEnd();
		if (text === '') throw problem('system', 'the prompt is empty', 'Write what the model should know.');
		return { text, name: file?.identity.name };
	}

	function stateOf(content: unknown): JsonObject {
		const state = plainJson(content);
		if (isJsonObject(state)) return state;
		throw problem('state', 'must be an object that JSON can carry', 'Write fields and values.');
	}
}

/** An app says by `tools: []` that it has none; a file without tools is a mistake. */
function hasNoTools({ tools }: AppConfig): boolean {
	return Array.isArray(tools) && tools.length === 0;
}

/**
 * The tools of running MCP servers, in their order. Throws {@link ConfigError} naming the server for a tool that no prompt
 * can declare, and both sources for a name that two of them have.
 */
function servedTools(
	servers: readonly OpenServer[],
	destructive: readonly string[] | undefined,
	own: readonly { readonly name: string }[],
): readonly ToolDefinition<undefined>[] {
	const sources = new Map(own.map(({ name }) => [name, 'the app itself']));
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

/** Who runs a server of somebody else's cannot mend its tools. */
function readServed({ tools, place }: OpenServer, destructive: readonly string[] | undefined): readonly ListedTool[] {
	try {
		return readToolList({ content: tools, place: { file: place }, at: [] }, destructive);
	} catch (thrown) {
		if (!(thrown instanceof ConfigError)) throw thrown;
		const { message, hint, cause } = thrown;
		throw new ConfigError(message, { hint: `${hint} Or drop it with excludeTools.`, cause });
	}
}

/**
 * The MCP servers of an app's config, each with its place and the folder that it runs in. Nothing is started. Throws
 * {@link ConfigError} naming file and field.
 */
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

/** The file's own hash is no part of a run's identity: what its servers offer is. */
function writtenServers({ mcp, mcpServers = {} }: AppConfig, options: ConfigFolderOptions): WrittenServers {
	if (mcp === undefined) {
		const at = ['app', 'mcpServers'];
		return { servers: checkContent(mcpServersSchema, mcpServers, options, at), place: options, at };
	}
	const { content, place, at } = new ConfigFolder(options).contentOf(mcp, ['app', 'mcp']);
	const { mcpServers: servers } = checkContent(mcpServersFile, content, place, at);
	return { servers, place, at: [...at, 'mcpServers'] };
}

/** A path leaves the config's folder where it is absolute and `allowOutside` says so, and by no other way. */
function folderOf(server: McpServer, { folder, allowOutside }: ConfigFolderOptions, place: string): string {
	const { cwd = '.' } = 'command' in server ? server : {};
	const absolute = resolve(folder, cwd);
	if (!liesWithin(folder, absolute) && !(isAbsolute(cwd) && allowOutside === true)) {
		throw new ConfigError(message('config.mcp-cwd-outside', { place, path: cwd, folder: shownPath(folder) }));
	}
	if (existsSync(absolute)) return absolute;
	throw new ConfigError(message('config.no-folder', { place, path: shownPath(absolute) }));
}
