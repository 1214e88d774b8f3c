import { ConfigError, EnvironmentError, type GemmarkError } from '../errors/gemmark-error.ts';
import { thrownText } from '../errors/thrown-text.ts';
import { singleLine } from '../text/normalize-text.ts';
import { callFailure } from './call-failure.ts';
import type { McpSdk } from './mcp-sdk.ts';
import type { PlacedServer } from './mcp-server.ts';
import type { Secrets } from './secrets.ts';

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
	readonly timeoutMs: number;
}

/** One line for the operator, without what the server was given in secret. */
export function startError(thrown: unknown, { sdk, placed, secrets, timeoutMs }: StartingServer): GemmarkError {
	const { place, name, server } = placed;
	const { cause, stderr } = thrown instanceof StartFailure ? thrown : { cause: thrown, stderr: '' };
	if ('command' in server && (cause as { readonly code?: unknown }).code === 'ENOENT') {
		return new ConfigError(`${place}: there is no program '${server.command}' here`, {
			hint: 'Install it, or write its whole path.',
			cause,
		});
	}
	const said = secrets.hide(singleLine(stderr.trim().split('\n').at(-1) ?? '').slice(0, 200));
	const told = said === '' ? '' : ` (${said})`;
	return new EnvironmentError(`${place}: MCP server ${name} ${reason()}${told}`, {
		hint: 'command' in server ? 'Run its command by hand and see what it says.' : 'See whether it listens there.',
		cause,
	});

	function reason(): string {
		const failure = callFailure(cause, sdk);
		if (failure === 'mcp_timeout') return `does not answer within ${timeoutMs / 1000} s`;
		if (failure === 'mcp_closed' && 'command' in server) return 'ended before it answered';
		return `cannot be used: ${secrets.hide(thrownText(cause))}`;
	}
}
