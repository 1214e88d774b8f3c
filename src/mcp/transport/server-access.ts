import type { McpSdk } from '../mcp-sdk.ts';
import type { PlacedServer } from '../mcp-server.ts';
import { Secrets } from '../secrets.ts';
import { httpTransport } from './http-transport.ts';
import { fromEnvironment, minimalEnvironment, takenFromEnvironment, valuesFromEnvironment } from './own-environment.ts';
import { ProcessTransport } from './process-transport.ts';
import type { ServerTransport } from './server-transport.ts';

/** How a server is reached, and what of that nobody else may read. */
export interface ServerAccess {
	readonly secrets: Secrets;
	/** A way to it that is not open yet: another for each start. */
	readonly transport: () => ServerTransport;
}

/** With what the config takes from the environment. Throws {@link ConfigError} for a variable that is not set. */
export function serverAccess(sdk: McpSdk, { server, place, cwd }: PlacedServer): ServerAccess {
	if (!('command' in server)) {
		const headers = valuesFromEnvironment(server.headers, `${place}.headers`);
		const url = fromEnvironment(server.url, `${place}.url`);
		return {
			secrets: new Secrets(headers, takenFromEnvironment([server.url, ...Object.values(server.headers ?? {})])),
			transport: () => httpTransport(sdk, url, headers),
		};
	}
	const env = valuesFromEnvironment(server.env, `${place}.env`);
	const { command, args: written = [] } = server;
	const args = written.map((arg, index) => fromEnvironment(arg, `${place}.args[${index}]`));
	return {
		secrets: new Secrets(env, takenFromEnvironment([...written, ...Object.values(server.env ?? {})])),
		transport: () => new ProcessTransport(sdk, { command, args, cwd, env: { ...minimalEnvironment(), ...env } }),
	};
}
