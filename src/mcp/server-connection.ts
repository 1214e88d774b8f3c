import type { Client } from '@modelcontextprotocol/client';
import { ConfigError } from '../errors/gemmark-error.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { counted } from '../text/counted.ts';
import type { ToolResult } from '../tool/result.ts';
import { callFailure, failedCall } from './call-failure.ts';
import { chosenTools, requireChosen } from './chosen-tools.ts';
import { httpTransport } from './http-transport.ts';
import type { McpSdk } from './mcp-sdk.ts';
import { DEFAULT_TIMEOUT_MS, type PlacedServer } from './mcp-server.ts';
import { fromEnvironment, minimalEnvironment, takenFromEnvironment, valuesFromEnvironment } from './own-environment.ts';
import { ProcessTransport } from './process-transport.ts';
import { readableAnswer } from './readable-answer.ts';
import { Secrets } from './secrets.ts';
import type { ServerTransport } from './server-transport.ts';
import { lastWords, StartFailure, startError } from './start-failure.ts';
import { toolChanges } from './tool-changes.ts';

/** What a server says of itself. */
export interface ServerTold {
	readonly name: string;
	readonly version: string;
	/** Of all pages, as they came. */
	readonly tools: readonly JsonObject[];
}

const COMPARE_MS = 5000;

/** A client of one server. A server that has ended is started again by the next call. */
export class ServerConnection {
	readonly #sdk: McpSdk;
	readonly #placed: PlacedServer;
	readonly #secrets: Secrets;
	readonly #open: () => ServerTransport;
	#connected: Promise<Connected> | undefined;
	/** Of its start. */
	#tools: readonly JsonObject[] | undefined;
	/** Whether they may be others now: the server says so, or was started again. */
	#stale = false;
	#comparing: Promise<void> = Promise.resolve();
	#changes: string | undefined;
	#ends = 0;
	/** How it ended first, and what it said last. */
	#firstEnd = '';
	#closed = false;

	/** Throws {@link ConfigError} for an environment variable that is not set. */
	constructor(sdk: McpSdk, placed: PlacedServer) {
		this.#sdk = sdk;
		this.#placed = placed;
		const { server, place, cwd } = placed;
		if ('command' in server) {
			const env = valuesFromEnvironment(server.env, `${place}.env`);
			const { command, args: written = [] } = server;
			const args = written.map((arg, index) => fromEnvironment(arg, `${place}.args[${index}]`));
			this.#secrets = new Secrets(env, takenFromEnvironment([...written, ...Object.values(server.env ?? {})]));
			this.#open = () => new ProcessTransport(sdk, { command, args, cwd, env: { ...minimalEnvironment(), ...env } });
		} else {
			const headers = valuesFromEnvironment(server.headers, `${place}.headers`);
			const url = fromEnvironment(server.url, `${place}.url`);
			this.#secrets = new Secrets(headers, takenFromEnvironment([server.url, ...Object.values(server.headers ?? {})]));
			this.#open = () => httpTransport(sdk, url, headers);
		}
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
			const listed = (message: JsonValue, names: readonly string[]): void => {
				heard = message;
				offered.push(...names);
			};
			this.#tools = offers ? await this.#listed(connected, this.#limit(), listed) : [];
			requireChosen(offered, this.#placed);
			const { name = this.#placed.name, version = 'unversioned' } = client.getServerVersion() ?? {};
			if (this.#stale) this.#compareAgain();
			return { name, version, tools: this.#tools };
		} catch (thrown) {
			await this.close();
			if (thrown instanceof ConfigError) throw thrown;
			throw startError(thrown, {
				sdk: this.#sdk,
				placed: this.#placed,
				secrets: this.#secrets,
				heard,
				timeoutMs: this.#timeoutMs,
			});
		}
	}

	/** Never throws: whatever becomes of the call is its result. */
	async call(tool: string, args: JsonObject): Promise<ToolResult> {
		const { language } = this.#placed;
		let connected: Connected | undefined;
		try {
			connected = await this.#client();
			const answer = await connected.client.callTool({ name: tool, arguments: { ...args } }, this.#limit());
			return readableAnswer(plain(answer), { tool, secrets: this.#secrets, language });
		} catch (thrown) {
			const cause = thrown instanceof StartFailure ? thrown.cause : thrown;
			const failure = callFailure(cause, this.#sdk);
			if (failure === undefined) {
				const { code, message } = cause as { readonly code: number; readonly message: string };
				return readableAnswer({ error: { code, message } }, { tool, secrets: this.#secrets, language });
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
		await this.#comparing;
		const times = counted(this.#ends, 'time');
		const ended = `MCP server ${this.#placed.name} ended ${times} during the run, first with ${this.#firstEnd}`;
		return [...(this.#ends === 0 ? [] : [ended]), ...(this.#changes === undefined ? [] : [this.#changes])];
	}

	#noteEnd({ ended, stderr }: ServerTransport): void {
		if (ended === undefined) return;
		this.#ends += 1;
		const said = lastWords(stderr, this.#secrets);
		if (this.#ends === 1) this.#firstEnd = said === '' ? ended : `${ended} (${said})`;
	}

	/** Beside the calls: what changed is no part of their time. */
	#compareAgain(): void {
		this.#stale = true;
		if (this.#tools === undefined) return;
		this.#comparing = this.#comparing.then(() => this.#compare());
	}

	async #compare(): Promise<void> {
		if (!this.#stale || this.#tools === undefined || this.#connected === undefined) return;
		this.#stale = false;
		try {
			// The end of a run waits for it.
			const timeout = Math.min(this.#timeoutMs, COMPARE_MS);
			const tools = await this.#listed(await this.#connected, { timeout, maxTotalTimeout: timeout });
			this.#changes ??= toolChanges(this.#placed.name, this.#tools, tools);
		} catch {
			// A server that is gone, or silent, is told by its calls.
		}
	}

	/** The tools that the config chooses; the SDK, which checks all that it hears of, does not hear of the others. */
	async #listed(
		{ client, transport }: Connected,
		limit: Limit,
		onList?: (message: JsonValue, offered: readonly string[]) => void,
	): Promise<readonly JsonObject[]> {
		const { onmessage } = transport;
		transport.onmessage = (told, extra) => {
			const { message, offered } = chosenTools(told, this.#placed.server);
			onList?.(message as unknown as JsonValue, offered);
			onmessage?.(message, extra);
		};
		try {
			const { tools } = await client.listTools(undefined, limit);
			return this.#secrets.hideIn(plain(tools)) as readonly JsonObject[];
		} finally {
			transport.onmessage = onmessage;
		}
	}

	/** Ends the server's process, with all that it started. */
	async close(): Promise<void> {
		this.#closed = true;
		const connected = this.#connected;
		this.#connected = undefined;
		await connected?.then(({ client }) => client.close()).catch(() => undefined);
	}

	get #timeoutMs(): number {
		return this.#placed.server.timeoutMs ?? DEFAULT_TIMEOUT_MS;
	}

	#limit(): Limit {
		return { timeout: this.#timeoutMs, maxTotalTimeout: this.#timeoutMs };
	}

	#client(): Promise<Connected> {
		if (this.#closed) return Promise.reject(new Error('the run is over'));
		this.#connected ??= this.#connect();
		return this.#connected;
	}

	async #connect(): Promise<Connected> {
		const transport = this.#open();
		const client = new this.#sdk.Client({ name: 'gemmark', version: '0' });
		client.onclose = () => {
			this.#connected = undefined;
			this.#noteEnd(transport);
		};
		try {
			await client.connect(transport, this.#limit());
			const { onmessage } = transport;
			transport.onmessage = (message, extra) => {
				onmessage?.(message, extra);
				if ('method' in message && message.method === 'notifications/tools/list_changed') this.#compareAgain();
			};
			if (this.#tools !== undefined) this.#compareAgain();
			return { client, transport, noise: transport.noise };
		} catch (error) {
			this.#connected = undefined;
			await transport.close();
			throw new StartFailure(error, transport.stderr);
		}
	}
}

interface Limit {
	readonly timeout: number;
	readonly maxTotalTimeout: number;
}

interface Connected {
	readonly client: Client;
	readonly transport: ServerTransport;
	/** Lines that were no message before the first call, such as a banner. */
	readonly noise: number;
}

/** The SDK's objects as JSON carries them. */
function plain(value: unknown): JsonValue {
	return JSON.parse(JSON.stringify(value)) as JsonValue;
}
