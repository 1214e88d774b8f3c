import type { FileIdentity } from '../../corpus/file-identity.ts';
import { ConfigError } from '../../errors/gemmark-error.ts';
import type { AppUnderTest } from '../../eval/app.ts';
import { detached } from '../../json/detached.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json-value.ts';
import { plainJson } from '../../json/plain-json.ts';
import type { OpenServer } from '../../mcp/open-servers.ts';
import { didYouMean } from '../../text/nearest-name.ts';
import { fullSchema } from '../../tool/schema/full-schema.ts';
import { ConfigFolder, type ConfigFolderOptions } from '../config-folder.ts';
import type { AppConfig, AppLanguage } from '../define.ts';
import { placeOf } from '../field-path.ts';
import { readCannedAnswers } from './canned-answers.ts';
import { servedTools } from './served-tools.ts';
import { readToolList } from './tool-list.ts';

/** An app without code: its tools answer what was written down, and nothing changes its state. */
export interface DeclaredApp extends AppUnderTest {
	readonly language: AppLanguage;
	/** Every file that was read for it, for the run's identity. */
	readonly files: readonly FileIdentity[];
	/** What the operator should know before the run, one line each. */
	readonly warnings: readonly string[];
}

export interface DeclaredAppOptions extends ConfigFolderOptions {
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
		const text = `there is no tool '${unknown}'${didYouMean(unknown, names)}`;
		throw problem('destructive', text, `Tools there: ${names.join(', ')}.`);
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
			...canned.unanswered.map(unanswered),
			...(served ? [] : ['MCP servers are started by a run alone: their tools are not looked at here']),
		],
		doubts: async () => (await Promise.all(servers.map((server) => server.doubts()))).flat(),
		open: () => ({ tools, snapshot: () => detached(state), close: () => undefined }),
	};

	function problem(field: string, text: string, hint: string): ConfigError {
		return new ConfigError(`${placeOf(options, ['app', field])}: app.${field}: ${text}`, { hint });
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

function unanswered(tool: string): string {
	return `tool ${tool}: no answer is written for it, so the model reads 'no_answer'`;
}
