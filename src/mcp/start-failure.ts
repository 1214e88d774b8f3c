import { ConfigError, EnvironmentError, type GemmarkError } from '../errors/gemmark-error.ts';
import type { JsonValue } from '../json/json-value.ts';
import { singleLine } from '../text/normalize-text.ts';
import type { McpSdk } from './mcp-sdk.ts';
import type { PlacedServer } from './mcp-server.ts';
import type { Secrets } from './secrets.ts';
import { startProblem } from './start-problem.ts';

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
