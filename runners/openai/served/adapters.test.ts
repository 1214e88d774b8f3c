import { expect, it } from 'vitest';
import { events, json } from '../../../src/testing/doubles/scripted-server.ts';
import { saying } from '../../../src/testing/saying.ts';
import type { OpenAiOptions } from '../options.ts';
import { complete, llamaProps, requests, say, servedModel } from '../served-model-fixture.ts';

/** Source: llama.cpp, tools/server/server-task.cpp (`server_task_result_get_lora`), read 2026-11-29. */
const loaded = (...scales: readonly number[]) =>
	scales.map((scale, id) => ({
		id,
		path: `/srv/out/checkpoint-${id + 1}00/lora.gguf`,
		scale,
		task_name: '',
		prompt_prefix: '',
	}));

const PAGES = {
	'/props': llamaProps,
	'/v1/models': json({ data: [{ id: 'gemma' }] }),
	'/tokenize': json({ tokens: [2] }),
	'/completion': events([{ content: '네', stop: true, stop_type: 'eos', tokens_predicted: 1, tokens_evaluated: 4 }]),
	'/v1/chat/completions': events([
		{ choices: [{ delta: { content: '네' }, finish_reason: 'stop' }] },
		{ choices: [], usage: { prompt_tokens: 400, completion_tokens: 1 } },
	]),
};

it.each<readonly [string, number[], OpenAiOptions, string | undefined, number, number[]]>([
	['that are on are its identity', [1, 0], {}, 'lora.gguf', 1, [1, 0]],
	['that are off are none', [0, 0], {}, undefined, 0, [0, 0]],
	['of which one is named work alone', [1, 0], { adapter: 'out/checkpoint-200/lora.gguf' }, 'lora.gguf', 1, [0, 1]],
	[
		'have the scale that is asked for',
		[0, 0],
		{ adapter: './checkpoint-100/lora.gguf', adapterScale: 0.5 },
		'lora.gguf',
		0.5,
		[0.5, 0],
	],
	['that are on together are named together', [0.5, 1], {}, 'lora.gguf + lora.gguf', 0.5, [0.5, 1]],
])('adapters of a llama-server %s, and each request has their scales', async (_, set, options, name, scale, sent) => {
	const lora = sent.map((of, id) => ({ id, scale: of }));
	const page = json(loaded(...set));
	const raw = await servedModel({ ...PAGES, '/lora-adapters': page }, options);
	await complete(raw);
	expect(requests().at(-1)).toMatchObject({ path: '/completion', body: { lora, cache_prompt: false } });
	const chat = await servedModel({ ...PAGES, '/lora-adapters': page }, { ...options, api: 'chat' });
	await say(chat);
	expect(requests().at(-1)).toMatchObject({ path: '/v1/chat/completions', body: { lora, cache_prompt: false } });
	for (const { identity, engine } of [raw, chat]) {
		expect(identity.adapter).toEqual(name && { name, scale, pathSha256: expect.any(String) });
		expect(engine.promptCache).toBe(false);
	}
});

it('adapters of the same name in two folders are two', async () => {
	const of = async (adapter: string) =>
		(await servedModel({ ...PAGES, '/lora-adapters': json(loaded(0, 0)) }, { adapter })).identity.adapter?.pathSha256;
	expect(await of('checkpoint-100/lora.gguf')).not.toBe(await of('checkpoint-200/lora.gguf'));
});

it.each([
	['is not loaded', json(loaded(1)), 'other.gguf'],
	['is only the end of a name', json(loaded(1)), 'ora.gguf'],
	['could be two', json(loaded(1, 1)), 'lora.gguf'],
	['is for a server that has none', json([]), 'lora.gguf'],
	['is for a server that does not list them', json({}, 404), 'lora.gguf'],
])('a named adapter that %s ends the run before its first sample', async (_, page, adapter) => {
	const loading = servedModel({ ...PAGES, '/lora-adapters': page }, { adapter });
	await expect(loading).rejects.toThrow(saying('server.no-adapter'));
	await expect(loading).rejects.toMatchObject({ exitCode: 3 });
});

it('a server without the page is asked as before', async () => {
	const model = await servedModel(PAGES);
	await complete(model);
	expect(requests().at(-1)?.body).toMatchObject({ cache_prompt: true });
	expect(requests().at(-1)?.body).not.toHaveProperty('lora');
	expect(model.identity.adapter).toBeUndefined();
	expect(await model.confirm?.('run')).toBe(false);
});

it.each([
	['another scale', loaded(1, 0), loaded(0.5, 0)],
	['another file', loaded(1), [{ ...loaded(1)[0], path: '/srv/other.gguf' }]],
	['one more', [], loaded(1)],
])('%s during a run is another model', async (_, before, after) => {
	const page = (values: readonly object[]) => json(values);
	const model = await servedModel({
		...PAGES,
		'/lora-adapters': (response, body, attempt) => page(attempt === 0 ? before : after)(response, body, attempt),
	});
	await expect(model.confirm?.('run')).rejects.toThrow(saying('server.other-model'));
});
