import { ConfigError, EnvironmentError, type GemmarkError } from '../base/errors.ts';
import { isJsonObject, type JsonValue } from '../base/json.ts';
import { type Message, message, type Said } from '../base/message.ts';
import { thrownText } from '../base/thrown.ts';
import { singleLine } from '../text/text.ts';
import { callFailure } from './call.ts';
import type { McpSdk, PlacedServer } from './config.ts';
import type { Secrets } from './environment.ts';

interface StartingServer {
	readonly sdk: McpSdk;
	readonly placed: PlacedServer;
	readonly secrets: Secrets;
	/** End of its standard error; empty once it had started. */
	readonly stderr: string;
	/** How it ended, or why it was ended. */
	readonly ended?: Said;
	/** Last list of tools that came. */
	readonly heard: JsonValue | undefined;
	readonly timeoutMs: number;
}

/** One line for the operator, without the secrets that the server was given. */
export function startError(cause: unknown, starting: StartingServer): GemmarkError {
	const { placed, secrets, stderr } = starting;
	const { place, name, server } = placed;
	if ('command' in server && (cause as { readonly code?: unknown }).code === 'ENOENT') {
		return new ConfigError(message('config.mcp-no-program', { place, command: server.command }), { cause });
	}
	const problem = startProblem(cause, starting);
	const words = lastWords(stderr, secrets);
	return new EnvironmentError(
		message('config.mcp-start', { place, server: name, problem, stderr: words === '' ? undefined : words }),
		{ cause },
	);
}

/** The last line of a server's standard error. */
export function lastWords(stderr: string, secrets: Secrets): string {
	return secrets.hide(singleLine(stderr.trim().split('\n').at(-1) ?? '').slice(0, 200));
}

function startProblem(thrown: unknown, { sdk, placed, secrets, heard, timeoutMs, ended }: StartingServer): Message {
	if (typeof ended === 'object') return ended;
	if (thrown instanceof sdk.SdkHttpError) {
		const { status } = thrown;
		return status === 401 || status === 403
			? message('config.mcp-unauthorized', { status })
			: message('config.mcp-http', { status });
	}
	const reason = secrets.hide(singleLine(String((thrown as Partial<Error>).message)).slice(0, 300));
	switch (callFailure(thrown, sdk)) {
		case undefined:
			return message('config.mcp-error', { reason });
		case 'mcp_timeout':
			return message('config.mcp-timeout', { seconds: timeoutMs / 1000 });
		case 'mcp_closed':
			if ('command' in placed.server) return message('config.mcp-ended');
			return message('config.mcp-unreachable', { code: systemCode(thrown) });
		case 'mcp_invalid':
			return invalidTool(thrown, heard, secrets) ?? message('config.mcp-no-mcp', { type: contentType(thrown) });
		default:
			return message('config.mcp-unusable', {
				reason: thrown instanceof sdk.SdkError ? reason : secrets.hide(thrownText(thrown)),
			});
	}
}

interface ResultIssue {
	readonly path: readonly (string | number)[];
	readonly message: string;
}

function invalidTool(thrown: unknown, heard: JsonValue | undefined, secrets: Secrets): Message | undefined {
	const [issue] = issuesOf(thrown);
	const [list, index, ...field] = issue?.path ?? [];
	if (issue === undefined || list !== 'tools' || typeof index !== 'number') return undefined;
	const problem = secrets.hide(issue.message.replace(/^Invalid input: /u, ''));
	const place = field.length === 0 ? undefined : field.join('.');
	return message('config.mcp-invalid-tool', { tool: secrets.hide(toolName(heard, index)), field: place, problem });
}

/** The SDK gives the issues of a result as JSON after its message, and nowhere else. */
function issuesOf(thrown: unknown): readonly ResultIssue[] {
	const { message: text = '' } = thrown as Partial<Error>;
	try {
		const issues: unknown = JSON.parse(text.slice(text.indexOf('[')));
		return Array.isArray(issues) ? (issues as readonly ResultIssue[]).filter(({ path }) => Array.isArray(path)) : [];
	} catch {
		return [];
	}
}

/** Its name, else its place in the list. */
function toolName(heard: JsonValue | undefined, index: number): string {
	const { result } = isJsonObject(heard) ? heard : {};
	const tools = isJsonObject(result) ? result.tools : undefined;
	const tool = Array.isArray(tools) ? tools[index] : undefined;
	const name = isJsonObject(tool) ? tool.name : undefined;
	return typeof name === 'string' && name !== '' ? singleLine(name).slice(0, 100) : `tools[${index}]`;
}

function contentType(thrown: unknown): string | undefined {
	const { contentType: type } = ((thrown as { readonly data?: unknown }).data ?? {}) as {
		readonly contentType?: unknown;
	};
	return typeof type === 'string' ? singleLine(type).slice(0, 60) : undefined;
}

/** Of an error of fetch: ECONNREFUSED, ENOTFOUND, ... */
function systemCode(thrown: unknown): string | undefined {
	const { code } = ((thrown as { readonly cause?: unknown }).cause ?? {}) as { readonly code?: unknown };
	return typeof code === 'string' ? code : undefined;
}
