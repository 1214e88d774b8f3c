import { EnvironmentError } from '../errors/gemmark-error.ts';

/** The official SDK's client, as it is loaded. */
export type McpSdk = typeof import('@modelcontextprotocol/client');

/** Loads the SDK when a config names a server, and not before. Throws {@link EnvironmentError} where it is not installed. */
export async function mcpSdk(): Promise<McpSdk> {
	try {
		return await import('@modelcontextprotocol/client');
	} catch (cause) {
		throw new EnvironmentError('MCP servers need @modelcontextprotocol/client, which is not installed', {
			hint: 'npm install @modelcontextprotocol/client, beside gemmark.',
			cause,
		});
	}
}
