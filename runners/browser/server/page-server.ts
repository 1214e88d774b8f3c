import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { byteRange } from './byte-range.ts';
import { pageScript } from './page-script.ts';

/** What the page may fetch: exact URL path to file. Nothing else is served, so no path can be traversed. */
export type ServedFiles = Readonly<Record<string, string>>;

export interface PageServerOptions {
	readonly files: ServedFiles;
	/** The document at `/`. */
	readonly html: string;
}

export interface PageServer {
	/** `http://127.0.0.1:PORT` */
	readonly origin: string;
	close(): Promise<void>;
}

const MIME: Readonly<Record<string, string>> = {
	'.js': 'text/javascript; charset=utf-8',
	'.mjs': 'text/javascript; charset=utf-8',
	'.ts': 'text/javascript; charset=utf-8',
	'.json': 'application/json; charset=utf-8',
	'.wasm': 'application/wasm',
};

/** Threads in WASM need the first two; the rest keeps other sites, and caches, out. */
const HEADERS: Readonly<Record<string, string>> = {
	'cross-origin-opener-policy': 'same-origin',
	'cross-origin-embedder-policy': 'require-corp',
	'cross-origin-resource-policy': 'same-origin',
	'x-content-type-options': 'nosniff',
	'cache-control': 'no-store',
};

/** Serves the page and its files on a free port of 127.0.0.1. A request under another host name is refused. */
export async function startPageServer(options: PageServerOptions): Promise<PageServer> {
	const files = new Map(Object.entries(options.files));
	const server = createServer((request, response) => {
		answer(request, response, files, options.html, hostOf(server)).catch(() => {
			if (response.headersSent) response.destroy();
			else response.writeHead(500, HEADERS).end();
		});
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, '127.0.0.1', resolve);
	});
	return {
		origin: `http://${hostOf(server)}`,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

function hostOf(server: Server): string {
	return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function answer(
	request: IncomingMessage,
	response: ServerResponse,
	files: ReadonlyMap<string, string>,
	html: string,
	host: string,
): Promise<void> {
	const refuse = (status: number): void => void response.writeHead(status, HEADERS).end();
	// A name that resolves to 127.0.0.1 would otherwise let any web page read the files.
	if (request.headers.host !== host) return refuse(403);
	if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
	const path = (request.url ?? '').split('?', 1)[0] ?? '';
	if (path === '/') return send(request, response, html, 'text/html; charset=utf-8');
	const file = files.get(path);
	if (file === undefined) return refuse(404);
	if (file.endsWith('.ts')) return send(request, response, pageScript(await readFile(file, 'utf8')), MIME['.ts'] ?? '');
	return sendFile(request, response, file);
}

function send(request: IncomingMessage, response: ServerResponse, body: string, type: string): void {
	response.writeHead(200, { ...HEADERS, 'content-type': type, 'content-length': Buffer.byteLength(body) });
	response.end(request.method === 'HEAD' ? undefined : body);
}

async function sendFile(request: IncomingMessage, response: ServerResponse, file: string): Promise<void> {
	const { size } = await stat(file);
	const range = byteRange(request.headers.range, size);
	const headers = { ...HEADERS, 'accept-ranges': 'bytes', 'content-type': mimeOf(file) };
	if (range === 'unsatisfiable') {
		response.writeHead(416, { ...headers, 'content-range': `bytes */${size}` }).end();
		return;
	}
	const { start, end } = range ?? { start: 0, end: size - 1 };
	response.writeHead(range === undefined ? 200 : 206, {
		...headers,
		'content-length': end - start + 1,
		...(range === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${size}` }),
	});
	if (request.method === 'HEAD' || size === 0) {
		response.end();
		return;
	}
	const stream = createReadStream(file, { start, end, highWaterMark: 1 << 20 });
	stream.on('error', () => response.destroy());
	response.on('close', () => stream.destroy());
	stream.pipe(response);
}

function mimeOf(file: string): string {
	return MIME[/\.[a-z0-9]+$/.exec(file)?.[0] ?? ''] ?? 'application/octet-stream';
}
