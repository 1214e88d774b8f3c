import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { ConfigError } from '../base/errors.ts';
import { canonicalJson, type JsonObject, type JsonValue, jsonOf, sha256 } from '../base/json.ts';
import { message, type Said } from '../base/message.ts';
import type { FileIdentity } from '../corpus/manifest.ts';
import type { ToolResult } from '../tool/tool.ts';
import { callFailure, failedCall, readableAnswer } from './call.ts';
import { DEFAULT_TIMEOUT_MS, type McpSdk, mcpSdk, type PlacedServer } from './config.ts';
import type { ServerTransport } from './process-transport.ts';
import { lastWords, StartFailure, startError } from './start-failure.ts';
import { type Connected, type ListOptions, listTools, type RequestLimit, requireChosen, ToolWatch } from './tools.ts';
import { type ServerAccess, serverAccess } from './transport.ts';

/** Drops contents that are null, which some servers send and the SDK rejects. */
function presentContents(answer: JSONRPCMessage): JSONRPCMessage {
	if (!('result' in answer)) return answer;
	const { content, structuredContent, ...rest } = answer.result;
	if (content !== null && structuredContent !== null) return answer;
	const structured = structuredContent !== undefined && structuredContent !== null && { structuredContent };
	return { ...answer, result: { ...rest, ...(content !== undefined && { content: content ?? [] }), ...structured } };
}

/** As a server describes itself. */
interface ServerInfo {
	readonly name: string;
	readonly version: string;
	/** Of all pages, as they came. */
	readonly tools: readonly JsonObject[];
}

/** Milliseconds. The end of a run waits for it. */
const COMPARE_MS = 5000;

/** A client of one server. The next call restarts a server that has ended. */
class ServerConnection {
	readonly #sdk: McpSdk;
	readonly #placed: PlacedServer;
	readonly #access: ServerAccess;
	readonly #timeoutMs: number;
	readonly #tools: ToolWatch;
	#connected: Promise<OpenedConnection> | undefined;
	#ends = 0;
	/** How it ended first, with its last words. */
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
	 * Starts the server, or connects to it, and lists its tools. Throws {@link ConfigError} for a missing program,
	 * {@link EnvironmentError} for a server that does not answer.
	 */
	async start(): Promise<ServerInfo> {
		// The SDK reports the place of an invalid tool in the answer, not the answer.
		let heard: JsonValue | undefined;
		const offered: string[] = [];
		try {
			const connected = await this.#client();
			const { client } = connected;
			// The SDK prints a line if it lists tools of a server that has none.
			const offers = client.getServerCapabilities()?.tools !== undefined;
			const onList = (answer: JsonValue, names: readonly string[]): void => {
				heard = answer;
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

	/** Never throws: a failure is a result. */
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
				const { code, message: text } = cause as { readonly code: number; readonly message: string };
				return readableAnswer({ error: { code, message: text } }, reading);
			}
			if (connected?.transport.tooLarge === true) return failedCall('mcp_too_large', this.#timeoutMs, language);
			// An answer that is not JSON never arrives.
			const garbled =
				failure === 'mcp_timeout' && connected !== undefined && connected.transport.noise > connected.noise;
			return failedCall(garbled ? 'mcp_invalid' : failure, this.#timeoutMs, language);
		}
	}

	/** That it exited during the run, and how its tools differ from those of its start. */
	async doubts(): Promise<readonly Said[]> {
		const changes = await this.#tools.changes();
		const params = { server: this.#placed.name, n: this.#ends, how: this.#firstEnd };
		return [...(this.#ends === 0 ? [] : [message('mcp.ended', params)]), ...(changes === undefined ? [] : [changes])];
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
			transport.onmessage = (answer, extra) => {
				onmessage?.(presentContents(answer), extra);
				if ('method' in answer && answer.method === 'notifications/tools/list_changed') this.#tools.changed();
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
		const words = lastWords(stderr, this.#access.secrets);
		if (this.#ends === 1) this.#firstEnd = words === '' ? ended : `${ended} (${words})`;
	}
}

interface OpenedConnection extends Connected {
	/** Lines that are no message before the first call, such as a banner. */
	readonly noise: number;
}

function limitOf(ms: number): RequestLimit {
	return { timeout: ms, maxTotalTimeout: ms };
}

/** A running server, with the tools that it offered when it was started. */
export interface OpenServer {
	readonly name: string;
	readonly place: string;
	/** Of its `tools/list`. */
	readonly tools: readonly JsonObject[];
	/** The server's own name, version and tool definitions, so that a changed list is another app. */
	readonly identity: FileIdentity;
	call(tool: string, args: JsonObject): Promise<ToolResult>;
	/** That it exited since, and how its tools have changed. */
	doubts(): Promise<readonly Said[]>;
}

export interface OpenServers {
	readonly servers: readonly OpenServer[];
	/** Ends them all, with whatever they have started. */
	close(): Promise<void>;
}

/**
 * Starts servers in parallel. Throws ConfigError or EnvironmentError of the first, in the order of the config, that
 * cannot be used, after the others have ended.
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
	info: ServerInfo,
): Promise<OpenServer> {
	const { version, tools } = info;
	const hash = await sha256(canonicalJson({ name: info.name, version, tools }));
	return {
		name,
		place,
		tools,
		identity: { name: `mcp/${name}`, version: `${info.name} ${version}`, sha256: hash },
		call: (tool, args) => connection.call(tool, args),
		doubts: () => connection.doubts(),
	};
}
