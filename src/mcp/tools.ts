import type { Client } from '@modelcontextprotocol/client';
import { ConfigError } from '../base/errors.ts';
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue, jsonOf } from '../base/json.ts';
import { didYouMean } from '../text/nearest-name.ts';
import { singleLine } from '../text/text.ts';
import type { McpServer, PlacedServer } from './config.ts';
import type { Secrets } from './environment.ts';
import type { ServerTransport } from './process-transport.ts';

/** A message of a server and, where it lists tools, without those that its config leaves out: no schema of theirs is read. */
export interface ChosenTools<Message> {
	readonly message: Message;
	/** Names of all that it lists. */
	readonly offered: readonly string[];
}

export function chosenTools<Message extends object>(message: Message, server: McpServer): ChosenTools<Message> {
	const { result } = message as { readonly result?: JsonValue };
	const tools = isJsonObject(result) ? result.tools : undefined;
	if (!isJsonObject(result) || !Array.isArray(tools)) return { message, offered: [] };
	const kept = tools.filter((tool) => isChosen(nameOf(tool), server));
	return {
		message: { ...message, result: { ...result, tools: kept } },
		offered: tools.flatMap((tool) => nameOf(tool) ?? []),
	};
}

/** Throws {@link ConfigError} for a name that the server does not offer, and where it has none left. */
export function requireChosen(offered: readonly string[], { name, place, server }: PlacedServer): void {
	for (const field of ['includeTools', 'excludeTools'] as const) {
		const unknown = server[field]?.find((tool) => !offered.includes(tool));
		if (unknown === undefined) continue;
		const shown = `'${singleLine(unknown).slice(0, 100)}'${didYouMean(unknown, offered)}`;
		throw new ConfigError(`${place}.${field}: MCP server ${name} offers no tool ${shown}`, { hint: offers(offered) });
	}
	if (offered.length === 0 || offered.some((tool) => isChosen(tool, server))) return;
	throw new ConfigError(`${place}: MCP server ${name} has no tool left`, { hint: offers(offered) });
}

function isChosen(tool: string | undefined, { includeTools, excludeTools = [] }: McpServer): boolean {
	if (tool === undefined) return includeTools === undefined;
	return !excludeTools.includes(tool) && (includeTools === undefined || includeTools.includes(tool));
}

function nameOf(tool: JsonValue): string | undefined {
	const { name } = isJsonObject(tool) ? tool : ({} as JsonObject);
	return typeof name === 'string' ? name : undefined;
}

const MOST_NAMED = 12;

function offers(names: readonly string[]): string {
	const shown = names.slice(0, MOST_NAMED).map((name) => singleLine(name).slice(0, 60));
	return `It offers ${shown.join(', ')}${names.length > MOST_NAMED ? ', ...' : ''}; disabled: true leaves the server out.`;
}

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

/** What a server's tools are now where they are not those of its start, for people; undefined where they are the same. */
export function toolChanges(
	server: string,
	before: readonly JsonObject[],
	now: readonly JsonObject[],
): string | undefined {
	const [was, is] = [byName(before), byName(now)];
	const names = (told: ReadonlyMap<string, string>, changed: (name: string, text: string) => boolean): string[] =>
		Array.from(told).flatMap(([name, text]) => (changed(name, text) ? [name] : []));
	const changes = [
		['new', names(is, (name) => !was.has(name))],
		['gone', names(was, (name) => !is.has(name))],
		['declared otherwise', names(is, (name, text) => was.has(name) && was.get(name) !== text)],
	] as const;
	const parts = changes.flatMap(([what, tools]) => (tools.length === 0 ? [] : [`${what}: ${listed(tools)}`]));
	if (parts.length === 0) return undefined;
	return `MCP server ${server} changed its tools during the run (${parts.join('; ')}): the model was shown those of its start, which the header's hash is of`;
}

function byName(tools: readonly JsonObject[]): ReadonlyMap<string, string> {
	return new Map(tools.map((tool) => [String(tool.name), canonicalJson(tool)]));
}

const TOOL_MOST_NAMED = 8;

function listed(names: readonly string[]): string {
	const shown = names.slice(0, TOOL_MOST_NAMED).map((name) => name.slice(0, 100));
	return shown.join(', ') + (names.length > TOOL_MOST_NAMED ? ', ...' : '');
}

/** Watches whether a server's tools stay those of its start. */
export class ToolWatch {
	readonly #server: string;
	/** Undefined where no server is there to be asked; a rejection is told by the calls. */
	readonly #list: () => Promise<readonly JsonObject[] | undefined>;
	/** Of its start. */
	#before: readonly JsonObject[] | undefined;
	/** Whether they may be others now. */
	#stale = false;
	#comparing: Promise<void> = Promise.resolve();
	#changes: string | undefined;

	constructor(server: string, list: () => Promise<readonly JsonObject[] | undefined>) {
		this.#server = server;
		this.#list = list;
	}

	/** The server has started and has these. */
	begin(tools: readonly JsonObject[]): void {
		this.#before = tools;
		if (this.#stale) this.changed();
	}

	/** The server says that it has others. They are compared beside the calls: what changed is no part of their time. */
	changed(): void {
		this.#stale = true;
		if (this.#before !== undefined) this.#comparing = this.#comparing.then(() => this.#compare());
	}

	/** The server is there, for the first time or again: then as another it may have others. */
	connected(): void {
		if (this.#before !== undefined) this.changed();
	}

	/** What is other than at its start, one line; undefined where nothing is known to be. */
	async changes(): Promise<string | undefined> {
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
