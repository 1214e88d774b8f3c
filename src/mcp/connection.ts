import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { ConfigError } from '../base/errors.ts';
import { canonicalJson, type JsonObject, type JsonValue, jsonOf, sha256 } from '../base/json.ts';
import { counted } from '../base/message.ts';
import type { FileIdentity } from '../corpus/manifest.ts';
import type { ToolResult } from '../tool/tool.ts';
import { callFailure, failedCall, readableAnswer } from './call.ts';
import { DEFAULT_TIMEOUT_MS, type McpSdk, mcpSdk, type PlacedServer } from './config.ts';
import type { ServerTransport } from './process-transport.ts';
import { lastWords, StartFailure, startError } from './start-failure.ts';
import { type Connected, type ListOptions, listTools, type RequestLimit, requireChosen, ToolWatch } from './tools.ts';
import { type ServerAccess, serverAccess } from './transport.ts';

/** The message without contents that are null: they are none, and some servers write it so, which the SDK refuses. */
export function presentContents(message: JSONRPCMessage): JSONRPCMessage {
	if (!('result' in message)) return message;
	const { content, structuredContent, ...rest } = message.result;
	if (content !== null && structuredContent !== null) return message;
	const structured = structuredContent !== undefined && structuredContent !== null && { structuredContent };
	return { ...message, result: { ...rest, ...(content !== undefined && { content: content ?? [] }), ...structured } };
}

/** What a server says of itself. */
export interface ServerTold {
	readonly name: string;
	readonly version: string;
	/** Of all pages, as they came. */
	readonly tools: readonly JsonObject[];
}

/** The end of a run waits for it. */
const COMPARE_MS = 5000;

/** A client of one server. A server that has ended is started again by the next call. */
export class ServerConnection {
	readonly #sdk: McpSdk;
	readonly #placed: PlacedServer;
	readonly #access: ServerAccess;
	readonly #timeoutMs: number;
	readonly #tools: ToolWatch;
	#connected: Promise<OpenedConnection> | undefined;
	#ends = 0;
	/** How it ended first, and what it said last. */
	#firstEnd = '';
	#closed = false;

	/** Throws {@link ConfigError} for an environment variable that is not set. */
	constructor(sdk: McpSdk, placed: PlacedServer) {
		this.#sdk = sdk;
		this.#placed = placed;
		this.#access = serverAccess(sdk, placed);
		this.#timeoutMs = placed.server.timeoutMs ?? DEFAULT_TIMEOUT_MS;
		const limit = limitOf(Math.min(this.#timeoutMs, COMPARE_MS));
		this.#tools = new ToolWatch(placed.name, async () => this.#connected && this.#list(await this.#connected, limit));
	}

	/**
	 * Starts the server, or reaches it, and asks for its tools. Throws {@link ConfigError} for a program that is not there,
	 * {@link EnvironmentError} for a server that does not answer, each in one line that names the server.
	 */
	async start(): Promise<ServerTold> {
		// The SDK tells of a bad tool its place in the answer, and not the answer.
		let heard: JsonValue | undefined;
		const offered: string[] = [];
		try {
			const connected = await this.#client();
			const { client } = connected;
			// The SDK prints a line of its own where it asks a server that has none.
			const offers = client.getServerCapabilities()?.tools !== undefined;
			const onList = (message: JsonValue, names: readonly string[]): void => {
				heard = message;
				offered.push(...names);
			};
			const tools = offers ? await this.#list(connected, limitOf(this.#timeoutMs), onList) : [];
			requireChosen(offered, this.#placed);
			const { name = this.#placed.name, version = 'unversioned' } = client.getServerVersion() ?? {};
			this.#tools.begin(tools);
			return { name, version, tools };
		} catch (thrown) {
			await this.close();
			if (thrown instanceof ConfigError) throw thrown;
			throw startError(thrown, {
				sdk: this.#sdk,
				placed: this.#placed,
				secrets: this.#access.secrets,
				heard,
				timeoutMs: this.#timeoutMs,
			});
		}
	}

	/** Never throws: whatever becomes of the call is its result. */
	async call(tool: string, args: JsonObject): Promise<ToolResult> {
		const { language } = this.#placed;
		const reading = { tool, secrets: this.#access.secrets, language };
		let connected: OpenedConnection | undefined;
		try {
			connected = await this.#client();
			const answer = await connected.client.callTool({ name: tool, arguments: { ...args } }, limitOf(this.#timeoutMs));
			return readableAnswer(jsonOf(answer), reading);
		} catch (thrown) {
			const cause = thrown instanceof StartFailure ? thrown.cause : thrown;
			const failure = callFailure(cause, this.#sdk);
			if (failure === undefined) {
				const { code, message } = cause as { readonly code: number; readonly message: string };
				return readableAnswer({ error: { code, message } }, reading);
			}
			if (connected?.transport.tooLarge === true) return failedCall('mcp_too_large', this.#timeoutMs, language);
			// An answer that was no JSON is one that never came.
			const garbled =
				failure === 'mcp_timeout' && connected !== undefined && connected.transport.noise > connected.noise;
			return failedCall(garbled ? 'mcp_invalid' : failure, this.#timeoutMs, language);
		}
	}

	/**
	 * What nobody would expect of a server that runs, one line each: that it ended by itself, and what is other than the tools
	 * of its start, where it has told, or was started again with, others.
	 */
	async doubts(): Promise<readonly string[]> {
		const changes = await this.#tools.changes();
		const times = counted(this.#ends, 'time');
		const ended = `MCP server ${this.#placed.name} ended ${times} during the run, first with ${this.#firstEnd}`;
		return [...(this.#ends === 0 ? [] : [ended]), ...(changes === undefined ? [] : [changes])];
	}

	/** Ends the server's process, with all that it started. */
	async close(): Promise<void> {
		this.#closed = true;
		const connected = this.#connected;
		this.#connected = undefined;
		await connected?.then(({ client }) => client.close()).catch(() => undefined);
	}

	#list(connected: Connected, limit: RequestLimit, onList?: ListOptions['onList']): Promise<readonly JsonObject[]> {
		const { server } = this.#placed;
		return listTools(connected, { server, secrets: this.#access.secrets, limit, onList });
	}

	#client(): Promise<OpenedConnection> {
		if (this.#closed) return Promise.reject(new Error('the run is over'));
		this.#connected ??= this.#connect();
		return this.#connected;
	}

	async #connect(): Promise<OpenedConnection> {
		const transport = this.#access.transport();
		const client = new this.#sdk.Client({ name: 'gemmark', version: '0' });
		client.onclose = () => {
			this.#connected = undefined;
			this.#noteEnd(transport);
		};
		try {
			await client.connect(transport, limitOf(this.#timeoutMs));
			const { onmessage } = transport;
			transport.onmessage = (message, extra) => {
				onmessage?.(presentContents(message), extra);
				if ('method' in message && message.method === 'notifications/tools/list_changed') this.#tools.changed();
			};
			this.#tools.connected();
			return { client, transport, noise: transport.noise };
		} catch (error) {
			this.#connected = undefined;
			await transport.close();
			throw new StartFailure(error, transport.stderr);
		}
	}

	#noteEnd({ ended, stderr }: ServerTransport): void {
		if (ended === undefined) return;
		this.#ends += 1;
		const said = lastWords(stderr, this.#access.secrets);
		if (this.#ends === 1) this.#firstEnd = said === '' ? ended : `${ended} (${said})`;
	}
}

interface OpenedConnection extends Connected {
	/** Lines that were no message before the first call, such as a banner. */
	readonly noise: number;
}

function limitOf(ms: number): RequestLimit {
	return { timeout: ms, maxTotalTimeout: ms };
}

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
