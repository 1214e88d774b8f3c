import type { Client } from '@modelcontextprotocol/client';
import { ConfigError } from '../base/errors.ts';
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue, jsonOf } from '../base/json.ts';
import { message, type Said } from '../base/message.ts';
import { nearestName } from '../text/nearest-name.ts';
import { singleLine } from '../text/text.ts';
import type { McpSdk, McpServer, PlacedServer } from './config.ts';
import type { ServerTransport } from './process-transport.ts';

/** Throws {@link ConfigError} for a chosen or excluded name that the server does not offer, and if none is left. */
export function requireChosen(names: readonly string[], { name, place, server }: PlacedServer): void {
	const offered = shortened(names, 60);
	for (const field of ['includeTools', 'excludeTools'] as const) {
		const unknown = server[field]?.find((tool) => !names.includes(tool));
		if (unknown === undefined) continue;
		const params = { place: `${place}.${field}`, server: name, tool: singleLine(unknown).slice(0, 100), offered };
		throw new ConfigError(message('config.mcp-unknown-tool', { ...params, near: nearestName(unknown, names) }));
	}
	if (names.length === 0 || names.some((tool) => isChosen(tool, server))) return;
	throw new ConfigError(message('config.mcp-no-tool-left', { place, server: name, offered }));
}

function isChosen(tool: string | undefined, { includeTools, excludeTools = [] }: McpServer): boolean {
	if (tool === undefined) return includeTools === undefined;
	return !excludeTools.includes(tool) && (includeTools === undefined || includeTools.includes(tool));
}

function nameOf(tool: JsonValue): string | undefined {
	const { name } = isJsonObject(tool) ? tool : ({} as JsonObject);
	return typeof name === 'string' ? name : undefined;
}

const MAX_NAMED = 12;

function shortened(names: readonly string[], chars: number): readonly string[] {
	const shown = names.slice(0, MAX_NAMED).map((name) => singleLine(name).slice(0, chars));
	return names.length > MAX_NAMED ? [...shown, '...'] : shown;
}

/** A client with the way on which it reaches its server. */
export interface Connected {
	readonly client: Client;
	readonly transport: ServerTransport;
	/** Lines that are no message before the first call, such as a banner. */
	readonly noise: number;
}

/** Longest that a request may take, milliseconds, whatever progress the server reports. */
export interface RequestLimit {
	readonly timeout: number;
	readonly maxTotalTimeout: number;
}

/** What a server answers to a request for its tools. */
export interface HeardTools {
	/** Its last answer, without the tools that the config excludes. */
	last: JsonValue | undefined;
	/** Names of all tools. */
	readonly names: string[];
	/** Why the outputSchema of a tool cannot be used, by the tool's name. */
	readonly unusable: Map<string, string>;
}

/**
 * The tools that the config chooses. The SDK, which validates every tool, does not get the others, nor an outputSchema that
 * it cannot use, under which it would refuse every answer.
 */
export async function listTools(
	sdk: McpSdk,
	{ client, transport }: Connected,
	server: McpServer,
	limit: RequestLimit,
	heard: HeardTools,
): Promise<JsonValue> {
	const { onmessage } = transport;
	transport.onmessage = (answer, extra) => {
		const { result } = answer as { readonly result?: JsonValue };
		const tools = isJsonObject(result) ? result.tools : undefined;
		if (!isJsonObject(result) || !Array.isArray(tools)) return onmessage?.(answer, extra);
		heard.names.push(...tools.flatMap((tool) => nameOf(tool) ?? []));
		const usable = tools
			.filter((tool: JsonValue) => isChosen(nameOf(tool), server))
			.map((tool: JsonValue) => withUsableOutput(sdk, tool, heard));
		const chosen = { ...answer, result: { ...result, tools: usable } };
		heard.last = chosen as unknown as JsonValue;
		onmessage?.(chosen as typeof answer, extra);
	};
	try {
		return jsonOf((await client.listTools(undefined, limit)).tools);
	} finally {
		transport.onmessage = onmessage;
	}
}

function withUsableOutput(sdk: McpSdk, tool: JsonValue, { unusable }: HeardTools): JsonValue {
	if (!isJsonObject(tool) || !isJsonObject(tool.outputSchema)) return tool;
	const { outputSchema, ...rest } = tool;
	try {
		sdk.fromJsonSchema(outputSchema);
		return tool;
	} catch (error) {
		unusable.set(nameOf(tool) ?? '', singleLine((error as Error).message).slice(0, 200));
		return rest;
	}
}

/** How a server's tools differ from those of its start; undefined if they are the same. */
export function toolChanges(
	server: string,
	before: readonly JsonObject[],
	now: readonly JsonObject[],
): Said | undefined {
	const [was, is] = [byName(before), byName(now)];
	const names = (tools: ReadonlyMap<string, string>, changed: (name: string, text: string) => boolean) =>
		shortened(
			Array.from(tools).flatMap(([name, text]) => (changed(name, text) ? [name] : [])),
			100,
		);
	const [added, gone] = [names(is, (name) => !was.has(name)), names(was, (name) => !is.has(name))];
	const redeclared = names(is, (name, text) => was.has(name) && was.get(name) !== text);
	const changes = [
		...(added.length > 0 ? [message('mcp.tools-new', { tools: added })] : []),
		...(gone.length > 0 ? [message('mcp.tools-gone', { tools: gone })] : []),
		...(redeclared.length > 0 ? [message('mcp.tools-redeclared', { tools: redeclared })] : []),
	];
	return changes.length === 0 ? undefined : message('mcp.tools-changed', { server, changes });
}

function byName(tools: readonly JsonObject[]): ReadonlyMap<string, string> {
	return new Map(tools.map((tool) => [String(tool.name), canonicalJson(tool)]));
}
