import type { Client } from '@modelcontextprotocol/client';
import { jsonOf } from '../../json/json-of.ts';
import type { JsonObject, JsonValue } from '../../json/json-value.ts';
import type { McpServer } from '../mcp-server.ts';
import type { Secrets } from '../secrets.ts';
import type { ServerTransport } from '../transport/server-transport.ts';
import { chosenTools } from './chosen-tools.ts';

/** A client with the way on which it reaches its server. */
export interface Connected {
	readonly client: Client;
	readonly transport: ServerTransport;
}

/** Longest that a request may take, milliseconds; progress that the server tells of makes it no longer. */
export interface RequestLimit {
	readonly timeout: number;
	readonly maxTotalTimeout: number;
}

export interface ListOptions {
	readonly server: McpServer;
	readonly secrets: Secrets;
	readonly limit: RequestLimit;
	/** Told of each answer before the SDK checks it, with the names of all tools in it. */
	readonly onList?: ((message: JsonValue, offered: readonly string[]) => void) | undefined;
}

/** The tools that the config chooses; the SDK, which checks all that it hears of, does not hear of the others. */
export async function listTools(
	{ client, transport }: Connected,
	{ server, secrets, limit, onList }: ListOptions,
): Promise<readonly JsonObject[]> {
	const { onmessage } = transport;
	transport.onmessage = (told, extra) => {
		const { message, offered } = chosenTools(told, server);
		onList?.(message as unknown as JsonValue, offered);
		onmessage?.(message, extra);
	};
	try {
		const { tools } = await client.listTools(undefined, limit);
		return secrets.hideIn(jsonOf(tools)) as readonly JsonObject[];
	} finally {
		transport.onmessage = onmessage;
	}
}
