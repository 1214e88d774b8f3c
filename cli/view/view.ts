import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { EnvironmentError, UsageError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { shownPath } from '../../src/base/read-file.ts';
import { thrownText } from '../../src/base/thrown.ts';
import { RunIndex } from '../../src/history/run-index.ts';
import { catchInterrupt } from '../process.ts';
import { viewPages } from './pages.ts';
import { type Answer, readRows } from './rows.ts';

interface ViewRequest {
	readonly port: number;
	readonly lang: 'en' | 'ko';
}

/** `gemmark view`: serves the runs of a folder until Ctrl-C. Throws UsageError, EnvironmentError. */
export async function view(folder: string, { port, lang }: ViewRequest): Promise<void> {
	const results = resolve(folder);
	if (statSync(results, { throwIfNoEntry: false })?.isDirectory() !== true) {
		throw new UsageError(message('usage.no-folder', { folder }));
	}
	const index = new RunIndex(results);
	tellTakenIndex(index);
	const interrupt = catchInterrupt(() => undefined);
	try {
		const server = await started(index, port, lang);
		process.stdout.write(`${server.url}\nshowing ${folder}; Ctrl-C ends it\n`);
		index.refresh();
		while (!interrupt.signal.aborted && (await readRows(index, 200)) > 0);
		if (!interrupt.signal.aborted) {
			await new Promise((resolve) => interrupt.signal.addEventListener('abort', resolve, { once: true }));
		}
		await server.close();
	} finally {
		interrupt.release();
		index.close();
	}
}

/** Whoever wonders why each start reads all logs again learns what to take away. */
export function tellTakenIndex({ taken }: RunIndex): void {
	if (taken === undefined) return;
	process.stderr.write(
		`${shownPath(taken)}: a link, or not an index of this gemmark; it is left unchanged, and every log is read again\n`,
	);
}

async function started(index: RunIndex, port: number, lang: 'en' | 'ko'): Promise<ViewServer> {
	try {
		return await startViewServer(viewPages(index, lang), port);
	} catch (cause) {
		const { code = 'unknown' } = cause as NodeJS.ErrnoException;
		throw new EnvironmentError(message('usage.port', { port, code }), { cause });
	}
}

/** For what is no page of ours: nothing runs, nothing is loaded, and it is of no origin. */
const NOTHING_RUNS = "sandbox; default-src 'none'; frame-ancestors 'none'";

export interface ViewServer {
	/** With the token in it, without which nothing is answered. */
	readonly url: string;
	close(): Promise<void>;
}

/**
 * Serves on 127.0.0.1 only, under a secret path, for reading only unless `post` takes forms of its pages: it answers, or the
 * page is shown again. `answer` gets an encoded path.
 */
export async function startViewServer(
	answer: (path: string, query: URLSearchParams) => Promise<Answer>,
	port: number,
	post?: Serving['post'],
): Promise<ViewServer> {
	const token = randomBytes(16).toString('hex');
	const server = createServer((request, response) => {
		void respond(request, response, { token, answer, server, post });
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
	readonly post?: (form: URLSearchParams) => Promise<Answer | undefined>;
}

async function respond(request: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> {
	const { token, answer, server, post } = serving;
	const isPost = request.method === 'POST' && post !== undefined;
	if (!isPost && request.method !== 'GET' && request.method !== 'HEAD')
		return send(response, 405, plain('only for reading'));
	const port = portOf(server);
	const { host = '', 'sec-fetch-site': site = 'same-origin' } = request.headers;
	// A page elsewhere whose name was pointed at this machine comes with that name.
	if (![`127.0.0.1:${port}`, `localhost:${port}`].includes(host) || (isPost && site !== 'same-origin'))
		return send(response, 403, plain('no'));
	// Browsers ask for it by themselves, without the token.
	if (request.url === '/favicon.ico') return send(response, 204, plain(''));
	const url = URL.parse(request.url ?? '/', `http://127.0.0.1:${port}`);
	const prefix = `/${token}/`;
	if (url === null || !url.pathname.startsWith(prefix))
		return send(response, 404, plain('not here: use the address that gemmark printed'));
	try {
		const given = isPost ? await post(await formOf(request)) : undefined;
		if (isPost && given === undefined) {
			response.writeHead(303, { location: prefix });
			response.end();
			return;
		}
		const { status = 200, ...answered } = given ?? (await answer(url.pathname.slice(prefix.length), url.searchParams));
		send(response, status, answered);
	} catch (error) {
		send(response, 500, plain(thrownText(error)));
	}
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
	let body = '';
	for await (const chunk of request.setEncoding('utf8')) if (body.length < MAX_FORM_CHARS) body += chunk;
	return new URLSearchParams(body);
}

/** A name of the longest and a place, escaped. */
const MAX_FORM_CHARS = 10_000;

function send(response: ServerResponse, status: number, { type, content, policy = NOTHING_RUNS, sent }: Answer): void {
	response.writeHead(status, {
		'content-type': type,
		'content-security-policy': policy,
		// Who learns the address of a page, by a link in it, can still not take it into a page of theirs.
		'cross-origin-resource-policy': 'same-origin',
		'cache-control': 'no-store',
		'referrer-policy': 'no-referrer',
		'x-content-type-options': 'nosniff',
	});
	response.end(response.req.method === 'HEAD' ? undefined : content, sent);
}

function plain(content: string): Answer {
	return { type: 'text/plain; charset=utf-8', content };
}

function portOf(server: Server): number {
	return (server.address() as AddressInfo).port;
}
