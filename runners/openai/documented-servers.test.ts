import { describe, expect, it } from 'vitest';
import type { GenerationEvent } from '../../src/model/generation.ts';
import type { ChatOnlyModel } from '../../src/model/runner.ts';
import { conversationOptions } from '../../src/testing/contract/contract-request.ts';
import {
	type Answer,
	events,
	json,
	type ScriptedServer,
	startScriptedServer,
} from '../../src/testing/doubles/scripted-server.ts';
import { answersOf, type DocumentedServer } from './documented-server-fixture.ts';
import { createOpenAiRunner } from './index.ts';
import { litertLmServe } from './litert-lm-fixture.ts';
import { lmStudio } from './lm-studio-fixture.ts';
import { ollama } from './ollama-fixture.ts';
import { vllm } from './vllm-fixture.ts';

const servers: readonly (readonly [name: string, server: DocumentedServer])[] = [
	['Ollama', ollama],
	['vLLM', vllm],
	['LM Studio', lmStudio],
	['litert-lm serve', litertLmServe],
];

let server: ScriptedServer | undefined;

async function load(documented: DocumentedServer, chat: Answer): Promise<ChatOnlyModel> {
	server = await startScriptedServer(answersOf(documented, chat));
	const model = await createOpenAiRunner({}, []).load({ model: documented.model, baseUrl: server.url });
	if (model.kind !== 'chat') throw new Error('not a chat model');
	return model;
}

async function say(model: ChatOnlyModel): Promise<GenerationEvent[]> {
	const conversation = model.openConversation(conversationOptions({ maxTokens: 64 }));
	return Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '잠' }));
}

it('each reports engine, version, model and quantization as far as it has pages for them', async () => {
	const identities = await Promise.all(
		servers.map(async ([, documented]) => {
			const own = await startScriptedServer(answersOf(documented, events(documented.text)));
			const { identity, engine } = await createOpenAiRunner({}, []).load({ model: documented.model, baseUrl: own.url });
			await own.close();
			const { name, quantization, architecture, parameters } = identity;
			const { version, api, backend, contextSize } = engine;
			const device = backend?.split(', ')[1];
			return { name, quantization, architecture, parameters, version, api, device, contextSize };
		}),
	);
	expect(identities).toEqual([
		{
			name: 'gemma3:latest',
			quantization: 'Q4_K_M',
			architecture: 'gemma3',
			parameters: 4299915632,
			version: 'Ollama 0.12.6',
			api: 'chat',
		},
		{ name: 'google/gemma-3-4b-it', version: 'vLLM 0.11.0', api: 'chat', contextSize: 8192 },
		{ name: 'gemma-3-4b-it-qat', quantization: 'Q4_0', architecture: 'gemma3', version: 'LM Studio', api: 'chat' },
		{ name: 'gemma4-e2b', version: 'LiteRT-LM', api: 'chat', device: 'gpu', contextSize: 4096 },
	]);
});

describe.each(servers)('%s', (_, documented) => {
	it('streams thought, text and usage', async () => {
		const spoken = await say(await load(documented, events(documented.text)));
		expect(spoken.map((event) => ('text' in event ? [event.type, event.text] : [event.type]))).toEqual([
			...(documented.hidesThoughts ? [] : [['thinking', '짧게.']]),
			['text', '물 두 잔'],
			['text', '이에요.'],
			['end'],
		]);
		expect(spoken.at(-1)).toMatchObject({
			finish: { unified: 'stop', raw: 'stop' },
			usage: { promptTokens: 26, outputTokens: 9 },
		});
	});

	it('streams two calls, whole or in pieces', async () => {
		const spoken = await say(await load(documented, events(documented.calls)));
		expect(spoken.map((event) => (event.type === 'call' ? event.call : event.type))).toMatchObject([
			'text',
			{ id: 'call-0', name: 'search', arguments: { keyword: '잠' } },
			{ id: 'call-1', name: 'list_habits', arguments: {} },
			'end',
		]);
		expect(spoken.at(-1)).toMatchObject({ finish: { unified: 'tool-call', raw: 'tool_calls' } });
	});

	it('is cut at the token limit', async () => {
		const cut = documented.text.map((event) =>
			typeof event === 'string' ? event : JSON.parse(JSON.stringify(event).replace('"stop"', '"length"')),
		);
		expect((await say(await load(documented, events(cut)))).at(-1)).toMatchObject({ finish: { unified: 'length' } });
	});

	it('refuses in its own words', async () => {
		const { status, body } = documented.refused;
		const page: Answer = (response) => response.writeHead(status, { 'content-type': 'text/html' }).end(body);
		const model = await load(documented, typeof body === 'string' ? page : json(body, status));
		const said = typeof body === 'string' ? body : JSON.stringify(body);
		const words = said.match(
			/(?:does not support|requires --enable|keep the first 5000|Failed to load engine)[^".]*/u,
		)?.[0];
		await expect(say(model)).rejects.toThrow(words);
	});
});

it('litert-lm serve gets the limit and the thinking in the fields that it reads, and fails a sample by its own event', async () => {
	await say(await load(litertLmServe, events(litertLmServe.text)));
	const { body } = server?.requests.findLast(({ path }) => path === '/v1/chat/completions') ?? {};
	expect(body).toMatchObject({ model: 'gemma4-e2b,gpu,4096', max_completion_tokens: 64 });
	expect(body).not.toHaveProperty('max_tokens');
	const failing = [...litertLmServe.text.slice(0, 2), { error: 'RuntimeError: Input token ids are too long' }];
	await expect(say(await load(litertLmServe, events(failing)))).rejects.toThrow('Input token ids are too long');
});

it('litert-lm serve refuses a model that it does not list', async () => {
	server = await startScriptedServer(answersOf(litertLmServe, events(litertLmServe.text)));
	const loading = createOpenAiRunner({}, []).load({ model: 'gemma3,gpu', baseUrl: server.url });
	await expect(loading).rejects.toMatchObject({ said: { code: 'usage.model-not-served' } });
});

it('a server that takes no tools, and a template that prints none, are reported with the reason', async () => {
	const refusing: Answer = (response, body, attempt) =>
		(JSON.stringify(body).includes('"tools"') ? json(ollama.refused.body, ollama.refused.status) : events(ollama.text))(
			response,
			body,
			attempt,
		);
	expect((await load(ollama, refusing)).unseenTools).toMatch(/refuses a request with tools: .*does not support tools/u);
	expect((await load(vllm, events(vllm.text))).unseenTools).toMatch(/only 26 prompt tokens/u);
	const printing: Answer = (response, body, attempt) => {
		const promptTokens = JSON.stringify(body).includes('"tools"') ? 298 : 26;
		const sent = vllm.text.map((event) =>
			JSON.parse(JSON.stringify(event).replace('"prompt_tokens":26', `"prompt_tokens":${promptTokens}`)),
		);
		events(sent)(response, body, attempt);
	};
	expect((await load(vllm, printing)).unseenTools).toBeUndefined();
});
