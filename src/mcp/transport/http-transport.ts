import { MessageTooLarge } from '../call-failure.ts';
import type { McpSdk } from '../mcp-sdk.ts';
import { MAX_MESSAGE_BYTES, type ServerTransport } from './server-transport.ts';

/** Streamable HTTP as the SDK speaks it, with bounded bodies. It never waits for a server that has gone away. */
export function httpTransport(sdk: McpSdk, url: string, headers: Readonly<Record<string, string>>): ServerTransport {
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
	const transport = Object.assign(http, { noise: 0, stderr: '', tooLarge: false });
	return transport;

	/** The SDK would wait for the rest of a broken stream. */
	function endTooLarge(): void {
		transport.tooLarge = true;
		void http.close();
	}
}

/** A stream of events may stay open; what one answer brings may not be without end. */
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
				controller.error(new MessageTooLarge());
				onTooLarge();
			},
		}),
	);
	return new Response(counted, { status, statusText, headers });
}
