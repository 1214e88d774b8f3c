import { z } from 'zod';
import { EnvironmentError } from '../base/errors.ts';
import { message } from '../base/message.ts';

/** One MCP server as other hosts write it too. */
export type McpServer = McpProcessServer | McpHttpServer;

/** A program that speaks MCP over its standard input and output. */
interface McpProcessServer extends McpServerLimits {
	readonly type?: 'stdio';
	readonly command: string;
	readonly args?: readonly string[];
	/** In addition to the few variables that every server gets. */
	readonly env?: Readonly<Record<string, string>>;
	/** The config's folder where absent. */
	readonly cwd?: string;
}

/** A running server, over streamable HTTP. */
interface McpHttpServer extends McpServerLimits {
	readonly type?: 'http' | 'streamable-http';
	readonly url: string;
	readonly headers?: Readonly<Record<string, string>>;
}

interface McpServerLimits {
	/** Longest that the server may take to start, and to answer one call, milliseconds. */
	readonly timeoutMs?: number;
	readonly disabled?: boolean;
	/** Tools that the app gets (default: all), and tools that it does not get, which take precedence. */
	readonly includeTools?: readonly string[];
	readonly excludeTools?: readonly string[];
}

/** Servers by name. */
export type McpServers = Readonly<Record<string, McpServer>>;

/** A server of a config, with its place there. */
export interface PlacedServer {
	readonly name: string;
	readonly server: McpServer;
	/** For errors: file, line and field. */
	readonly place: string;
	/** Absolute. */
	readonly cwd: string;
	/** Of the app. */
	readonly language: string | undefined;
}

export const DEFAULT_TIMEOUT_MS = 30_000;

const NAME = /^[A-Za-z0-9][\w.-]{0,59}$/u;

const texts = z.record(z.string(), z.string());
const toolNames = z.array(z.string().min(1)).min(1);
const limits = {
	timeoutMs: z
		.int()
		.min(100)
		.max(600_000)
		.describe('Time limit to start and to answer one call, milliseconds (default 30,000).')
		.optional(),
	includeTools: toolNames.describe('Tools that the app uses (default: all).').optional(),
	excludeTools: toolNames.describe('Tools to exclude; their schemas are not read.').optional(),
	disabled: z.boolean().describe('Exclude the server.').optional(),
};

function notBeside(field: string): z.ZodOptional<z.ZodNever> {
	return z.never({ error: `cannot be combined with ${field}: a server has a command or a url` }).optional();
}

const processServer = z.strictObject({
	type: z.literal('stdio').optional(),
	command: z.string().min(1).describe('Program that speaks MCP over standard input and output.'),
	args: z.array(z.string()).optional(),
	env: texts
		.describe(`Environment beside PATH, HOME and the like; \${NAME} is taken from gemmark's environment.`)
		.optional(),
	cwd: z.string().min(1).describe("Working folder (default: the config's folder).").optional(),
	url: notBeside('command'),
	...limits,
});

const httpServer = z.strictObject({
	type: z.enum(['http', 'streamable-http']).optional(),
	url: z.url({ protocol: /^https?$/u, error: 'must be an http or https address' }).describe('Streamable HTTP.'),
	command: notBeside('url'),
	headers: texts.describe(`Sent with every request; \${NAME} is taken from the environment.`).optional(),
	...limits,
});

/** Checks the `mcpServers` of a config, or of a file that other hosts share. */
export const mcpServersSchema: z.ZodType<McpServers> = z.record(
	z.string().regex(NAME, 'must be letters, digits, _, . and -'),
	z.union([processServer, httpServer], { error: 'must have a command (stdio) or a url (http)' }),
);

/** A file of servers: `{ "mcpServers": { ... } }`, and other fields of its host. */
export const mcpServersFile: z.ZodType<{ readonly mcpServers: McpServers }> = z.looseObject({
	mcpServers: mcpServersSchema,
});

/** The official SDK's client, as it is loaded. */
export type McpSdk = typeof import('@modelcontextprotocol/client');

/** Loads the SDK when a config names a server. Throws {@link EnvironmentError} if it is not installed. */
export async function mcpSdk(): Promise<McpSdk> {
	try {
		return await import('@modelcontextprotocol/client');
	} catch (cause) {
		throw new EnvironmentError(message('config.mcp-sdk-missing'), { cause });
	}
}
