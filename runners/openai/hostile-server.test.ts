import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { CompletionEvent } from '../../src/model/completer.ts';
import type { LoadedModel } from '../../src/model/runner.ts';
import {
	type Answer,
	events,
	json,
	type ScriptedServer,
	startScriptedServer,
} from '../../src/testing/doubles/scripted-server.ts';
import { createOpenAiRunner } from './index.ts';

let server: ScriptedServer | undefined;
let sent = 0;
afterEach(() => {
	sent = 0;
});

/** Writes the same without end, as fast as it is read. */
function endless(status: number, type: string, part: string): Answer {
	return (response) => {
		response.writeHead(status, { 'content-type': type });
		pour(response, Buffer.from(part));
	};
}

function pour(response: ServerResponse, part: Buffer): void {
	while (!response.destroyed) {
		sent += part.length;
		if (!response.write(part)) {
			response.once('drain', () => pour(response, part));
			return;
		}
	}
}

async function load(answers: Readonly<Record<string, Answer>>): Promise<LoadedModel> {
	server = await startScriptedServer(answers);
	return createOpenAiRunner({}).load({ model: 'gemma', baseUrl: server.url });
}

const props = json({ default_generation_settings: {}, chat_template: '{{ bos_token }}', bos_token: '<bos>' });
const MIB = 2 ** 20;

async function complete(
	answer: Answer,
	loaded: Answer = props,
	deadlineMs = 20_000,
): Promise<readonly CompletionEvent[]> {
	const model = await load({ '/props': loaded, '/tokenize': json({ tokens: [1] }), '/completion': answer });
	if (model.kind !== 'raw') throw new Error('not a raw model');
	const sampling = { temperature: 0, seed: 3 };
	const request = { parts: [{ text: 'x' }], sharedChars: 0, stop: [], maxTokens: 16, sampling, deadlineMs };
	return Array.fromAsync(model.completer.complete(request));
}

describe('a hostile server', () => {
	it.each<[string, Answer]>([
		['a page', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hello</p>')],
		['plain JSON', json({ content: '안녕', stop: true, stop_type: 'eos' })],
		['nothing', (response) => response.writeHead(200).end()],
		['an empty stream', events([])],
	])('that answers %s instead of a stream gives no generation', async (_, answer) => {
		await expect(complete(answer)).rejects.toMatchObject({ code: 'engine', failure: 'generation-failed' });
	});

	it('that answers all at once is refused', async () => {
		const whole = json({ id: '1', choices: [{ message: { role: 'assistant', content: '네' } }] });
		await expect(complete(whole)).rejects.toMatchObject({ said: { code: 'server.not-streamed' } });
	});

	it('that reports its failure as JSON under a status of success is quoted', async () => {
		const failed = json({ error: { message: 'model unloaded', type: 'server_error' } });
		await expect(complete(failed)).rejects.toMatchObject({ said: { params: { words: 'model unloaded' } } });
	});

	it('that streams without end is cut after the tokens that it was allowed', async () => {
		const said = await complete(endless(200, 'text/event-stream', 'data: {"content":"a","stop":false}\n\n'));
		const beyond = { code: 'limit.events', params: { limit: 128, tokens: 16 } };
		expect(said.at(-1)).toMatchObject({ type: 'end', finish: { unified: 'length', limit: 'gemmark', said: beyond } });
		expect(said.length).toBeLessThan(200);
		expect(sent).toBeLessThan(32 * MIB);
	});

	it.each(['a', '가'])('that sends one event of over 4 MiB of %s is left, with that limit', async (character) => {
		const answer = events([{ content: character.repeat((5 * MIB) / Buffer.byteLength(character)) }]);
		await expect(complete(answer)).rejects.toMatchObject({ said: { code: 'server.too-long', params: { mib: 4 } } });
	});

	it.each<[string, Answer, string]>([
		[
			'redirects',
			(response) => response.writeHead(307, { location: 'http://me:word@other/login?token=abcdef' }).end(),
			'/completion: the server redirects to http://other/login?token=***',
		],
		[
			'answers with endless headers',
			(response) => response.writeHead(200, { x: 'a'.repeat(100_000) }).end(),
			'/completion: the headers of the answer are longer than 16 KiB',
		],
	])('that %s is reported, and not asked again', async (_, answer, message) => {
		await expect(complete(answer)).rejects.toMatchObject({ message: expect.stringContaining(message) });
		expect(server?.requests.filter(({ path }) => path === '/completion')).toHaveLength(1);
	});

	it('that is busy for longer than the deadline is reported as that', async () => {
		const busy: Answer = (response) => response.writeHead(429, { 'retry-after': '20' }).end();
		await expect(complete(busy, props, 200)).rejects.toMatchObject({
			said: { code: 'server.busy', params: { status: 429, seconds: 20 } },
		});
	});

	it('is asked with the query and the credentials of its address, which nothing shows', async () => {
		server = await startScriptedServer({ '/v1/models?api_key=k-value': json({ data: [{ id: 'a' }, { id: 'b' }] }) });
		const baseUrl = `${server.url.replace('://', '://me:pass-word@')}/v1/?api_key=k-value`;
		await expect(createOpenAiRunner({}).load({ model: '', baseUrl })).rejects.toThrow(`${server.url} serves 2 models`);
		expect(server.requests.map(({ path }) => path)).toEqual(['/props?api_key=k-value', '/v1/models?api_key=k-value']);
		expect(server.requests[0]?.headers.authorization).toBe(`Basic ${btoa('me:pass-word')}`);
	});

	it.each(['http://me:pass word@h:x', 'http://me:pass word', 'http://me:pass/word@h'])(
		'with an address that is none, %s, is refused without showing it',
		(baseUrl) => {
			const check = () => createOpenAiRunner({}).check?.({ model: '', baseUrl });
			expect(check).toThrow(/^--base-url: not an http address$/u);
		},
	);

	it('that reports 1e16 tokens has counted nothing', async () => {
		const end = { content: 'a', stop: true, stop_type: 'eos', tokens_predicted: 1e16, timings: { prompt_ms: 1e16 } };
		const last = (await complete(events([end]))).at(-1);
		expect(last).toMatchObject({ type: 'end', finish: { unified: 'stop' } });
		expect(JSON.stringify(last)).not.toContain('1e16');
		expect(JSON.stringify(last)).not.toContain('10000000000000000');
	});

	it.each(['/props', '/tokenize'])('whose answer to %s breaks off is reported', async (path) => {
		const cut: Answer = (response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			response.write('{"default_generation_settings": {}, ', () => response.destroy());
		};
		const asked = { '/props': props, '/completion': json({}), '/tokenize': json({ tokens: [1] }), [path]: cut };
		const loading = load(asked).then(async (model) => {
			if (model.kind !== 'raw') throw new Error('not a raw model');
			const sampling = { temperature: 0, seed: 3 };
			const ask = { parts: [{ text: 'x' }], sharedChars: 0, stop: [], maxTokens: 16, sampling, deadlineMs: 20_000 };
			return await Array.fromAsync(model.completer.complete(ask));
		});
		await expect(loading).rejects.toMatchObject({ failure: 'generation-failed', said: { code: 'server.cut' } });
	});

	it('whose description has no end is left after 16 MiB', async () => {
		const model = await load({ '/props': endless(200, 'application/json', `"${'a'.repeat(64 * 1024)}",`) });
		expect(model.kind).not.toBe('raw');
		expect(sent).toBeLessThan(64 * MIB);
	});

	it('whose description unpacks to far more than it is, is left after 16 MiB', async () => {
		const bomb = gzipSync(Buffer.alloc(256 * MIB, ' '), { level: 1 });
		const before = process.resourceUsage().maxRSS;
		await load({
			'/props': (response) =>
				response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb),
		});
		expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(128);
	});

	it('whose error has no end is quoted from its beginning', async () => {
		const answer = endless(400, 'application/json', `{"error":{"message":"no such thing"}}${' '.repeat(64 * 1024)}`);
		await expect(complete(answer)).rejects.toMatchObject({ message: expect.stringContaining('no such thing') });
		expect(sent).toBeLessThan(32 * MIB);
	});
});
