import type { FileIdentity } from '../corpus/file-identity.ts';
import { canonicalJson, type JsonObject } from '../json/json-value.ts';
import { sha256 } from '../json/sha256.ts';
import type { ToolResult } from '../tool/result.ts';
import { mcpSdk } from './mcp-sdk.ts';
import type { PlacedServer } from './mcp-server.ts';
import { ServerConnection } from './server-connection.ts';

/** A server that runs, with the tools that it offered when it was started. */
export interface OpenServer {
	readonly name: string;
	readonly place: string;
	/** Of its `tools/list`. */
	readonly tools: readonly JsonObject[];
	/** The server's own name, version and tool definitions, so that a changed list is another app. */
	readonly identity: FileIdentity;
	call(tool: string, args: JsonObject): Promise<ToolResult>;
	/** That it ended by itself since, and how its tools have changed; one line each. */
	doubts(): Promise<readonly string[]>;
}

export interface OpenServers {
	readonly servers: readonly OpenServer[];
	/** Ends them all, with whatever they have started. */
	close(): Promise<void>;
}

/**
 * Starts servers side by side, in the order of the config. Throws ConfigError or EnvironmentError of the first that
 * cannot be used, after the others have been ended.
 */
export async function openServers(placed: readonly PlacedServer[]): Promise<OpenServers> {
	if (placed.length === 0) return { servers: [], close: async () => undefined };
	const sdk = await mcpSdk();
	const connections = placed.map((one) => new ServerConnection(sdk, one));
	const close = async (): Promise<void> => {
		await Promise.all(connections.map((connection) => connection.close()));
	};
	const started = await Promise.allSettled(connections.map((connection) => connection.start()));
	const failed = started.find((result) => result.status === 'rejected');
	if (failed !== undefined) {
		await close();
		throw failed.reason;
	}
	const servers = await Promise.all(
		started.flatMap((result, index) => {
			const [one, connection] = [placed[index], connections[index]];
			if (result.status === 'rejected' || one === undefined || connection === undefined) return [];
			return [openServer(one, connection, result.value)];
		}),
	);
	return { servers, close };
}

async function openServer(
	{ name, place }: PlacedServer,
	connection: ServerConnection,
	told: Awaited<ReturnType<ServerConnection['start']>>,
): Promise<OpenServer> {
	const hash = await sha256(canonicalJson({ name: told.name, version: told.version, tools: told.tools }));
	return {
		name,
		place,
		tools: told.tools,
		identity: { name: `mcp/${name}`, version: `${told.name} ${told.version}`, sha256: hash },
		call: (tool, args) => connection.call(tool, args),
		doubts: () => connection.doubts(),
	};
}
