import { afterEach, describe, expect, it } from 'vitest';
import { splitGeneration } from '../../src/eval/capture/recorded-generation.ts';
import {
	type CompletionEvent,
	EngineError,
	type GenerationEvent,
	type GenerationRecord,
	type LoadedModel,
	missingEvidence,
	scorers,
	scoreSample,
	turnOf,
} from '../../src/index.ts';
import { DEFAULT_CHOICES, runSettings } from '../../src/run/run-choices.ts';
import {
	type Answer,
	events,
	json,
	type ScriptedServer,
	startScriptedServer,
} from '../../src/testing/doubles/scripted-server.ts';
import { createOpenAiRunner } from './index.ts';
import { writeTemplateFile } from './template-file-fixture.ts';

let server: ScriptedServer | undefined;
afterEach(async () => {
	await server?.close();
	server = undefined;
});

async function load(
	answers: Readonly<Record<string, Answer>>,
	{ key, template }: { readonly key?: string; readonly template?: string } = {},
): Promise<LoadedModel> {
	server = await startScriptedServer(answers);
	return createOpenAiRunner({ GEMMARK_API_KEY: key }).load({ model: 'gemma', baseUrl: server.url, template });
}

const props = json({
	default_generation_settings: {},
	chat_template: '{{ bos_token }}',
	bos_token: '<bos>',
	build_info: 'b9',
});
const completion = {
	parts: [{ text: '<bos>안녕' }, { text: 'x', tokens: [7, 8] }],
	sharedChars: 0,
	stop: ['<turn|>'],
	maxTokens: 16,
	sampling: { temperature: 0, seed: 3 },
	deadlineMs: 5000,
};

async function complete(model: LoadedModel, changes: object = {}): Promise<CompletionEvent[]> {
	if (model.kind !== 'raw') throw new Error('not a raw model');
	return Array.fromAsync(model.completer.complete({ ...completion, ...changes }));
}

describe('llama-server', () => {
	it('is continued by token ids, BOS added by nobody', async () => {
		const model = await load({
			'/props': props,
			'/tokenize': json({ tokens: [2, 5] }),
			'/completion': events([
				{ content: '안', tokens: [9], stop: false },
				{
					content: '',
					tokens: [],
					stop: true,
					stop_type: 'word',
					stopping_word: '<turn|>',
					tokens_predicted: 1,
					timings: { prompt_n: 1, prompt_ms: 0.5, predicted_ms: 0.25 },
				},
			]),
		});
		const [pieces, end] = await complete(model);
		expect(model.engine.version).toBe('llama-server b9');
		expect(pieces).toMatchObject({ type: 'pieces', pieces: [{ text: '안' }] });
		expect(end).toMatchObject({
			type: 'end',
			finish: { unified: 'stop', raw: 'stop <turn|>' },
			usage: { promptTokens: 4, cachedPromptTokens: 3, outputTokens: 1 },
			prefillMs: 0.5,
			decodeMs: 0.25,
		});
		const asked = server?.requests.find(({ path }) => path === '/completion')?.body;
		expect(asked).toMatchObject({ prompt: [2, 5, 7, 8], seed: 3, temperature: 0, n_predict: 16 });
		expect(server?.requests.find(({ path }) => path === '/tokenize')?.body).toMatchObject({ add_special: false });
	});

	it('is tried again after a passing failure, and its key is sent', async () => {
		const flaky: Answer = (response, body, attempt) =>
			attempt === 0
				? response.writeHead(503).end('{}')
				: events([{ content: '', stop: true, stop_type: 'eos', tokens_predicted: 1 }])(response, body, attempt);
		const model = await load(
			{ '/props': props, '/tokenize': json({ tokens: [] }), '/completion': flaky },
			{ key: 'k' },
		);
		expect((await complete(model)).at(-1)).toMatchObject({ finish: { unified: 'stop' } });
		expect(server?.requests.filter(({ path }) => path === '/completion')).toHaveLength(2);
		expect(server?.requests[0]?.headers.authorization).toBe('Bearer k');
	});

	it.each([
		['says that it truncated', { truncated: true }, 'length', /^context: prompt cut/u],
		['evaluated fewer tokens than it was sent', { tokens_evaluated: 3 }, 'length', /3 of 4 tokens/u],
		['sends nothing and counts nothing', { content: '', tokens_predicted: 0 }, 'unknown', /^empty answer$/u],
		[
			'stopped at a word of its own',
			{ stop_type: 'word', stopping_word: '약국' },
			'length',
			/^stopped at "약국", which/u,
			'engine',
		],
		[
			'stopped at a word that it does not tell',
			{ stop_type: 'word' },
			'unknown',
			/^stopped at a word that is not told$/u,
		],
		[
			'had a limit of its own',
			{ stop_type: 'limit' },
			'length',
			/^length, by the server at 2 of 16 tokens$/u,
			'engine',
		],
		['evaluated all of it', { tokens_evaluated: 4 }, 'stop', /^stop$/u],
	])('that %s says so at its end', async (_title, told, unified, raw, limit?: string) => {
		const end = { content: '안', stop: true, stop_type: 'eos', tokens_predicted: 2, truncated: false, ...told };
		const model = await load({
			'/props': props,
			'/tokenize': json({ tokens: [2, 5] }),
			'/completion': events([end]),
		});
		const finish = { unified, raw: expect.stringMatching(raw), ...(limit && { limit }) };
		expect((await complete(model)).at(-1)).toMatchObject({ finish });
	});

	it('fails with a typed error when the stream is cut, is no JSON, or reports an error', async () => {
		const answers = [
			events([{ content: '안' }], true),
			events(['{"content":']),
			events([{ error: { message: 'slot' } }]),
		];
		for (const answer of answers) {
			const model = await load({ '/props': props, '/tokenize': json({ tokens: [] }), '/completion': answer });
			await expect(complete(model)).rejects.toThrow(EngineError);
			await server?.close();
		}
	});

	it('ends by deadline and by abort with what came so far', async () => {
		const hanging: Answer = (response) => {
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			response.write('data: {"content":"안","tokens":[9]}\n\n');
		};
		const model = await load({ '/props': props, '/tokenize': json({ tokens: [] }), '/completion': hanging });
		const late = await complete(model, { deadlineMs: 200 });
		expect(late.map((event) => event.type)).toEqual(['pieces', 'end']);
		expect(late.at(-1)).toMatchObject({ finish: { unified: 'deadline' } });
		const aborted = await complete(model, { signal: AbortSignal.abort() });
		expect(aborted).toMatchObject([{ type: 'end', finish: { unified: 'aborted' } }]);
	});
});

describe('a model that is disposed of', () => {
	it('ends what is under way as aborted, and refuses the next', async () => {
		const endless: Answer = (response) => {
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			response.write('data: {"content":"안"}\n\n');
		};
		const model = await load({ '/props': props, '/tokenize': json({ tokens: [] }), '/completion': endless });
		if (model.kind !== 'raw') throw new Error('not a raw model');
		const events: CompletionEvent[] = [];
		for await (const event of model.completer.complete(completion)) {
			events.push(event);
			await model.dispose();
		}
		expect(events.at(-1)).toMatchObject({ type: 'end', finish: { unified: 'aborted' } });
		await expect(complete(model)).rejects.toThrow(EngineError);
	});
});

describe('a server with raw completion and a given template', () => {
	it('is continued by text with special tokens visible', async () => {
		const file = writeTemplateFile('{{ messages }}');
		const model = await load(
			{
				'/v1/completions': events([
					{ choices: [{ text: '네' }] },
					{ choices: [{ text: '', finish_reason: 'length' }] },
					{
						choices: [],
						usage: { prompt_tokens: 4, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 2 } },
					},
					'[DONE]',
				]),
			},
			{ template: file.path },
		).finally(() => file.remove());
		expect(await complete(model)).toMatchObject([
			{ type: 'pieces', pieces: [{ text: '네' }] },
			{
				type: 'end',
				finish: { unified: 'length' },
				usage: { promptTokens: 4, cachedPromptTokens: 2, outputTokens: 1 },
			},
		]);
		expect(server?.requests.at(-1)?.body).toMatchObject({ prompt: '<bos>안녕x', skip_special_tokens: false });
	});
});

describe('a vLLM server with a given template', () => {
	it.each([
		['a word that nobody asked for', '주차', { unified: 'length', limit: 'engine' }],
		['a word that was asked for', '<turn|>', { unified: 'stop', raw: 'stop <turn|>' }],
		["an id of the model's own", 106, { unified: 'stop', raw: 'stop' }],
	])('that stopped at %s says so', async (_, reason, finish) => {
		const file = writeTemplateFile('{{ messages }}');
		const ended = { choices: [{ text: '네', finish_reason: 'stop', stop_reason: reason }] };
		const model = await load({ '/v1/completions': events([ended, '[DONE]']) }, { template: file.path });
		file.remove();
		expect((await complete(model)).at(-1)).toMatchObject({ finish });
	});
});

describe('a server that answers by another name', () => {
	const named = (name: string): Answer =>
		events([{ model: name, choices: [{ delta: { content: '네' }, text: '네' }] }]);

	it('than before ends the run, whoever renders', async () => {
		const switching =
			(other: number): Answer =>
			(response, body, attempt) =>
				named(attempt < other ? 'gemma' : 'llama-3')(response, body, attempt);
		// Two of the requests are the loading's.
		await expect(say(await load({ '/v1/chat/completions': switching(2) }))).rejects.toThrow(
			/answers as llama-3, and as gemma before/u,
		);
		await server?.close();
		const raw = await load({ '/props': props, '/tokenize': json({ tokens: [] }), '/completion': switching(1) });
		await complete(raw);
		await expect(complete(raw)).rejects.toThrow(/answers as llama-3, and as gemma before/u);
	});

	it('than was asked for ends a raw run, unless it is a path or tag of it', async () => {
		const file = writeTemplateFile('{{ messages }}');
		const raw = (name: string): Promise<LoadedModel> =>
			load({ '/v1/completions': named(name) }, { template: file.path });
		await expect(complete(await raw('llama-3'))).rejects.toThrow(/answers as llama-3, but was asked for gemma/u);
		await server?.close();
		expect(await complete(await raw('/models/Gemma:latest'))).toHaveLength(2);
		file.remove();
	});
});

describe('a server that only offers chat', () => {
	const fragments = [
		{ choices: [{ delta: { reasoning_content: '음' } }] },
		{ choices: [{ delta: { content: '찾아볼게요.' } }] },
		{ choices: [{ delta: { tool_calls: [{ index: 0, function: { name: 'search', arguments: '{"key' } }] } }] },
		{ choices: [{ delta: { tool_calls: [{ index: 0, function: { arguments: 'word":"잠"}' } }] } }] },
		{ choices: [{ delta: {}, finish_reason: 'tool_calls' }], usage: { prompt_tokens: 9, completion_tokens: 5 } },
		'[DONE]',
	];

	it('samples by top-p alone where it is Ollama, so that a run asks for no top-k and records none', async () => {
		const answers = { '/api/version': json({ version: '0.32.7' }), '/v1/chat/completions': events(['[DONE]']) };
		const model = await load(answers);
		const settings = runSettings({ ...DEFAULT_CHOICES, temperature: 1 }, model, '');
		expect(settings).toMatchObject({ topP: 0.95 });
		expect(settings.topK).toBeUndefined();
	});

	it('yields text, then the call assembled from its fragments, then the end', async () => {
		const model = await load({ '/v1/chat/completions': events(fragments) });
		const { spoken, record } = await say(model);
		expect(spoken.map((event) => event.type)).toEqual(['thinking', 'text', 'call', 'end']);
		expect(spoken[2]).toMatchObject({ call: { id: 'call-0', name: 'search', arguments: { keyword: '잠' } } });
		expect(spoken[3]).toMatchObject({ finish: { unified: 'tool-call' }, usage: { promptTokens: 9, outputTokens: 5 } });
		expect(record?.events).toHaveLength(4);
	});

	it('leaves words that came behind the beginning of a call behind it', async () => {
		const call = (index: number, name: string): object => ({
			choices: [{ index: 0, delta: { tool_calls: [{ index, id: name, function: { name, arguments: '{}' } }] } }],
		});
		const said = (content: string): object => ({ choices: [{ index: 0, delta: { content } }] });
		const streamed = [call(0, 'search'), said('찾아'), said('볼게요.'), call(1, 'list'), said('끝'), '[DONE]'];
		const { spoken, record } = await say(await load({ '/v1/chat/completions': events(streamed) }));
		const types = ['call', 'text', 'text', 'call', 'text', 'end'];
		expect(spoken.map(({ type }) => type)).toEqual(types);
		expect(record?.events.map(({ type }) => type)).toEqual(types);
		expect(spoken.flatMap((event) => (event.type === 'call' ? event.call.name : []))).toEqual(['search', 'list']);
	});

	it('that answers with several choices fails: words of one would stand before the call of another', async () => {
		const streamed = [
			{ choices: [{ index: 1, delta: { content: '살펴볼게요.' } }] },
			{ choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { name: 'search', arguments: '{}' } }] } }] },
			'[DONE]',
		];
		await expect(say(await load({ '/v1/chat/completions': events(streamed) }))).rejects.toThrow(
			/several choices, one was asked for/u,
		);
	});

	it.each([
		['its refusal is no prefix', 'refused-by-server', { refusal: '안 돼요.' }],
		['a call in its text is no prefix', 'unreadable', { content: '<|tool_call>call:list{}<tool_call|>찾아볼게요.' }],
	])('that calls beside other words leaves the turn unscored: %s', async (_title, cause, delta) => {
		const call = { tool_calls: [{ index: 0, function: { name: 'search', arguments: '{}' } }] };
		const streamed = [
			{ choices: [{ delta: { content: '카탈로그에서 찾아볼게요.' } }] },
			{ choices: [{ delta }] },
			{ choices: [{ delta: call, finish_reason: 'tool_calls' }] },
			'[DONE]',
		];
		const { record } = await say(await load({ '/v1/chat/completions': events(streamed) }));
		if (record === undefined) throw new Error('no record');
		const { generation } = await splitGeneration(record);
		const turn = turnOf({ generations: [generation], facts: {} });
		expect(turn.call?.name).toBe('search');
		expect(turn.prefix).not.toContain('안 돼요');
		expect(missingEvidence(turn, 'first-call')).toBe(cause);
	});

	it('sends tools, and the answers to calls under their ids', async () => {
		const model = await load({ '/v1/chat/completions': events(fragments) });
		if (model.kind !== 'chat') throw new Error('not a chat model');
		const conversation = model.openConversation(conversationOptions());
		const first = await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '잠' }));
		const call = first.find((event) => event.type === 'call')?.call;
		if (call === undefined) throw new Error('no call');
		await Array.fromAsync(
			conversation.sendChatTurn({ type: 'tool-results', results: [{ call, response: { ok: true } }] }),
		);
		expect(server?.requests.at(-1)?.body).toMatchObject({
			tools: [{ type: 'function', function: { name: 'search' } }],
			messages: [
				{ role: 'system', content: '코치' },
				{ role: 'user', content: '잠' },
				{ role: 'assistant', tool_calls: [{ id: 'call-0' }] },
				{ role: 'tool', tool_call_id: 'call-0', content: '{"ok":true}' },
			],
		});
	});

	it('is sent a history before the first turn, and numbers its calls behind those of the history', async () => {
		const model = await load({ '/v1/chat/completions': events(fragments) });
		if (model.kind !== 'chat') throw new Error('not a chat model');
		const made = {
			id: 'call-0',
			type: 'function',
			function: { name: 'search', arguments: { keyword: '물' } },
		} as const;
		const conversation = model.openConversation({
			...conversationOptions(),
			history: [
				{ role: 'user', content: '물은?' },
				{ role: 'assistant', content: '', tool_calls: [made] },
				{ role: 'tool', tool_call_id: 'call-0', name: 'search', content: { ok: true } },
				{ role: 'assistant', content: '두 잔' },
			],
		});
		const spoken = await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '잠' }));
		expect(server?.requests.at(-1)?.body).toMatchObject({
			messages: [
				{ role: 'system', content: '코치' },
				{ role: 'user', content: '물은?' },
				{ role: 'assistant', tool_calls: [{ id: 'call-0', function: { arguments: '{"keyword":"물"}' } }] },
				{ role: 'tool', tool_call_id: 'call-0', content: '{"ok":true}' },
				{ role: 'assistant', content: '두 잔' },
				{ role: 'user', content: '잠' },
			],
		});
		expect(model.takesHistory).toBe(true);
		expect(spoken.find((event) => event.type === 'call')?.call.id).toBe('call-1');
	});

	it('is told whether to think, and its thoughts are counted', async () => {
		const usage = { prompt_tokens: 9, completion_tokens: 5, completion_tokens_details: { reasoning_tokens: 3 } };
		const counted = [{ choices: [{ delta: { content: '네' } }], usage }, '[DONE]'];
		const model = await load({ '/v1/chat/completions': events(counted) });
		if (model.kind !== 'chat') throw new Error('not a chat model');
		const conversation = model.openConversation({
			...conversationOptions(),
			thinking: 'off',
			sampling: { temperature: 1, seed: 1, topK: 64 },
		});
		const spoken = await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '잠' }));
		const body = server?.requests.at(-1)?.body;
		expect(body).toMatchObject({ think: false, chat_template_kwargs: { enable_thinking: false }, top_k: 64 });
		expect(body).not.toHaveProperty('reasoning_effort');
		expect(spoken.at(-1)).toMatchObject({ usage: { outputTokens: 5, thoughtTokens: 3 } });
	});

	it('that is Ollama is told by the word that it reads', async () => {
		const answers = { '/api/version': json({ version: '0.32.7' }), '/v1/chat/completions': events(fragments) };
		const model = await load(answers);
		if (model.kind !== 'chat') throw new Error('not a chat model');
		const conversation = model.openConversation({ ...conversationOptions(), thinking: 'on' });
		await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '잠' }));
		expect(server?.requests.at(-1)?.body).toMatchObject({ think: true, reasoning_effort: 'medium' });
	});

	it('reads broken arguments as a malformed call', async () => {
		const broken = {
			choices: [{ delta: { tool_calls: [{ index: 0, function: { name: 'search', arguments: '{"a":' } }] } }],
		};
		const { spoken } = await say(await load({ '/v1/chat/completions': events([broken, '[DONE]']) }));
		expect(spoken[0]).toMatchObject({ type: 'malformed', reason: 'bad-arguments', raw: 'search({"a":)' });
	});

	it.each([
		['drops a call leaves the turn unscored, not without a call', 30, 'swallowed-by-engine'],
		['counts what it shows leaves the turn to be scored', 6, undefined],
	])('that %s', async (_title, completionTokens, cause) => {
		const fragments = [
			{ choices: [{ delta: { content: '찾아볼게요.' } }] },
			{ choices: [{ delta: {}, finish_reason: 'stop' }], usage: { completion_tokens: completionTokens } },
			'[DONE]',
		];
		const { record } = await say(await load({ '/v1/chat/completions': events(fragments) }));
		if (record === undefined) throw new Error('no record');
		const { generation } = await splitGeneration(record);
		const transcript = { generations: [generation], facts: {} };
		expect(missingEvidence(turnOf(transcript), 'first-call')).toBe(cause);
		const scores = scoreSample({ scorers: [scorers.meaningfulPrefix()] }, { id: 'p', input: '잠' }, transcript, {
			language: 'ko',
		});
		expect(scores.meaningful).toMatchObject(cause === undefined ? { reason: 'no-tool-call' } : { unscored: cause });
	});

	it('that counts fewer prompt tokens than one letter has saw a part of its prompt only', async () => {
		const answer: Answer = (response, body, attempt) =>
			events([
				{
					choices: [{ delta: { content: '네' }, finish_reason: 'stop' }],
					usage: { prompt_tokens: attempt < 2 ? 100 : 12 },
				},
				'[DONE]',
			])(response, body, attempt);
		const { spoken } = await say(await load({ '/v1/chat/completions': answer }));
		expect(spoken.at(-1)).toMatchObject({ finish: { unified: 'length', raw: expect.stringContaining('prompt cut') } });
	});

	it('reads the deprecated `function_call` as a call', async () => {
		const legacy = [
			{ choices: [{ delta: { function_call: { name: 'search', arguments: '{"keyword":' } } }] },
			{ choices: [{ delta: { function_call: { arguments: '"잠"}' } } }] },
			{ choices: [{ delta: {}, finish_reason: 'function_call' }] },
			'[DONE]',
		];
		const { spoken } = await say(await load({ '/v1/chat/completions': events(legacy) }));
		expect(spoken).toMatchObject([
			{ type: 'call', call: { name: 'search', arguments: { keyword: '잠' } } },
			{ type: 'end', finish: { unified: 'tool-call' } },
		]);
	});

	it.each([
		['a refusal', [{ choices: [{ delta: { refusal: '도와드릴 수 없어요.' } }] }], '도와드릴 수 없어요.'],
		['a filter', [{ choices: [{ delta: { content: '물' }, finish_reason: 'content_filter' }] }], '물'],
	])('that answers with %s leaves its words, and the turn unscored', async (_title, answer, words) => {
		const { record } = await say(await load({ '/v1/chat/completions': events([...answer, '[DONE]']) }));
		if (record === undefined) throw new Error('no record');
		const { generation } = await splitGeneration(record);
		expect(generation.events).toMatchObject([{ type: 'text', text: words }]);
		const scores = scoreSample(
			{ scorers: [scorers.meaningfulPrefix()] },
			{ id: 'p', input: '잠' },
			{ generations: [generation], facts: {} },
			{ language: 'ko' },
		);
		expect(scores.meaningful).toMatchObject({ unscored: 'refused-by-server' });
	});

	it('leaves the history as it was when a turn fails, and records the failure', async () => {
		const model = await load({ '/v1/chat/completions': json({ error: { message: 'too long' } }, 400) });
		const records: GenerationRecord[] = [];
		if (model.kind !== 'chat') throw new Error('not a chat model');
		const conversation = model.openConversation(conversationOptions((record) => records.push(record)));
		const turn = (): Promise<unknown> => Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '안녕' }));
		await expect(turn()).rejects.toThrow(/the server answers 400 \(too long\)/u);
		await expect(turn()).rejects.toThrow(EngineError);
		expect(server?.requests.at(-1)?.body).toMatchObject({ messages: [{ role: 'system' }, { role: 'user' }] });
		expect(records.map((record) => record.finish.unified)).toEqual(['unknown', 'unknown']);
	});
});

function conversationOptions(
	onGeneration?: (record: GenerationRecord) => void,
): Parameters<Extract<LoadedModel, { kind: 'chat' }>['openConversation']>[0] {
	return {
		system: '코치',
		tools: [{ name: 'search', description: '찾는다', parameters: { type: 'object' } }],
		sampling: { temperature: 0, seed: 1 },
		maxTokens: 64,
		deadlineMs: 5000,
		reading: 'lenient',
		...(onGeneration === undefined ? {} : { onGeneration }),
	};
}

async function say(model: LoadedModel): Promise<{ spoken: GenerationEvent[]; record: GenerationRecord | undefined }> {
	if (model.kind !== 'chat') throw new Error('not a chat model');
	let record: GenerationRecord | undefined;
	const conversation = model.openConversation(conversationOptions((made) => (record = made)));
	return { spoken: await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '잠' })), record };
}
