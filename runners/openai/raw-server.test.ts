import { describe, expect, it } from 'vitest';
import { EngineError } from '../../src/base/errors.ts';
import type { LoadedModel } from '../../src/model/runner.ts';
import { type Answer, events, json } from '../../src/testing/doubles/scripted-server.ts';
import { complete, llamaProps, requests, say, servedModel } from './served-model-fixture.ts';
import { writeTemplateFile } from './template-file-fixture.ts';

describe('llama-server', () => {
	it('is continued from the id of BOS, so that it adds none, and counts the prompt itself', async () => {
		const model = await servedModel({
			'/props': llamaProps,
			'/tokenize': json({ tokens: [2] }),
			'/completion': events([
				{ content: '안', tokens: [9], stop: false },
				{
					content: '',
					tokens: [],
					stop: true,
					stop_type: 'word',
					stopping_word: '<turn|>',
					tokens_predicted: 1,
					tokens_evaluated: 4,
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
		const asked = requests().find(({ path }) => path === '/completion')?.body;
		expect(asked).toMatchObject({ prompt: [2, '안녕', 7, 8], seed: 3, temperature: 0, n_predict: 16 });
		const bos = { content: '<bos>', add_special: false, parse_special: true };
		expect(requests().flatMap(({ path, body }) => (path === '/tokenize' ? [body] : []))).toEqual([bos]);
	});

	it('that counts no prompt is asked for the tokens of each text once', async () => {
		const end = { content: '안', stop: true, stop_type: 'eos', tokens_predicted: 2 };
		const model = await servedModel({
			'/props': llamaProps,
			'/tokenize': (response, body, attempt) =>
				json({ tokens: (body as { content: string }).content === '<bos>' ? [2] : [5, 6] })(response, body, attempt),
			'/completion': events([end]),
		});
		for (const _ of [1, 2]) expect((await complete(model)).at(-1)).toMatchObject({ usage: { promptTokens: 5 } });
		expect(requests().filter(({ path }) => path === '/tokenize')).toHaveLength(2);
	});

	it('that counts gets at most 7 requests beside 90 answers', async () => {
		const end = { content: '안', stop: true, stop_type: 'eos', tokens_predicted: 2, tokens_evaluated: 4 };
		const model = await servedModel({
			'/props': llamaProps,
			'/v1/models': json({ data: [{ id: 'gemma' }] }),
			'/tokenize': json({ tokens: [2] }),
			'/completion': events([end]),
		});
		for (let sample = 0; sample < 90; sample += 1) {
			await complete(model, { parts: [{ text: `<bos>${sample}` }] });
			await model.confirm?.('sample');
		}
		await model.confirm?.('run');
		const others = requests().filter(({ path }) => path !== '/completion');
		expect(others.map(({ path }) => path)).toEqual([
			...['/props', '/v1/models', '/lora-adapters', '/tokenize'],
			...['/props', '/v1/models', '/lora-adapters'],
		]);
	});

	it('is tried again after a passing failure, and its key is sent', async () => {
		const flaky: Answer = (response, body, attempt) =>
			attempt === 0
				? response.writeHead(503).end('{}')
				: events([{ content: '', stop: true, stop_type: 'eos', tokens_predicted: 1 }])(response, body, attempt);
		const model = await servedModel(
			{ '/props': llamaProps, '/tokenize': json({ tokens: [] }), '/completion': flaky },
			{ key: 'k' },
		);
		expect((await complete(model)).at(-1)).toMatchObject({ finish: { unified: 'stop' } });
		expect(requests().filter(({ path }) => path === '/completion')).toHaveLength(2);
		expect(requests()[0]?.headers.authorization).toBe('Bearer k');
	});

	it.each([
		['says that it truncated', { truncated: true }, 'length', /^context: prompt cut/u],
		['sends nothing and counts nothing', { content: '', tokens_predicted: 0 }, 'unknown', /^empty answer$/u],
		['stopped at a word of its own', { stop_type: 'word', stopping_word: '약국' }, 'length', /^stop 약국$/u, 'engine'],
		['stopped at an unreported word', { stop_type: 'word' }, 'unknown', /^stopped at a word that is not reported$/u],
		['had a limit of its own', { stop_type: 'limit' }, 'length', /^length$/u, 'engine'],
		['evaluated all of it', { tokens_evaluated: 4 }, 'stop', /^stop$/u],
	])('that %s says so at its end', async (_title, reported, unified, raw, limit?: string) => {
		const end = { content: '안', stop: true, stop_type: 'eos', tokens_predicted: 2, truncated: false, ...reported };
		const model = await servedModel({
			'/props': llamaProps,
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
			const model = await servedModel({
				'/props': llamaProps,
				'/tokenize': json({ tokens: [] }),
				'/completion': answer,
			});
			await expect(complete(model)).rejects.toThrow(EngineError);
		}
	});

	it('ends by deadline and by abort with what came so far', async () => {
		const hanging: Answer = (response) => {
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			response.write('data: {"content":"안","tokens":[9]}\n\n');
		};
		const model = await servedModel({
			'/props': llamaProps,
			'/tokenize': json({ tokens: [] }),
			'/completion': hanging,
		});
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
		const model = await servedModel({
			'/props': llamaProps,
			'/tokenize': json({ tokens: [] }),
			'/completion': endless,
		});
		const events = await complete(model, {}, () => model.dispose());
		expect(events.at(-1)).toMatchObject({ type: 'end', finish: { unified: 'aborted' } });
		await expect(complete(model)).rejects.toThrow(EngineError);
	});
});

describe('a server with raw completion and a given template', () => {
	it('is continued by text with special tokens visible', async () => {
		const file = writeTemplateFile('{{ messages }}');
		const model = await servedModel(
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
		expect(requests().at(-1)?.body).toMatchObject({ prompt: '<bos>안녕x', skip_special_tokens: false });
	});
});

describe('a vLLM server with a given template', () => {
	it.each([
		['a word that was not requested', '주차', { unified: 'length', limit: 'engine' }],
		['a word that was asked for', '<turn|>', { unified: 'stop', raw: 'stop <turn|>' }],
		["an id of the model's own", 106, { unified: 'stop', raw: 'stop' }],
	])('that stopped at %s says so', async (_, reason, finish) => {
		const file = writeTemplateFile('{{ messages }}');
		const ended = { choices: [{ text: '네', finish_reason: 'stop', stop_reason: reason }] };
		const model = await servedModel({ '/v1/completions': events([ended, '[DONE]']) }, { template: file.path });
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
		// One of the requests is the loading's.
		await expect(say(await servedModel({ '/v1/chat/completions': switching(1) }))).rejects.toMatchObject({
			said: { code: 'server.renamed', params: { name: 'llama-3', before: 'gemma' } },
		});
		const raw = await servedModel({
			'/props': llamaProps,
			'/tokenize': json({ tokens: [] }),
			'/completion': switching(1),
		});
		await complete(raw);
		await expect(complete(raw)).rejects.toMatchObject({ said: { code: 'server.renamed' } });
	});

	it('than was asked for ends a raw run, unless it is a path or tag of it', async () => {
		const file = writeTemplateFile('{{ messages }}');
		const raw = (name: string): Promise<LoadedModel> =>
			servedModel({ '/v1/completions': named(name) }, { template: file.path });
		await expect(complete(await raw('llama-3'))).rejects.toMatchObject({
			said: { code: 'server.other-name', params: { asked: 'gemma' } },
		});
		expect(await complete(await raw('/models/Gemma:latest'))).toHaveLength(2);
		file.remove();
	});
});
