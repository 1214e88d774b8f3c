import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EngineError, EnvironmentError, UsageError } from '../base/errors.ts';
import { cutting, HubDouble, linked, serve } from '../testing/doubles/hub-double.ts';
import { smallGguf } from '../testing/gguf/small-gguf.ts';
import { saying } from '../testing/saying.ts';
import { withoutSecrets } from '../text/secrets.ts';
import { resolveModel } from './resolve-model.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-resolve-'));
const MODEL = smallGguf(100_000);
const OTHER = smallGguf(50_000);
let hub: HubDouble;
let cacheDir: string;

beforeEach(async () => {
	cacheDir = mkdtempSync(join(folder, 'cache-'));
	hub = new HubDouble();
	await hub.start();
	hub.answer = serve({ 'google/gemma-q4/gemma-Q4_0.gguf': MODEL, 'google/gemma-q4/gemma-Q8_0.gguf': OTHER });
});

afterEach(() => hub.stop());

afterAll(() => rmSync(folder, { recursive: true }));

describe('a model of the hub', () => {
	it('is downloaded once, whole, and found again without a network', async () => {
		const progress: number[] = [];
		const path = await resolve('hf:google/gemma-q4/gemma-Q4_0.gguf', { onProgress: ({ done }) => progress.push(done) });
		expect(readFileSync(path)).toEqual(MODEL);
		expect(relative(cacheDir, path)).toBe(join('hub', 'google', 'gemma-q4', 'gemma-Q4_0.gguf'));
		expect(progress.at(-1)).toBe(MODEL.length);
		const asked = hub.requests.length;
		expect(await resolve('hf:google/gemma-q4/gemma-Q4_0.gguf')).toBe(path);
		expect(await resolve('hf:google/gemma-q4:Q4_0')).toBe(path);
		expect(hub.requests.length).toBe(asked);
	});

	it('is chosen by its quantization, in whatever case', async () => {
		expect(readFileSync(await resolve('hf:google/gemma-q4:q8_0'))).toEqual(OTHER);
	});

	it('that is not of that quantization is refused with what there is', async () => {
		const failure = await rejection(resolve('hf:google/gemma-q4:Q5_K_M'));
		expect(failure).toBeInstanceOf(UsageError);
		expect(failure.said).toMatchObject({ code: 'model.quantization', params: { n: 0, quantization: 'Q5_K_M' } });
		expect(failure.hint).toContain('hf:google/gemma-q4/gemma-Q8_0.gguf');
	});

	it('is downloaded from a server that reports its size as 0', async () => {
		hub.answer = (request, response) => {
			if (request.method === 'HEAD') response.writeHead(200, { 'content-length': '0' }).end();
			else response.end(MODEL);
		};
		expect(readFileSync(await resolve('hf:google/gemma-q4/gemma-Q4_0.gguf'))).toEqual(MODEL);
	});

	it('that is empty is no model', async () => {
		hub.answer = (_request, response) => void response.writeHead(200, { 'content-length': '0' }).end();
		const failure = await rejection(resolve('hf:google/gemma-q4/gemma-Q4_0.gguf'));
		expect(failure.said.code).toBe('model.empty');
		expect(filesIn(cacheDir)).toEqual([]);
	});

	it.each(['<html>', '{"error":"busy"}', ''])('of a listing that is %j is no fault of the network', async (listing) => {
		hub.answer = (_request, response) => void response.end(listing);
		expect((await rejection(resolve('hf:google/gemma-q4:Q4_0'))).said.code).toBe('download.no-list');
	});

	it('that does not exist is an engine error', async () => {
		const failure = await rejection(resolve('hf:google/gemma-q4/none.gguf'));
		expect(failure).toMatchObject({ failure: 'model-missing' });
		expect(readdirSync(cacheDir, { recursive: true }).filter((name) => String(name).endsWith('.part'))).toEqual([]);
	});

	it('that is gated names the licence and the token', async () => {
		hub.answer = (_request, response) => void response.writeHead(401).end();
		const failure = await rejection(resolve('hf:google/gemma-q4:Q4_0'));
		expect(failure).toBeInstanceOf(EnvironmentError);
		expect(failure.hint).toContain(`${hub.origin}/google/gemma-q4`);
		expect(failure.hint).toContain('HF_TOKEN');
	});

	it('is asked for with the token, which is not sent on to the storage', async () => {
		const storage = new HubDouble();
		await storage.start();
		storage.answer = serve({ file: MODEL });
		const serveHub = hub.answer;
		hub.answer = (request, response) => {
			if (request.url?.includes('/resolve/')) {
				response.writeHead(302, { location: `${storage.origin}/file`, ...linked(MODEL) }).end();
			} else serveHub(request, response);
		};
		const path = await resolve('hf:google/gemma-q4/gemma-Q4_0.gguf', {
			env: { HF_ENDPOINT: hub.origin, HF_TOKEN: 'hf_secret' },
		});
		expect(readFileSync(path)).toEqual(MODEL);
		expect(hub.requests.every(({ authorization }) => authorization === 'Bearer hf_secret')).toBe(true);
		expect(storage.requests.map(({ authorization }) => authorization)).toEqual([undefined]);
		await storage.stop();
	});

	it('whose bytes are not what the hub announced is thrown away', async () => {
		const damaged = Buffer.from(MODEL);
		damaged[damaged.length - 1] = 1;
		hub.answer = serve({ 'google/gemma-q4/gemma-Q4_0.gguf': damaged }, linked(MODEL));
		const failure = await rejection(resolve('hf:google/gemma-q4/gemma-Q4_0.gguf'));
		expect(failure).toMatchObject({ failure: 'model-invalid' });
		expect(failure.message).toContain('SHA-256');
		expect(filesIn(cacheDir)).toEqual([]);
	});

	it('in several parts is refused with what to do', async () => {
		const failure = await rejection(resolve('hf:google/gemma-q4/gemma-00001-of-00002.gguf'));
		expect(failure).toBeInstanceOf(UsageError);
	});

	it('of LiteRT is refused before it is downloaded', async () => {
		const failure = await rejection(resolve('hf:litert-community/gemma-4-E2B-it-litert-lm/gemma-4-E2B-it.litertlm'));
		expect(failure).toMatchObject({ said: { code: 'model.litert' } });
		expect(hub.requests).toEqual([]);
	});

	it('is not downloaded when that is not allowed', async () => {
		const failure = await rejection(resolve('hf:google/gemma-q4:Q4_0', { download: false }));
		expect(failure).toMatchObject({ failure: 'model-missing' });
		expect(hub.requests).toEqual([]);
	});
});

describe('a broken connection', () => {
	it('is continued where it broke, not begun again', async () => {
		let arrival = Promise.withResolvers<void>();
		hub.answer = cutting('gemma.gguf', MODEL, 3, () => {
			arrival = Promise.withResolvers<void>();
			return arrival.promise;
		});
		const path = await resolve(`${hub.origin}/gemma.gguf`, { onProgress: () => arrival.resolve() });
		expect(readFileSync(path)).toEqual(MODEL);
		const [first, ...continued] = hub.downloads.map(({ range }) => range);
		expect(first).toBeUndefined();
		expect(continued).toHaveLength(3);
		expect(continued.every((range) => /^bytes=[1-9]\d*-$/.test(range ?? ''))).toBe(true);
	});

	it('leaves what came for the next start', async () => {
		const controller = new AbortController();
		const interrupted = rejection(
			resolve(`${hub.origin}/gemma.gguf`, { signal: controller.signal, onProgress: () => controller.abort() }),
		);
		hub.answer = cutting('gemma.gguf', MODEL, 1);
		expect(await interrupted).toMatchObject({ failure: 'unavailable' });
		expect(filesIn(cacheDir)).toHaveLength(1);
		hub.answer = serve({ 'gemma.gguf': MODEL });
		expect(readFileSync(await resolve(`${hub.origin}/gemma.gguf`))).toEqual(MODEL);
		expect(hub.downloads.at(-1)?.range).toMatch(/^bytes=[1-9]/);
	});

	it('is begun again when the server cannot continue', async () => {
		const cut = cutting('gemma.gguf', MODEL, 1);
		const whole = serve({ 'gemma.gguf': MODEL });
		hub.answer = (request, response) => {
			delete request.headers.range;
			(hub.downloads.length > 1 ? whole : cut)(request, response);
		};
		expect(readFileSync(await resolve(`${hub.origin}/gemma.gguf`))).toEqual(MODEL);
	});

	it('is not continued with another file', async () => {
		const controller = new AbortController();
		hub.answer = cutting('gemma.gguf', MODEL, 1);
		await rejection(
			resolve(`${hub.origin}/gemma.gguf`, { signal: controller.signal, onProgress: () => controller.abort() }),
		);
		hub.answer = serve({ 'gemma.gguf': OTHER });
		expect(readFileSync(await resolve(`${hub.origin}/gemma.gguf`))).toEqual(OTHER);
	});

	it('that brings nothing any more is given up', async () => {
		hub.answer = (request, response) => {
			if (request.method === 'HEAD') serve({ 'gemma.gguf': MODEL })(request, response);
			else response.destroy();
		};
		const failure = await rejection(resolve(`${hub.origin}/gemma.gguf`));
		expect(failure).toBeInstanceOf(EnvironmentError);
		expect(failure.message).toEqual(saying('download.unreachable'));
	});

	it('that was never there names the host', async () => {
		await hub.stop();
		const failure = await rejection(resolve('hf:google/gemma-q4:Q4_0'));
		expect(failure).toBeInstanceOf(EnvironmentError);
		expect(failure.message).toEqual(saying('download.unreachable'));
		await hub.start();
	});
});

describe('a hostile server', () => {
	it('that sends more than it announced is cut, and nothing is kept', async () => {
		let sent = 0;
		hub.answer = (request, response) => {
			response.writeHead(200, { 'x-linked-size': MODEL.length, 'x-linked-etag': '"a"' });
			if (request.method === 'HEAD') return void response.end();
			const pour = (): void => {
				while (!response.destroyed && sent < 2 ** 30) {
					sent += MODEL.length;
					if (!response.write(MODEL)) return void response.once('drain', pour);
				}
				response.end();
			};
			pour();
		};
		expect(await rejection(resolve(`${hub.origin}/gemma.gguf`))).toMatchObject({ failure: 'model-invalid' });
		expect(sent).toBeLessThan(2 ** 26);
		expect(filesIn(cacheDir)).toEqual([]);
	});

	it('that brings one byte at a time is given up', async () => {
		hub.answer = (request, response) => {
			if (request.method === 'HEAD') return serve({ 'gemma.gguf': MODEL })(request, response);
			const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
			response.writeHead(206, { 'content-range': `bytes ${from}-${MODEL.length - 1}/${MODEL.length}` });
			response.write(MODEL.subarray(from, from + 1), () => setImmediate(() => response.destroy()));
		};
		expect(await rejection(resolve(`${hub.origin}/gemma.gguf`))).toBeInstanceOf(EnvironmentError);
		expect(hub.downloads.length).toBeLessThan(10);
	});

	it('whose file changes while it is downloaded gives no mixture of both', async () => {
		const changed = Buffer.from(MODEL);
		changed.fill(7, MODEL.length / 2);
		let gets = 0;
		hub.answer = (request, response) => {
			const now = request.method === 'HEAD' || gets === 0 ? MODEL : changed;
			const tagged = { etag: now === MODEL ? '"one"' : '"two"' };
			if (request.method === 'GET' && gets++ === 0) {
				response.writeHead(200, { ...tagged, 'content-length': MODEL.length });
				return void response.write(MODEL.subarray(0, 70_000), () => setTimeout(() => response.destroy(), 50));
			}
			serve({ 'gemma.gguf': now }, tagged)(request, response);
		};
		expect(readFileSync(await resolve(`${hub.origin}/gemma.gguf`))).toEqual(changed);
	});
});

describe('one model that two want at once', () => {
	it('is downloaded by one, while the other waits, also in another process', async () => {
		const reference = 'hf:google/gemma-q4/gemma-Q4_0.gguf';
		const script = `import { resolveModel } from ${JSON.stringify(join(import.meta.dirname, 'resolve-model.ts'))};
			console.log(await resolveModel('${reference}', { cacheDir: ${JSON.stringify(cacheDir)}, env: { HF_ENDPOINT: '${hub.origin}' } }));`;
		const other = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
		const paths = await Promise.all([
			resolve(reference),
			resolve(reference),
			other.then(({ stdout }) => stdout.trim()),
		]);
		expect(new Set(paths).size).toBe(1);
		expect(readFileSync(paths[0] ?? '')).toEqual(MODEL);
		expect(hub.downloads).toHaveLength(1);
		expect(filesIn(cacheDir)).toEqual([paths[0]]);
	});

	it('is taken over from a process that was killed', async () => {
		const path = join(cacheDir, 'hub', 'google', 'gemma-q4', 'gemma-Q4_0.gguf');
		mkdirSync(dirname(path), { recursive: true });
		const { pid } = spawnSync(process.execPath, ['--version']);
		writeFileSync(`${path}.lock`, `${pid} ${hostname()} 0`);
		expect(await resolve('hf:google/gemma-q4/gemma-Q4_0.gguf')).toBe(path);
		expect(filesIn(cacheDir)).toEqual([path]);
	});
});

describe('an address', () => {
	it('whose name is longer than a file’s may be has a shorter one, and its own', async () => {
		const long = '가'.repeat(150);
		hub.answer = (request, response) => serve({ [(request.url ?? '').slice(1)]: MODEL })(request, response);
		const names = ['a', 'b'].map((end) => `${hub.origin}/${encodeURIComponent(long + end)}.gguf`);
		const paths = await Promise.all(names.map((name) => resolve(name)));
		expect(new Set(paths.map((path) => basename(path))).size).toBe(2);
		expect(paths.every((path) => path.endsWith('.gguf') && Buffer.byteLength(basename(path)) <= 200)).toBe(true);
	});

	it('that gives a web page is refused', async () => {
		hub.answer = (_request, response) =>
			void response.setHeader('content-type', 'text/html; charset=utf-8').end('<html>');
		const failure = await rejection(resolve(`${hub.origin}/gemma.gguf`));
		expect(failure.message).toContain('web page');
		expect(filesIn(cacheDir)).toEqual([]);
	});

	it('cannot place a file outside of the cache', async () => {
		hub.answer = (request, response) => serve({ [(request.url ?? '').slice(1)]: MODEL })(request, response);
		for (const name of ['..%2f..%2fescape.gguf', '%2e%2e', '..%5cescape.gguf', 'a%00b.gguf', 'C%3Aescape.gguf']) {
			const path = await resolve(`${hub.origin}/x/${name}`);
			expect(relative(cacheDir, path).startsWith('..')).toBe(false);
		}
		expect(filesIn(folder).every((path) => path.includes('cache-'))).toBe(true);
	});

	it('of a page of the hub is that of the file on it', async () => {
		hub.answer = serve({ 'google/gemma/resolve/main/gemma.gguf': MODEL });
		expect(readFileSync(await resolve(`${hub.origin}/google/gemma/blob/main/gemma.gguf`))).toEqual(MODEL);
	});

	it('with user and password is asked with them, and nothing shows them or its query', async () => {
		hub.answer = (_request, response) => void response.writeHead(404).end();
		const address = hub.origin.replace('://', '://me:pass-word@');
		const error = await rejection(resolve(`${address}/x.gguf?token=t-value&X-Amz-Signature=s-value&v=2`));
		expect(error.message).toEqual(saying('download.not-found'));
		expect(hub.requests[0]?.authorization).toBe(`Basic ${btoa('me:pass-word')}`);
		expect(withoutSecrets('pass-word t-value s-value')).toBe('********* ******* *******');
	});

	it.each(['/x.gguf', 'file:///etc/passwd'])('that redirects to %s is given up at once', async (location) => {
		hub.answer = (_request, response) => void response.writeHead(302, { location }).end();
		const error = await rejection(resolve(`${hub.origin}/x.gguf`, { retryMs: 60_000 }));
		expect(error.said.code).toBe('download.bad-redirect');
	});

	it('that differs from another has its own place', async () => {
		hub.answer = serve({ 'a/gemma.gguf': MODEL, 'b/gemma.gguf': OTHER });
		const paths = await Promise.all(['a', 'b'].map((name) => resolve(`${hub.origin}/${name}/gemma.gguf`)));
		expect(paths.map((path) => readFileSync(path))).toEqual([MODEL, OTHER]);
	});
});

describe('a reference', () => {
	it('that is a path stays as it is', async () => {
		expect(await resolve('./models/gemma.gguf')).toBe('./models/gemma.gguf');
	});

	it.each(['hf:google', 'hf:a/b:', 'hf:../..:Q4_0', 'hf:a/b/../../../etc/passwd', 'hf:a/b//c.gguf', 'http://', ''])(
		'%j is refused',
		async (reference) => {
			expect(await rejection(resolve(reference))).toBeInstanceOf(UsageError);
		},
	);

	it('of a listing cannot leave the cache', async () => {
		hub.answer = (request, response) => {
			if (request.url?.startsWith('/api/'))
				response.end(JSON.stringify([{ path: '../../x-Q4_0.gguf' }, null, { path: 3 }]));
			else serve({})(request, response);
		};
		expect(await rejection(resolve('hf:google/gemma:Q4_0'))).toBeInstanceOf(UsageError);
	});
});

function resolve(reference: string, options: Parameters<typeof resolveModel>[1] = {}): Promise<string> {
	return resolveModel(reference, { cacheDir, retryMs: 1, env: { HF_ENDPOINT: hub.origin }, ...options });
}

async function rejection(promise: Promise<unknown>): Promise<EngineError> {
	try {
		await promise;
	} catch (error) {
		return error as EngineError;
	}
	throw new Error('it did not fail');
}

function filesIn(path: string): readonly string[] {
	mkdirSync(path, { recursive: true });
	return readdirSync(path, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));
}
