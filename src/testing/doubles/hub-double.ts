import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type HubAnswer = (request: IncomingMessage, response: ServerResponse) => void;

/** A hub on the loopback with one repository. */
export class HubDouble {
	readonly requests: { method: string; url: string; range?: string; authorization?: string }[] = [];
	answer: HubAnswer = (_request, response) => response.end();
	readonly #server: Server = createServer((request, response) => {
		const { range, authorization } = request.headers;
		this.requests.push({
			method: request.method ?? '',
			url: request.url ?? '',
			range,
			authorization,
		});
		this.answer(request, response);
	});

	/** Where it is, or was. */
	origin = '';

	async start(): Promise<void> {
		await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
		this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
	}

	get downloads(): readonly { range?: string }[] {
		return this.requests.filter(({ method, url }) => method === 'GET' && !url.startsWith('/api/'));
	}

	async stop(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((resolve) => this.#server.close(resolve));
	}
}

/** The hub's headers of a file that redirects to its storage. */
export function linked(bytes: Buffer): Record<string, string> {
	const sha256 = createHash('sha256').update(bytes).digest('hex');
	return { 'x-linked-etag': `"${sha256}"`, 'x-linked-size': String(bytes.length) };
}

/** Serves files by path (`user/repo/file` also by the hub's way to them), with ranges. */
export function serve(files: Record<string, Buffer>, headers?: Record<string, string>): HubAnswer {
	return (request: IncomingMessage, response: ServerResponse): void => {
		const url = decodeURI(request.url ?? '').slice(1);
		if (url.startsWith('api/models/')) {
			const repository = url.split('/').slice(2, 4).join('/');
			const listed = Object.keys(files).filter((file) => file.startsWith(`${repository}/`));
			response.end(JSON.stringify(listed.map((file) => ({ type: 'file', path: file.slice(repository.length + 1) }))));
			return;
		}
		const bytes = files[url] ?? files[url.replace('/resolve/main/', '/')] ?? files[request.url?.slice(1) ?? ''];
		if (bytes === undefined) return void response.writeHead(404).end();
		const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
		response.writeHead(from === 0 ? 200 : 206, {
			...(headers ?? linked(bytes)),
			'content-length': bytes.length - from,
			...(from === 0 ? {} : { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
		});
		response.end(request.method === 'HEAD' ? undefined : bytes.subarray(from));
	};
}

/**
 * Serves one file, and breaks the connection in the middle so many times, each time after `arrived`; unread data is
 * lost.
 */
export function cutting(
	name: string,
	bytes: Buffer,
	times: number,
	arrived: () => Promise<void> = async () => {},
): HubAnswer {
	let left = times;
	const whole = serve({ [name]: bytes });
	return (request: IncomingMessage, response: ServerResponse): void => {
		if (request.method === 'HEAD' || left === 0) {
			whole(request, response);
			return;
		}
		left--;
		const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
		response.writeHead(from === 0 ? 200 : 206, {
			'content-length': bytes.length - from,
			...(from === 0 ? {} : { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
		});
		const read = arrived();
		response.write(bytes.subarray(from, from + 70_000), () => {
			void read.then(() => setImmediate(() => response.destroy()));
		});
	};
}
