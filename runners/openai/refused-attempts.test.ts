import { describe, expect, it } from 'vitest';
import type { CompletionEvent } from '../../src/model/completer.ts';
import type { LoadedModel } from '../../src/model/runner.ts';
import {
	type Answer,
	events,
	json,
	type ScriptedServer,
	startScriptedServer,
} from '../../src/testing/doubles/scripted-server.ts';
import { saying } from '../../src/testing/saying.ts';
import { createOpenAiRunner } from './index.ts';
import { writeTemplateFile } from './template-file-fixture.ts';

let server: ScriptedServer | undefined;

const props = { default_generation_settings: {}, chat_template: '{{ bos_token }}', model_path: '/models/a.gguf' };
const answer = events([{ content: '네', stop: true, stop_type: 'eos', tokens_predicted: 2 }]);

/** A model of a llama-server that meets its first completion with `first`, and whose pages are `pages` from then on. */
async function model(
	first: Answer,
	pages: object = props,
	confirmEveryMs = 0,
): Promise<Extract<LoadedModel, { kind: 'raw' }>> {
	let asked = 0;
	server = await startScriptedServer({
		'/props': (...given) => json(asked === 0 ? props : pages)(...given),
		'/tokenize': json({ tokens: [1] }),
		'/completion': (...given) => (asked++ === 0 ? first : answer)(...given),
	});
	const loaded = await createOpenAiRunner({}, [300], confirmEveryMs).load({ model: '', baseUrl: server.url });
	if (loaded.kind !== 'raw') throw new Error('not a raw model');
	return loaded;
}

async function end(
	{ completer }: Extract<LoadedModel, { kind: 'raw' }>,
	deadlineMs = 5000,
): Promise<CompletionEvent | undefined> {
	const sampling = { temperature: 0, seed: 3 };
	const request = { parts: [{ text: 'x' }], sharedChars: 0, stop: [], maxTokens: 16, sampling, deadlineMs };
	return (await Array.fromAsync(completer.complete(request))).at(-1);
}

const busy: Answer = (response) => response.writeHead(429, { 'retry-after': '0.3' }).end();
const reset: Answer = (response) => response.socket?.resetAndDestroy();

describe('an attempt that a server refuses', () => {
	it('is counted, and its wait is in no time of the answer', async () => {
		const last = await end(await model(busy));
		if (last?.type !== 'end') throw new Error('no end');
		expect(last.totalMs).toBeLessThan(250);
		expect(last.refused).toMatchObject({ attempts: 1, ms: expect.toSatisfy((ms: number) => ms >= 299 && ms < 5000) });
	});

	it('takes nothing from the deadline of the one that is taken, and is the reason where there is no time for another', async () => {
		const slowly: Answer = (response) => {
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			setTimeout(
				() => response.end('data: {"content":"네","stop":true,"stop_type":"eos","tokens_predicted":2}\n\n'),
				300,
			);
		};
		const loaded = await model(busy);
		expect(await end(loaded, 500)).toMatchObject({ finish: { unified: 'stop' } });
		await expect(end(await model(busy), 200)).rejects.toMatchObject({ said: { code: 'server.busy' } });
		expect(await end(await model(slowly), 500)).toMatchObject({ finish: { unified: 'stop' } });
	});

	it('is sent again when the date has come that the server names', async () => {
		const date = (ms: number): string => new Date(ms).toUTCString();
		const later: Answer = (response) =>
			response.writeHead(503, { date: date(1e12), 'retry-after': date(1e12 + 7000) }).end('{}');
		await expect(end(await model(later), 1000)).rejects.toMatchObject({
			said: { params: { seconds: 7 } },
		});
	});
});

it('a server that asks to come back tomorrow is not asked again', async () => {
	const tomorrow: Answer = (response) => response.writeHead(429, { 'retry-after': '86400' }).end();
	await expect(end(await model(tomorrow))).rejects.toMatchObject({
		failure: 'generation-failed',
		said: { code: 'server.busy', params: { seconds: 86_400 } },
	});
	expect(server?.requests.filter(({ path }) => path === '/completion')).toHaveLength(1);
});

describe('a server that was lost', () => {
	it('is asked what it serves before the next attempt, and ends the run where that is another model', async () => {
		await expect(end(await model(reset, { ...props, model_path: '/models/b.gguf' }))).rejects.toMatchObject({
			failure: 'unconfirmed',
			message: expect.stringContaining('now serves b.gguf, not a.gguf'),
		});
		expect(server?.requests.filter(({ path }) => path === '/completion')).toHaveLength(1);
		await expect(end(await model(reset, { ...props, model_path: '/other/a.gguf' }))).rejects.toThrow(
			saying('server.moved-model', { model: 'a.gguf' }),
		);
		expect(await end(await model(reset))).toMatchObject({ finish: { unified: 'stop' }, refused: { attempts: 1 } });
	});
});

describe('a server after a sample', () => {
	it('is asked again what it serves: another model is an error, silence is not', async () => {
		const changed = await model(answer, { ...props, model_path: '/models/b.gguf' });
		expect(await changed.confirm?.('sample')).toBe(true);
		await end(changed);
		await expect(changed.confirm?.('sample')).rejects.toThrow('now serves b.gguf');
		const gone = await model(answer);
		await server?.close();
		await expect(gone.confirm?.('run')).resolves.toBe(false);
	});

	it('is asked not more often than was said, but when the run ends, and once it was lost', async () => {
		const changed = await model(reset, { ...props, build_info: 'b2' }, 60_000);
		await expect(changed.confirm?.('sample')).resolves.toBe(false);
		await end(changed);
		await expect(changed.confirm?.('sample')).resolves.toBe(true);
		await expect(changed.confirm?.('sample')).resolves.toBe(false);
		await expect(changed.confirm?.('run')).resolves.toBe(true);
	});

	it('that has no page of a llama-server is asked there once it was lost alone, and confirms when the run ends', async () => {
		let loses = false;
		const done = events([{ choices: [{ text: '네', finish_reason: 'stop' }], model: 'gemma' }, '[DONE]']);
		server = await startScriptedServer({
			'/v1/models': json({ data: [{ id: 'gemma', owned_by: 'vllm', root: '/models/a', max_model_len: 4096 }] }),
			'/v1/completions': (...given) => {
				(loses ? reset : done)(...given);
				loses = false;
			},
		});
		const template = writeTemplateFile('{{ bos_token }}');
		const options = { model: '', baseUrl: server.url, api: 'completion' as const, template: template.path };
		const loaded = await createOpenAiRunner({}, [20]).load(options);
		template.remove();
		expect(loaded.identity).toMatchObject({ name: 'gemma', title: 'a' });
		expect(await loaded.confirm?.('sample')).toBe(false);
		expect(await loaded.confirm?.('run')).toBe(true);
		loses = true;
		await end(loaded as Extract<LoadedModel, { kind: 'raw' }>);
		expect(await loaded.confirm?.('sample')).toBe(true);
		expect(await loaded.confirm?.('sample')).toBe(false);
	});
});
