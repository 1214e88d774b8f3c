import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { ConfigError } from '../base/errors.ts';
import { canonicalJson, type JsonObject, jsonOf, sha256 } from '../base/json.ts';
import { type Message, message, type Said } from '../base/message.ts';
import type { FileIdentity } from '../corpus/manifest.ts';
import type { ToolResult } from '../tool/tool.ts';
import { callFailure, failedCall, readableAnswer } from './call.ts';
import { DEFAULT_TIMEOUT_MS, type McpSdk, mcpSdk, type PlacedServer } from './config.ts';
import type { ServerTransport } from './process-transport.ts';
import { lastWords, startError } from './start-failure.ts';
import { type Connected, type HeardTools, listTools, type RequestLimit, requireChosen, toolChanges } from './tools.ts';
import { type ServerAccess, serverAccess } from './transport.ts';

/** Drops contents that are null, which some servers send and the SDK rejects. */
function presentContents(answer: JSONRPCMessage): JSONRPCMessage {
	if (!('result' in answer)) return answer;
	const { content, structuredContent, ...rest } = answer.result;
	if (content !== null && structuredContent !== null) return answer;
	const structured = structuredContent !== undefined && structuredContent !== null && { structuredContent };
	return { ...answer, result: { ...rest, ...(content !== undefined && { content: content ?? [] }), ...structured } };
}

/** Milliseconds. The end of a run waits for it. */
const COMPARE_MS = 5000;

/** A client of one server. The next call restarts a server that has ended. */
class ServerConnection {
	readonly #sdk: McpSdk;
	readonly #placed: PlacedServer;
	readonly #access: ServerAccess;
	readonly #timeoutMs: number;
	#connected: Promise<Connected> | undefined;
	/** Of its start. */
	#tools: readonly JsonObject[] | undefined;
	/** Whether the tools may have changed since. */
	#stale = false;
	/** What it was reached on, where it did not start. */
	#failed: Pick<ServerTransport, 'stderr' | 'ended'> = { stderr: '' };
	#ends = 0;
	/** How it ended first, with its last words. */
	#firstEnd: Said = '';
	#closed = false;

	/** Throws {@link ConfigError} for an environment variable that is not set. */
	constructor(sdk: McpSdk, placed: PlacedServer) {
		this.#sdk = sdk;
		this.#placed = placed;
		this.#access = serverAccess(sdk, placed);
		this.#timeoutMs = placed.server.timeoutMs ?? DEFAULT_TIMEOUT_MS;
	}

	/**
	 * Starts the server, or connects to it, and lists its tools. Throws {@link ConfigError} for a missing program,
	 * {@link EnvironmentError} for a server that does not answer.
	 */
	async start(): Promise<OpenServer> {
		const { name, place } = this.#placed;
		// The SDK reports the place of an invalid tool in the answer, not the answer.
		const heard: HeardTools = { last: undefined, names: [], unusable: new Map() };
		try {
			const connected = await this.#client();
			const { client } = connected;
			// The SDK prints a line if it lists tools of a server that has none.
			const offers = client.getServerCapabilities()?.tools !== undefined;
			const tools = offers ? await this.#list(connected, this.#timeoutMs, heard) : [];
			requireChosen(heard.names, this.#placed);
			this.#tools = tools;
			const { name: title = name, version = 'unversioned' } = client.getServerVersion() ?? {};
			const hash = await sha256(canonicalJson({ name: title, version, tools }));
			return {
				name,
				place,
				tools,
				identity: { name: `mcp/${name}`, version: `${title} ${version}`, sha256: hash },
				call: (tool, args) => this.call(tool, args),
				warnings: Array.from(heard.unusable, ([tool, reason]) =>
					message('mcp.output-schema', { tool, server: name, reason: this.#access.secrets.hide(reason) }),
				),
				doubts: () => this.doubts(),
			};
		} catch (thrown) {
			await this.close();
			if (thrown instanceof ConfigError) throw thrown;
			throw startError(thrown, {
				sdk: this.#sdk,
				placed: this.#placed,
				secrets: this.#access.secrets,
				...this.#failed,
				heard: heard.last,
				timeoutMs: this.#timeoutMs,
			});
		}
	}

	/** Never throws: a failure is a result. */
	async call(tool: string, args: JsonObject): Promise<ToolResult> {
		const { language } = this.#placed;
		const reading = { tool, secrets: this.#access.secrets, language };
		let connected: Connected | undefined;
		try {
			connected = await this.#client();
			const answer = await connected.client.callTool({ name: tool, arguments: { ...args } }, limitOf(this.#timeoutMs));
			return readableAnswer(jsonOf(answer), reading);
		} catch (thrown) {
			if (connected?.transport.tooLarge === true) return failedCall('mcp_too_large', this.#timeoutMs, language);
			const failure = callFailure(thrown, this.#sdk);
			if (failure === undefined) {
				const { code, message: text } = thrown as { readonly code: number; readonly message: string };
				return readableAnswer({ error: { code, message: text } }, reading);
			}
			// An answer that is not JSON never arrives.
			const garbled =
				failure === 'mcp_timeout' && connected !== undefined && connected.transport.noise > connected.noise;
			return failedCall(garbled ? 'mcp_invalid' : failure, this.#timeoutMs, language);
		}
	}

	/** That it exited during the run, and how its tools differ from those of its start. */
	async doubts(): Promise<readonly Said[]> {
		const changes = await this.#changes();
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

	/** How its tools differ from those of its start; undefined where they do not, and where none runs. */
	async #changes(): Promise<Said | undefined> {
		const connected = this.#stale ? await this.#connected : undefined;
		if (connected === undefined || this.#tools === undefined) return undefined;
		const heard: HeardTools = { last: undefined, names: [], unusable: new Map() };
		const ms = Math.min(this.#timeoutMs, COMPARE_MS);
		const tools = await this.#list(connected, ms, heard).catch(() => undefined);
		return tools && toolChanges(this.#placed.name, this.#tools, tools);
	}

	async #list(connected: Connected, ms: number, heard: HeardTools): Promise<readonly JsonObject[]> {
		const tools = await listTools(this.#sdk, connected, this.#placed.server, limitOf(ms), heard);
		return this.#access.secrets.hideIn(tools) as readonly JsonObject[];
	}

	#client(): Promise<Connected> {
		if (this.#closed) return Promise.reject(new Error('the run is over'));
		this.#connected ??= this.#connect();
		return this.#connected;
	}

	async #connect(): Promise<Connected> {
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
				// Of notifications, the SDK's client needs none.
				if (!('method' in answer) || 'id' in answer) onmessage?.(presentContents(answer), extra);
				else if (answer.method === 'notifications/tools/list_changed') this.#stale = true;
			};
			// Started again, it may have others.
			this.#stale ||= this.#tools !== undefined;
			return { client, transport, noise: transport.noise };
		} catch (error) {
			this.#connected = undefined;
			await transport.close();
			this.#failed = { stderr: transport.stderr, ended: transport.ended };
			throw error;
		}
	}

	#noteEnd({ ended, stderr }: ServerTransport): void {
		if (ended === undefined) return;
		this.#ends += 1;
		const words = lastWords(stderr, this.#access.secrets);
		if (this.#ends === 1) this.#firstEnd = words === '' || typeof ended !== 'string' ? ended : `${ended} (${words})`;
	}
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
	/** What of it cannot be used. */
	readonly warnings: readonly Message[];
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
	return { servers: started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])), close };
}
