import type { Said } from '../base/message.ts';
import type { McpSdk, PlacedServer } from './config.ts';
import { minimalEnvironment, Secrets } from './environment.ts';
import { MAX_MESSAGE_BYTES, ProcessTransport, type ServerTransport, Unasked } from './process-transport.ts';

/** The SDK's streamable HTTP, with bounded bodies and without reconnecting. */
function httpTransport(sdk: McpSdk, url: string, headers: Readonly<Record<string, string>>): ServerTransport {
	const http = new sdk.StreamableHTTPClientTransport(new URL(url), {
		requestInit: { headers },
		fetch: async (input, init) => bounded(await fetch(input, init), endTooLarge),
		reconnectionOptions: {
			maxRetries: 0,
			initialReconnectionDelay: 1000,
			maxReconnectionDelay: 1000,
			reconnectionDelayGrowFactor: 1,
		},
	});
	const transport = Object.assign(http, {
		noise: 0,
		stderr: '',
		tooLarge: false,
		ended: undefined as Said | undefined,
	});
	const unasked = new Unasked();
	// The SDK's client calls it with every message, before its own.
	http.onmessage = () => {
		const flood = unasked.heard();
		if (flood === undefined || transport.ended !== undefined) return;
		transport.ended = flood;
		void http.close();
	};
	const send = http.send.bind(http);
	http.send = (sent, options) => {
		for (const one of [sent].flat()) unasked.sent(one);
		return transport.ended === undefined ? send(sent, options) : Promise.reject(new Error('the server has ended'));
	};
	return transport;

	/** Otherwise the SDK waits for the rest of the broken stream. */
	function endTooLarge(): void {
		transport.tooLarge = true;
		void http.close();
	}
}

/** A stream of events may stay open, but one answer has a limit. */
function bounded(response: Response, onTooLarge: () => void): Response {
	const { body, status, statusText, headers } = response;
	if (body === null) return response;
	let bytes = 0;
	const counted = body.pipeThrough(
		new TransformStream<Uint8Array, Uint8Array>({
			transform(chunk, controller) {
				bytes += chunk.length;
				if (bytes <= MAX_MESSAGE_BYTES) {
					controller.enqueue(chunk);
					return;
				}
				controller.error(new Error('the message is too large'));
				onTooLarge();
			},
		}),
	);
	return new Response(counted, { status, statusText, headers });
}

/** How a server is reached, and with which secrets. */
export interface ServerAccess {
	readonly secrets: Secrets;
	/** A new one for each start, not open yet. */
	readonly transport: () => ServerTransport;
}

/** Fills in environment variables. Throws {@link ConfigError} for one that is not set. */
export function serverAccess(sdk: McpSdk, { server, place, cwd }: PlacedServer): ServerAccess {
	const secrets = new Secrets();
	if (!('command' in server)) {
		const headers = secrets.fillAll(server.headers, `${place}.headers`);
		const url = secrets.fill(server.url, `${place}.url`);
		return { secrets, transport: () => httpTransport(sdk, url, headers) };
	}
	const env = { ...minimalEnvironment(), ...secrets.fillAll(server.env, `${place}.env`) };
	const { command, args: written = [] } = server;
	const args = written.map((arg, index) => secrets.fill(arg, `${place}.args[${index}]`));
	return { secrets, transport: () => new ProcessTransport(sdk, { command, args, cwd, env }) };
}
