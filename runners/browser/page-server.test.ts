import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PageServer, startPageServer } from './page-server.ts';

let folder: string;
let server: PageServer;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'gemmark-page-server-'));
	writeFileSync(join(folder, 'model.gguf'), '0123456789');
	writeFileSync(join(folder, 'page.ts'), 'export const one: number = 1;\n');
	writeFileSync(join(folder, 'engine.wasm'), '\0asm');
	writeFileSync(join(folder, 'secret.txt'), 'secret');
	server = await startPageServer({
		files: {
			'/model.gguf': join(folder, 'model.gguf'),
			'/page.ts': join(folder, 'page.ts'),
			'/engine.wasm': join(folder, 'engine.wasm'),
			'/gone.js': join(folder, 'gone.js'),
		},
		html: '<!doctype html>',
	});
});
afterAll(async () => {
	await server.close();
	rmSync(folder, { recursive: true });
});

/** Sends the path unchanged: `fetch` would normalise it. */
function get(
	path: string,
	headers: Record<string, string> = {},
	method = 'GET',
): Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; body: string }> {
	return new Promise((resolve, reject) => {
		const { hostname, port } = new URL(server.origin);
		const sent = request({ hostname, port, path, headers, method }, (response) => {
			let body = '';
			response.setEncoding('utf8').on('data', (chunk: string) => {
				body += chunk;
			});
			response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
		});
		sent.on('error', reject).end();
	});
}

describe('the page server', () => {
	it('listens on 127.0.0.1 only', () => expect(server.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/));

	it('isolates its pages, so that WASM may use threads', async () => {
		for (const path of ['/', '/model.gguf', '/page.ts']) {
			expect((await get(path)).headers).toMatchObject({
				'cross-origin-opener-policy': 'same-origin',
				'cross-origin-embedder-policy': 'require-corp',
				'x-content-type-options': 'nosniff',
			});
		}
	});

	it('names the type of each file', async () => {
		expect((await get('/')).headers['content-type']).toBe('text/html; charset=utf-8');
		expect((await get('/engine.wasm')).headers['content-type']).toBe('application/wasm');
		expect((await get('/model.gguf')).headers['content-type']).toBe('application/octet-stream');
	});

	it('serves TypeScript as the script a browser runs, its lines in place', async () => {
		const { headers, body } = await get('/page.ts?again');
		expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
		expect(body).toMatch(/^export const one {9}= 1;\n$/);
	});

	it('serves a stretch of a file', async () => {
		const { status, headers, body } = await get('/model.gguf', { range: 'bytes=2-4' });
		expect([status, headers['content-range'], headers['content-length'], body]).toEqual([
			206,
			'bytes 2-4/10',
			'3',
			'234',
		]);
		expect(await get('/model.gguf', { range: 'bytes=8-50' })).toMatchObject({ status: 206, body: '89' });
		expect((await get('/model.gguf', { range: 'bytes=10-12' })).status).toBe(416);
		for (const range of ['', 'bytes=-', 'bytes=0-1,3-4', 'lines=0-1', `bytes=0-${'9'.repeat(400)}`]) {
			expect(await get('/model.gguf', { range })).toMatchObject({ status: 200, body: '0123456789' });
		}
	});

	it('answers HEAD with the size of a file', async () => {
		const { headers, body } = await get('/model.gguf', {}, 'HEAD');
		expect([headers['content-length'], headers['accept-ranges'], body]).toEqual(['10', 'bytes', '']);
	});

	it.each([
		'/secret.txt',
		'/../secret.txt',
		'/page.ts/../secret.txt',
		'/%2e%2e/secret.txt',
		'/..%2fsecret.txt',
		'//secret.txt',
		'/__proto__',
		'/constructor',
		'/model.gguf/',
		'/gone.js/../../etc/passwd',
	])('serves nothing at %s', async (path) => expect(await get(path)).toMatchObject({ status: 404, body: '' }));

	it('answers for a file that has gone without telling where it was', async () => {
		expect(await get('/gone.js')).toMatchObject({ status: 500, body: '' });
	});

	it.each(['evil.example', 'localhost', '127.0.0.1'])('refuses the host name %j', async (host) => {
		expect(await get('/model.gguf', { host })).toMatchObject({ status: 403, body: '' });
	});

	it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('refuses %s', async (method) => {
		expect((await get('/', {}, method)).status).toBe(405);
	});
});
