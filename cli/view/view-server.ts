import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GemmarkError } from '../../src/errors/gemmark-error.ts';
import { thrownText } from '../../src/errors/thrown-text.ts';

/** What a path of the view answers; undefined where there is nothing. */
export type Answer = { readonly type: string; readonly content: string | Uint8Array } | undefined;

export interface ViewServer {
	/** With the token in it, without which nothing is answered. */
	readonly url: string;
	close(): Promise<void>;
}

/** Serves on 127.0.0.1 only, for reading only, under a path that nobody guesses. */
export async function startViewServer(
	answer: (path: string, query: URLSearchParams) => Promise<Answer>,
	port: number,
): Promise<ViewServer> {
	const token = randomBytes(16).toString('hex');
	const server = createServer((request, response) => {
		void respond(request, response, { token, answer, server });
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	return {
		url: `http://127.0.0.1:${portOf(server)}/${token}/`,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

interface Serving {
	readonly token: string;
	readonly answer: (path: string, query: URLSearchParams) => Promise<Answer>;
	readonly server: Server;
}

async function respond(request: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> {
	const { token, answer, server } = serving;
	if (request.method !== 'GET' && request.method !== 'HEAD') return send(response, 405, 'only for reading');
	const port = portOf(server);
	// A page elsewhere whose name was pointed at this machine comes with that name.
	if (![`127.0.0.1:${port}`, `localhost:${port}`].includes(request.headers.host ?? ''))
		return send(response, 403, 'no');
	const url = URL.parse(request.url ?? '/', `http://127.0.0.1:${port}`);
	const prefix = `/${token}/`;
	if (url === null || !url.pathname.startsWith(prefix))
		return send(response, 404, 'not here: use the address that gemmark printed');
	try {
		const found = await answer(decodeURIComponent(url.pathname.slice(prefix.length)), url.searchParams);
		if (found === undefined) return send(response, 404, 'there is no such page');
		send(response, 200, found.content, found.type);
	} catch (error) {
		send(response, error instanceof GemmarkError || error instanceof URIError ? 400 : 500, thrownText(error));
	}
}

function send(
	response: ServerResponse,
	status: number,
	content: string | Uint8Array,
	type = 'text/plain; charset=utf-8',
): void {
	response.writeHead(status, {
		'content-type': type,
		'cache-control': 'no-store',
		'referrer-policy': 'no-referrer',
		'x-content-type-options': 'nosniff',
	});
	response.end(response.req.method === 'HEAD' ? undefined : content);
}

function portOf(server: Server): number {
	return (server.address() as AddressInfo).port;
}
