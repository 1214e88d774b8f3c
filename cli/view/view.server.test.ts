import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { server } from './served-runs-fixture.ts';

describe('the server', () => {
	const answered = (path: string, headers: Record<string, string>, method = 'GET'): Promise<number | undefined> =>
		new Promise((resolve, reject) => {
			const { port } = new URL(server.url);
			const asked = request({ port, path, headers, method, host: '127.0.0.1' }, (response) => {
				response.resume();
				resolve(response.statusCode);
			});
			asked.on('error', reject).end();
		});

	it('answers only with the token, to a name of this machine, for reading', async () => {
		const { pathname, host } = new URL(server.url);
		expect(await answered(pathname, { host })).toBe(200);
		expect(await answered('/', { host })).toBe(404);
		expect(await answered('/favicon.ico', { host })).toBe(204);
		expect(await answered(`/${'0'.repeat(32)}/`, { host })).toBe(404);
		expect(await answered(pathname, { host: 'evil.example' })).toBe(403);
		expect(await answered(pathname, { host }, 'POST')).toBe(405);
	});
});
