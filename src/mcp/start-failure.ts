import { ConfigError, EnvironmentError, type GemmarkError } from '../base/errors.ts';
import { isJsonObject, type JsonValue } from '../base/json.ts';
import { thrownText } from '../base/thrown.ts';
import { singleLine } from '../text/text.ts';
import { callFailure } from './call.ts';
import type { McpSdk, McpServer, PlacedServer } from './config.ts';
import type { Secrets } from './environment.ts';

/** What kept a client from its server, with the last that the server said to its standard error. */
export class StartFailure extends Error {
	readonly stderr: string;

	constructor(cause: unknown, stderr: string) {
		super('the server did not start', { cause });
		this.name = 'StartFailure';
		this.stderr = stderr;
	}
}

export interface StartingServer {
	readonly sdk: McpSdk;
	readonly placed: PlacedServer;
	readonly secrets: Secrets;
	/** Last answer of the server that was one. */
	readonly heard: JsonValue | undefined;
	readonly timeoutMs: number;
}

/** One line for the operator, without what the server was given in secret. */
export function startError(thrown: unknown, { sdk, placed, secrets, heard, timeoutMs }: StartingServer): GemmarkError {
	const { place, name, server } = placed;
	const { cause, stderr } = thrown instanceof StartFailure ? thrown : { cause: thrown, stderr: '' };
	if ('command' in server && (cause as { readonly code?: unknown }).code === 'ENOENT') {
		return new ConfigError(`${place}: there is no program '${server.command}' here`, {
			hint: 'Install it, or write its whole path.',
			cause,
		});
	}
	const said = lastWords(stderr, secrets);
	const told = said === '' ? '' : ` (${said})`;
	const { text, hint } = startProblem(server, { thrown: cause, heard, timeoutMs }, sdk);
	return new EnvironmentError(`${place}: MCP server ${name} ${secrets.hide(text)}${told}`, { hint, cause });
}

/** The last line that a server said to its standard error. */
export function lastWords(stderr: string, secrets: Secrets): string {
	return secrets.hide(singleLine(stderr.trim().split('\n').at(-1) ?? '').slice(0, 200));
}

/** What a start came to, and what to do about it. */
export interface StartProblem {
	/** Behind the server's name. */
	readonly text: string;
	readonly hint: string;
}

/** What is known of a start that failed. */
export interface FailedStart {
	readonly thrown: unknown;
	/** Last answer of the server that was one, as it came. */
	readonly heard: JsonValue | undefined;
	readonly timeoutMs: number;
}

/** Of what the SDK throws, in words of the operator's. Texts of the server are in it: they may hold secrets. */
export function startProblem(server: McpServer, { thrown, heard, timeoutMs }: FailedStart, sdk: McpSdk): StartProblem {
	const run = 'Run its command by hand and see what it says.';
	const isProcess = 'command' in server;
	if (thrown instanceof sdk.SdkHttpError) return refusedOverHttp(thrown.status);
	switch (callFailure(thrown, sdk)) {
		case undefined:
			return { text: `answers with an error: ${messageOf(thrown)}`, hint: isProcess ? run : 'See what it logs.' };
		case 'mcp_timeout':
			return {
				text: `does not answer within ${timeoutMs / 1000} s`,
				hint: isProcess ? run : 'See whether it listens there.',
			};
		case 'mcp_closed':
			if (isProcess) return { text: 'ended before it answered', hint: run };
			return { text: `cannot be reached${systemCode(thrown)}`, hint: 'See whether it listens there.' };
		case 'mcp_invalid':
			return noMcp(
				thrown,
				heard,
				isProcess ? run : 'Check its url: it must be that of the MCP endpoint, without a login.',
			);
		default:
			return {
				text: `cannot be used: ${thrown instanceof sdk.SdkError ? messageOf(thrown) : thrownText(thrown)}`,
				hint: isProcess ? run : 'Check its url.',
			};
	}
}

function refusedOverHttp(status: number): StartProblem {
	if (status === 401 || status === 403) {
		return { text: `refuses gemmark (HTTP ${status})`, hint: 'It does listen: check its headers.' };
	}
	return { text: `answers with HTTP ${status}`, hint: 'It does listen: check its url, and see what it logs.' };
}

function noMcp(thrown: unknown, heard: JsonValue | undefined, hint: string): StartProblem {
	const [issue] = issuesOf(thrown);
	const [list, index, ...field] = issue?.path ?? [];
	if (issue !== undefined && list === 'tools' && typeof index === 'number') {
		const wrong = `${field.length === 0 ? '' : `${field.join('.')}: `}${issue.message.replace(/^Invalid input: /u, '')}`;
		return {
			text: `has a tool that is not as MCP has it: ${toolName(heard, index)}: ${wrong}`,
			hint: 'Correct it in the server, or leave it out with excludeTools.',
		};
	}
	const { contentType } = ((thrown as { readonly data?: unknown }).data ?? {}) as { readonly contentType?: unknown };
	const told = typeof contentType === 'string' ? ` (${singleLine(contentType).slice(0, 60)})` : '';
	return { text: `answers with what is no MCP${told}`, hint };
}

interface ResultIssue {
	readonly path: readonly (string | number)[];
	readonly message: string;
}

/** The SDK tells what is wrong with a result as JSON behind its message, and nowhere else. */
function issuesOf(thrown: unknown): readonly ResultIssue[] {
	const { message = '' } = thrown as { readonly message?: string };
	try {
		const issues: unknown = JSON.parse(message.slice(message.indexOf('[')));
		return Array.isArray(issues) ? (issues as readonly ResultIssue[]).filter(({ path }) => Array.isArray(path)) : [];
	} catch {
		return [];
	}
}

/** As the server wrote it; its place in the list where it has no name. */
function toolName(heard: JsonValue | undefined, index: number): string {
	const { result } = isJsonObject(heard) ? heard : {};
	const tools = isJsonObject(result) ? result.tools : undefined;
	const tool = Array.isArray(tools) ? tools[index] : undefined;
	const name = isJsonObject(tool) ? tool.name : undefined;
	return typeof name === 'string' && name !== '' ? singleLine(name).slice(0, 100) : `tools[${index}]`;
}

function messageOf(thrown: unknown): string {
	return singleLine(String((thrown as { readonly message?: unknown }).message)).slice(0, 300);
}

/** Of what fetch throws: ECONNREFUSED, ENOTFOUND, ... */
function systemCode(thrown: unknown): string {
	const { code } = ((thrown as { readonly cause?: unknown }).cause ?? {}) as { readonly code?: unknown };
	return typeof code === 'string' ? ` (${code})` : '';
}
