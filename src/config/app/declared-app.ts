import type { FileIdentity } from '../../corpus/file-identity.ts';
import { ConfigError } from '../../errors/gemmark-error.ts';
import type { AppUnderTest } from '../../eval/app.ts';
import { isJsonObject, type JsonObject } from '../../json/json-value.ts';
import { plainJson } from '../../json/plain-json.ts';
import { didYouMean } from '../../text/nearest-name.ts';
import { declareTool } from '../../tool/declaration.ts';
import type { ToolResult } from '../../tool/result.ts';
import { ConfigFolder, type ConfigFolderOptions } from '../config-folder.ts';
import type { AppConfig, AppLanguage } from '../define.ts';
import { placeOf } from '../field-path.ts';
import { readCannedAnswers } from './canned-answers.ts';
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
	/** Answers instead of canned answers, as the client of the app's MCP servers does. */
	readonly answer?: ((tool: string, args: JsonObject) => ToolResult | Promise<ToolResult>) | undefined;
}

/** Makes an app of its config. Throws {@link ConfigError} naming file and field. */
export function declaredApp(app: AppConfig, options: DeclaredAppOptions): DeclaredApp {
	const folder = new ConfigFolder(options);
	const { mcp, language = 'any' } = app;
	if (mcp !== undefined && options.answer === undefined) {
		throw problem('mcp', 'nothing here connects to MCP servers', 'Write canned answers instead.');
	}
	if (app.tools === undefined) throw problem('tools', 'is missing', 'Name the file that declares the tools.');
	const listed = hasNoTools(app) ? [] : readToolList(folder.contentOf(app.tools, ['app', 'tools']), app.destructive);
	const names = listed.map(({ name }) => name);
	const unknown = app.destructive?.find((name) => !names.includes(name));
	if (unknown !== undefined) {
		const text = `there is no tool '${unknown}'${didYouMean(unknown, names)}`;
		throw problem('destructive', text, `Tools there: ${names.join(', ')}.`);
	}
	const unhandled = listed.filter(({ handler }) => handler === undefined);
	const canned = readCannedAnswers(
		folder.contentOf(app.answers ?? {}, ['app', 'answers']),
		unhandled.map((tool) => declareTool(tool)),
		language,
	);
	const answer = options.answer ?? canned.answer;
	const tools = listed.map((tool) => ({
		...tool,
		handler: tool.handler ?? ((args: JsonObject) => answer(tool.name, args)),
	}));
	const system = systemOf(app.system);
	const state = app.state === undefined ? {} : stateOf(app.state);
	return {
		name: app.name,
		version: app.version ?? 'unversioned',
		language,
		system,
		files: folder.files,
		warnings: options.answer === undefined ? canned.unanswered.map(unanswered) : [],
		open: () => ({ tools, snapshot: () => state, close: () => undefined }),
	};

	function problem(field: string, text: string, hint: string): ConfigError {
		return new ConfigError(`${placeOf(options, ['app', field])}: app.${field}: ${text}`, { hint });
	}

	/** One line that names no file is the text itself, unless it ends as a file's name does. */
	function systemOf(system: string): string {
		const inline = system.includes('\n') || (!folder.has(system) && !/\.(?:md|txt)$/iu.test(system));
		const text = (inline ? system.normalize('NFC') : folder.read(system, ['app', 'system']).text).trimEnd();
		if (text === '') throw problem('system', 'the prompt is empty', 'Write what the model should know.');
		return text;
	}

	function stateOf(declared: string | JsonObject): JsonObject {
		const state = plainJson(folder.contentOf(declared, ['app', 'state']).content);
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
