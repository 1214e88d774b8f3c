import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfigError, UsageError } from '../../src/base/errors.ts';
import { type Answer, events, json, startScriptedServer } from '../../src/testing/doubles/scripted-server.ts';
import { createOpenAiRunner, openAiRunner } from './index.ts';
import { writeTemplateFile } from './template-file-fixture.ts';

afterEach(() => vi.unstubAllGlobals());

describe('loading', () => {
	const proxied = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://me:pass@127.0.0.1:9' };
	const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', port: 9 });
	const tunnel = Object.assign(new Error('Proxy response (407) !== 200'), { code: 'UND_ERR_ABORTED' });

	it.each([
		['refuses', proxied, refused, 'server.proxy', 'ECONNREFUSED'],
		['asks for a password', proxied, new Error('cancelled', { cause: tunnel }), 'server.proxy', tunnel.message],
		[
			'is not used, as the server itself refuses,',
			proxied,
			{ ...refused, port: 4567 },
			'server.unreachable',
			'ECONNREFUSED',
		],
		['is not asked by Node', { HTTP_PROXY: 'http://127.0.0.1:9' }, refused, 'server.unreachable', 'ECONNREFUSED'],
	])('a proxy that %s is named where it is the reason', async (_, environment, cause, code, reason) => {
		vi.stubGlobal('fetch', async () => {
			throw new TypeError('fetch failed', {
				cause: cause instanceof Error ? cause : Object.assign(new Error(), cause),
			});
		});
		const loading = createOpenAiRunner(environment, []).load({ model: 'gemma', baseUrl: 'http://127.0.0.1:4567' });
		await expect(loading).rejects.toMatchObject({ said: { code, params: { reason } } });
		if (code === 'server.proxy') await expect(loading).rejects.toThrow(/127\.0\.0\.1:9(?!.*pass)/u);
	});

	it('asks for the address of a server', async () => {
		await expect(openAiRunner.load({ model: 'gemma' })).rejects.toThrow(UsageError);
		await expect(openAiRunner.load({ model: 'gemma', baseUrl: 'file:///etc' })).rejects.toThrow(UsageError);
	});

	it('reports when the file of the template cannot be read', async () => {
		const loading = openAiRunner.load({ model: 'gemma', baseUrl: 'http://127.0.0.1:1', template: 'no/such.jinja' });
		await expect(loading).rejects.toThrow('no/such.jinja: cannot be read (ENOENT)');
		await expect(loading).rejects.toThrow(ConfigError);
	});

	it('reads the template, its name and its tokens out of a tokenizer_config.json, before it asks the server', async () => {
		const config = {
			chat_template: [
				{ name: 'default', template: 'one' },
				{ name: 'tool_use', template: 'two' },
			],
			bos_token: { content: '<s>' },
			add_bos_token: true,
		};
		const file = writeTemplateFile(JSON.stringify(config), 'tokenizer_config.json');
		const server = await startScriptedServer({ '/v1/models': json({ data: [{ id: 'gemma' }] }) });
		const model = await openAiRunner.load({ model: 'gemma', baseUrl: server.url, template: file.path });
		expect(model).toMatchObject({
			kind: 'raw',
			chatTemplate: 'two',
			bosToken: '<s>',
			eosToken: '<eos>',
			addsBos: true,
			identity: { templateName: 'tool_use' },
		});
		file.remove();
		const none = writeTemplateFile('{"bos_token": "<s>"}', 'tokenizer_config.json');
		expect(() => openAiRunner.check?.({ model: 'gemma', baseUrl: 'http://x', template: none.path })).toThrow(
			ConfigError,
		);
		none.remove();
	});

	it('takes the only model a server has, and asks which when there are several', async () => {
		const list = (...ids: string[]): Answer => json({ data: ids.map((id) => ({ id })) });
		let server = await startScriptedServer({ '/v1/models': list('one') });
		expect((await openAiRunner.load({ model: '', baseUrl: server.url })).identity.name).toBe('one');
		server = await startScriptedServer({ '/v1/models': list('one', 'two') });
		await expect(openAiRunner.load({ model: '', baseUrl: server.url })).rejects.toThrow(/serves 2 models/u);
	});

	it('refuses a model that the server does not list, and takes Ollama’s names without their tag', async () => {
		const server = await startScriptedServer({
			'/v1/models': json({ data: [{ id: 'gemma3:latest' }, { id: 'llama3:8b' }] }),
		});
		const { url: baseUrl } = server;
		const loading = openAiRunner.load({ model: 'gemma4', baseUrl });
		await expect(loading).rejects.toThrow(UsageError);
		await expect(loading).rejects.toMatchObject({
			said: { code: 'usage.model-not-served', params: { names: ['gemma3:latest', 'llama3:8b'] } },
		});
		expect((await openAiRunner.load({ model: 'gemma3', baseUrl })).identity.name).toBe('gemma3');
	});

	it('has in the identity what is served: llama-server’s file, and the name that a chat server answers by', async () => {
		const props = {
			default_generation_settings: { n_ctx: 4096 },
			chat_template: '{{ messages }}',
			model_path: '/models/gemma-4-E2B-it-Q4_0.gguf',
			model_alias: 'gpt-4',
			model_ftype: 'Q4_0',
			build_info: 'b8681-1a2b3c',
		};
		const listed = { data: [{ id: 'gpt-4', meta: { n_params: 4647450147 } }] };
		let server = await startScriptedServer({ '/props': json(props), '/v1/models': json(listed) });
		const { identity, engine } = await openAiRunner.load({ model: 'anything', baseUrl: server.url });
		expect(identity).toMatchObject({
			name: 'gemma-4-E2B-it-Q4_0.gguf',
			quantization: 'Q4_0',
			parameters: 4647450147,
		});
		expect(engine).toMatchObject({ version: 'llama-server b8681-1a2b3c', api: 'completion', contextSize: 4096 });
		server = await startScriptedServer({ '/v1/chat/completions': events([{ model: 'llama-3', choices: [] }]) });
		const other = await openAiRunner.load({ model: 'gemma', baseUrl: server.url });
		expect(other.identity.name).toBe('llama-3');
		expect(other.engine.version).toBeUndefined();
	});

	it('follows --api, whether gemmark renders or the server', async () => {
		const props = { default_generation_settings: {}, chat_template: '{{ messages }}', model_path: 'm.gguf' };
		let server = await startScriptedServer({ '/props': json(props) });
		const { url: baseUrl } = server;
		const model = await openAiRunner.load({ model: '', baseUrl, api: 'chat' });
		expect(model).toMatchObject({ kind: 'chat', identity: { name: 'm.gguf' }, engine: { api: 'chat' } });
		server = await startScriptedServer({});
		const completion = openAiRunner.load({ model: 'm', baseUrl: server.url, api: 'completion' });
		await expect(completion).rejects.toMatchObject({ said: { code: 'usage.completion-needs-template' } });
		expect(() => openAiRunner.check?.({ model: 'm', baseUrl, api: 'chat', template: 'a.jinja' })).toThrow(UsageError);
	});

	it('reports when no server is there', async () => {
		const server = await startScriptedServer({});
		const { url } = server;
		await server.close();
		await expect(openAiRunner.load({ model: 'gemma', baseUrl: url })).rejects.toMatchObject({
			said: { code: 'server.unreachable', params: { reason: 'ECONNREFUSED' } },
		});
	}, 20_000);
});
