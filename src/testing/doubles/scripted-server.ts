import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Double: an HTTP server on the loopback with given answers, and the requests that it received. */
export interface ScriptedServer {
	readonly url: string;
	readonly requests: readonly {
		readonly path: string;
		readonly headers: IncomingMessage['headers'];
		readonly body: unknown;
	}[];
	close(): Promise<void>;
}

export type Answer = (response: ServerResponse, body: unknown, attempt: number) => void;

/** Runs until the test ends: `answers` by path, others 404. `attempt` counts a path's requests from 0. */
export async function startScriptedServer(answers: Readonly<Record<string, Answer>>): Promise<ScriptedServer> {
	const requests: ScriptedServer['requests'][number][] = [];
	const server = createServer(async (request, response) => {
		let text = '';
		for await (const chunk of request) text += chunk;
		const path = request.url ?? '';
		const body: unknown = text === '' ? undefined : JSON.parse(text);
		const attempt = requests.filter((earlier) => earlier.path === path).length;
		requests.push({ path, headers: request.headers, body });
		const answer = answers[path];
		if (answer === undefined) response.writeHead(404).end('{"error":{"message":"no such path"}}');
		else answer(response, body, attempt);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const close = async (): Promise<void> => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	};
	onTestFinished(close);
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		close,
	};
}

/** Answers with JSON. */
export function json(value: unknown, status = 200): Answer {
	return (response) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** Answers with server-sent events; `cut` breaks the connection at the end. */
export function events(values: readonly unknown[], cut = false): Answer {
	return (response) => {
		response.writeHead(200, { 'content-type': 'text/event-stream' });
		for (const value of values)
			response.write(`data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`);
		if (cut) response.socket?.destroySoon();
		else response.end();
	};
}
