import { createReadStream, readdirSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EnvironmentError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';

/** What the page may fetch: exact URL path to file. Nothing else is served, so no path can be traversed. */
export type ServedFiles = Readonly<Record<string, string>>;

export interface PageServer {
	/** `http://127.0.0.1:PORT` */
	readonly origin: string;
	close(): Promise<void>;
}

interface Served {
	readonly files: ServedFiles;
	/** The document at `/`. */
	readonly html: string;
}

const SCRIPT = 'text/javascript; charset=utf-8';
const MIME: Readonly<Record<string, string>> = {
	'.js': SCRIPT,
	'.mjs': SCRIPT,
	'.json': 'application/json; charset=utf-8',
	'.wasm': 'application/wasm',
};

/** Threads in WASM need the first two; the others keep out other sites and caches. */
const HEADERS: Readonly<Record<string, string>> = {
	'cross-origin-opener-policy': 'same-origin',
	'cross-origin-embedder-policy': 'require-corp',
	'cross-origin-resource-policy': 'same-origin',
	'x-content-type-options': 'nosniff',
	'cache-control': 'no-store',
};

/** Serves the page and its files on a free port of 127.0.0.1. A request under another host name is refused. */
export async function startPageServer({ files, html }: Served): Promise<PageServer> {
	const served = { files: new Map(Object.entries(files)), html };
	const server = createServer((request, response) => {
		answer(request, response, served, hostOf(server)).catch(() => {
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
	{ files, html }: { readonly files: ReadonlyMap<string, string>; readonly html: string },
	host: string,
): Promise<void> {
	const refuse = (status: number): void => void response.writeHead(status, HEADERS).end();
	const send = (body: string, type: string): void => {
		response.writeHead(200, { ...HEADERS, 'content-type': type, 'content-length': Buffer.byteLength(body) });
		response.end(request.method === 'HEAD' ? undefined : body);
	};
	// Any web page could read the files through a name that resolves to 127.0.0.1.
	if (request.headers.host !== host) return refuse(403);
	if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
	const path = (request.url ?? '').split('?', 1)[0] ?? '';
	if (path === '/') return send(html, 'text/html; charset=utf-8');
	const file = files.get(path);
	if (file === undefined) return refuse(404);
	// A checkout needs no build; line numbers stay.
	if (file.endsWith('.ts')) return send(stripTypeScriptTypes(await readFile(file, 'utf8')), SCRIPT);
	return sendFile(request, response, file);
}

/** Serves the whole file, or the one range that a Range header asks for. */
async function sendFile(request: IncomingMessage, response: ServerResponse, file: string): Promise<void> {
	const { size } = await stat(file);
	const type = MIME[extname(file)] ?? 'application/octet-stream';
	const headers = { ...HEADERS, 'accept-ranges': 'bytes', 'content-type': type };
	const range = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(request.headers.range ?? '');
	const [start, end] = range === null ? [0, size - 1] : [Number(range[1]), Math.min(Number(range[2]), size - 1)];
	if (range !== null && start > end) {
		response.writeHead(416, { ...headers, 'content-range': `bytes */${size}` }).end();
		return;
	}
	response.writeHead(range === null ? 200 : 206, {
		...headers,
		'content-length': end - start + 1,
		...(range === null ? {} : { 'content-range': `bytes ${start}-${end}/${size}` }),
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

/** A checkout runs from TypeScript, the package from JavaScript. */
const EXTENSION = extname(import.meta.url);

/** The engines that have a page. */
export type PageEngineName = 'wllama' | 'web-llm' | 'litert-lm';

/** The document that starts an engine's page. `imports` maps package names to the URL paths they are served at. */
export function pageHtml(engine: PageEngineName, imports: Readonly<Record<string, string>>): string {
	const main = `/page/main${EXTENSION}`;
	return [
		'<!doctype html>',
		'<meta charset="utf-8">',
		'<link rel="icon" href="data:,">',
		`<title>gemmark ${engine}</title>`,
		`<script type="importmap">${JSON.stringify({ imports })}</script>`,
		`<script type="module">globalThis.started = import('${main}').then(({ start }) => start('${engine}'));</script>`,
		'',
	].join('\n');
}

/** The scripts of gemmark's page, under `/page/`, and the protocol that they share with this side. */
export function pageFiles(): ServedFiles {
	const folder = fileURLToPath(new URL('./page', import.meta.url));
	const scripts = readdirSync(folder).filter((name) => name.endsWith(EXTENSION) && !name.endsWith('.d.ts'));
	const protocol = `page-protocol${EXTENSION}`;
	return {
		...Object.fromEntries(scripts.map((name) => [`/page/${name}`, join(folder, name)])),
		[`/${protocol}`]: join(folder, '..', protocol),
	};
}

/** An installed engine package. */
export interface EnginePackage {
	readonly folder: string;
	readonly version: string;
}

/** Finds an optional peer, or a dependency of the package of `from`. Throws {@link EnvironmentError}. */
export function findPackage(name: string, from: string = import.meta.url): EnginePackage {
	const require = createRequire(from);
	// Searched by folder, because not every package exports its package.json.
	for (const folder of require.resolve.paths(name) ?? []) {
		const file = join(folder, name, 'package.json');
		if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) continue;
		const { version } = require(file) as { version: string };
		return { folder: join(folder, name), version };
	}
	throw new EnvironmentError(message('browser.package', { name }));
}

/** The script, WASM and JSON files of a folder, under a URL prefix that ends with a slash. */
export function servedFolder(prefix: string, folder: string): ServedFiles {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && extname(entry.name) in MIME)
		.map((entry) => join(entry.parentPath, entry.name));
	return Object.fromEntries(files.map((file) => [prefix + relative(folder, file).split(sep).join('/'), file]));
}
