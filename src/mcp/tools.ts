import type { Client } from '@modelcontextprotocol/client';
import { ConfigError } from '../base/errors.ts';
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue, jsonOf } from '../base/json.ts';
import { message, type Said } from '../base/message.ts';
import { nearestName } from '../text/nearest-name.ts';
import { singleLine } from '../text/text.ts';
import type { McpServer, PlacedServer } from './config.ts';
import type { Secrets } from './environment.ts';
import type { ServerTransport } from './process-transport.ts';

/** A message of a server. Of a list of tools those that the config excludes are dropped: their schemas are never read. */
interface ChosenTools<M> {
	readonly message: M;
	/** Names of all that it lists. */
	readonly offered: readonly string[];
}

function chosenTools<M extends object>(answer: M, server: McpServer): ChosenTools<M> {
	const { result } = answer as { readonly result?: JsonValue };
	const tools = isJsonObject(result) ? result.tools : undefined;
	if (!isJsonObject(result) || !Array.isArray(tools)) return { message: answer, offered: [] };
	const kept = tools.filter((tool) => isChosen(nameOf(tool), server));
	return {
		message: { ...answer, result: { ...result, tools: kept } },
		offered: tools.flatMap((tool) => nameOf(tool) ?? []),
	};
}

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
}

/** Longest that a request may take, milliseconds, whatever progress the server reports. */
export interface RequestLimit {
	readonly timeout: number;
	readonly maxTotalTimeout: number;
}

export interface ListOptions {
	readonly server: McpServer;
	readonly secrets: Secrets;
	readonly limit: RequestLimit;
	/** Gets each answer before the SDK checks it, with the names of all tools in it. */
	readonly onList?: ((message: JsonValue, offered: readonly string[]) => void) | undefined;
}

/** The tools that the config chooses. The SDK, which validates every tool, does not get the others. */
export async function listTools(
	{ client, transport }: Connected,
	{ server, secrets, limit, onList }: ListOptions,
): Promise<readonly JsonObject[]> {
	const { onmessage } = transport;
	transport.onmessage = (answer, extra) => {
		const { message: chosen, offered } = chosenTools(answer, server);
		onList?.(chosen as unknown as JsonValue, offered);
		onmessage?.(chosen, extra);
	};
	try {
		const { tools } = await client.listTools(undefined, limit);
		return secrets.hideIn(jsonOf(tools)) as readonly JsonObject[];
	} finally {
		transport.onmessage = onmessage;
	}
}

/** How a server's tools differ from those of its start; undefined if they are the same. */
function toolChanges(server: string, before: readonly JsonObject[], now: readonly JsonObject[]): Said | undefined {
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

/** Watches whether a server's tools stay those of its start. */
export class ToolWatch {
	readonly #server: string;
	/** Undefined if no server runs. */
	readonly #list: () => Promise<readonly JsonObject[] | undefined>;
	/** Of its start. */
	#before: readonly JsonObject[] | undefined;
	/** Whether they may have changed. */
	#stale = false;
	#comparing: Promise<void> = Promise.resolve();
	#changes: Said | undefined;

	constructor(server: string, list: () => Promise<readonly JsonObject[] | undefined>) {
		this.#server = server;
		this.#list = list;
	}

	/** The server has started and has these. */
	begin(tools: readonly JsonObject[]): void {
		this.#before = tools;
		if (this.#stale) this.changed();
	}

	/** The server reports a change. The comparison is no part of a call's time. */
	changed(): void {
		this.#stale = true;
		if (this.#before !== undefined) this.#comparing = this.#comparing.then(() => this.#compare());
	}

	/** The server was started, for the first time or again. */
	connected(): void {
		if (this.#before !== undefined) this.changed();
	}

	/** How they differ from its start, if they do. */
	async changes(): Promise<Said | undefined> {
		await this.#comparing;
		return this.#changes;
	}

	async #compare(): Promise<void> {
		if (!this.#stale || this.#before === undefined) return;
		this.#stale = false;
		const tools = await this.#list().catch(() => undefined);
		if (tools !== undefined) this.#changes ??= toolChanges(this.#server, this.#before, tools);
	}
}
