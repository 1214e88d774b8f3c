import { describe, expect, it } from 'vitest';
import { runSettings } from '../../run/choices.ts';
import { EngineError } from '../../src/base/errors.ts';
import { missingEvidence } from '../../src/eval/evidence/turn-evidence.ts';
import { splitGeneration } from '../../src/eval/sample.ts';
import { scoreSample } from '../../src/eval/scoring/score-sample.ts';
import * as scorers from '../../src/eval/scoring/scorers.ts';
import { DEFAULT_CHOICES } from '../../src/eval/settings.ts';
import { turnOf } from '../../src/eval/turn.ts';
import type { GenerationRecord } from '../../src/model/generation.ts';
import { events, json } from '../../src/testing/doubles/scripted-server.ts';
import { CONVERSATION, chatModel, requests, say, servedModel } from './served-model-fixture.ts';

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
		const model = await servedModel(answers);
		const settings = runSettings({ ...DEFAULT_CHOICES, temperature: 1 }, model, '');
		expect(settings).toMatchObject({ topP: 0.95 });
		expect(settings.topK).toBeUndefined();
	});

	it('yields text, then the call assembled from its fragments, then the end', async () => {
		const model = await servedModel({ '/v1/chat/completions': events(fragments) });
		const { spoken, record } = await say(model);
		expect(spoken.map((event) => event.type)).toEqual(['thinking', 'text', 'call', 'end']);
		expect(spoken[2]).toMatchObject({ call: { id: 'call-0', name: 'search', arguments: { keyword: '잠' } } });
		expect(spoken[3]).toMatchObject({ finish: { unified: 'tool-call' }, usage: { promptTokens: 9, outputTokens: 5 } });
		expect(record?.events).toHaveLength(4);
	});

	it('leaves words that came after the beginning of a call after it', async () => {
		const call = (index: number, name: string): object => ({
			choices: [{ index: 0, delta: { tool_calls: [{ index, id: name, function: { name, arguments: '{}' } }] } }],
		});
		const said = (content: string): object => ({ choices: [{ index: 0, delta: { content } }] });
		const streamed = [call(0, 'search'), said('찾아'), said('볼게요.'), call(1, 'list'), said('끝'), '[DONE]'];
		const { spoken, record } = await say(await servedModel({ '/v1/chat/completions': events(streamed) }));
		const types = ['call', 'text', 'text', 'call', 'text', 'end'];
		expect(spoken.map(({ type }) => type)).toEqual(types);
		expect(record?.events.map(({ type }) => type)).toEqual(types);
		expect(spoken.flatMap((event) => (event.type === 'call' ? event.call.name : []))).toEqual(['search', 'list']);
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
		const { record } = await say(await servedModel({ '/v1/chat/completions': events(streamed) }));
		if (record === undefined) throw new Error('no record');
		const { generation } = await splitGeneration(record);
		const turn = turnOf({ generations: [generation], facts: {} });
		expect(turn.call?.name).toBe('search');
		expect(turn.prefix).not.toContain('안 돼요');
		expect(missingEvidence(turn, 'first-call')).toBe(cause);
	});

	it('sends tools, and the answers to calls under their ids', async () => {
		const model = await servedModel({ '/v1/chat/completions': events(fragments) });
		const conversation = chatModel(model).openConversation(CONVERSATION);
		const first = await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '잠' }));
		const call = first.find((event) => event.type === 'call')?.call;
		if (call === undefined) throw new Error('no call');
		await Array.fromAsync(
			conversation.sendChatTurn({ type: 'tool-results', results: [{ call, response: { ok: true } }] }),
		);
		expect(requests().at(-1)?.body).toMatchObject({
			tools: [{ type: 'function', function: { name: 'search' } }],
			messages: [
				{ role: 'system', content: '코치' },
				{ role: 'user', content: '잠' },
				{ role: 'assistant', tool_calls: [{ id: 'call-0' }] },
				{ role: 'tool', tool_call_id: 'call-0', content: '{"ok":true}' },
			],
		});
	});

	// NousResearch/hermes-agent#70745
	it.each(['reasoning_content', 'reasoning'])('gets the thought of a turn that calls back, as %s', async (field) => {
		const [, ...rest] = fragments;
		const thought = { choices: [{ delta: { [field]: '장보기 메모를 ' } }] };
		const model = await servedModel({ '/v1/chat/completions': events([thought, thought, ...rest]) });
		const conversation = chatModel(model).openConversation({ ...CONVERSATION, thinking: 'on' });
		const first = await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '잠' }));
		const results = first.flatMap((event) => (event.type === 'call' ? [{ call: event.call, response: {} }] : []));
		await Array.fromAsync(conversation.sendChatTurn({ type: 'tool-results', results }));
		expect(requests().at(-1)?.body).toMatchObject({
			messages: [{}, {}, { role: 'assistant', content: '찾아볼게요.', [field]: '장보기 메모를 장보기 메모를 ' }, {}],
		});
	});

	it('is sent a history before the first turn, and numbers its calls after those of the history', async () => {
		const model = await servedModel({ '/v1/chat/completions': events(fragments) });
		if (model.kind !== 'chat') throw new Error('not a chat model');
		const made = {
			id: 'call-0',
			type: 'function',
			function: { name: 'search', arguments: { keyword: '물' } },
		} as const;
		const conversation = model.openConversation({
			...CONVERSATION,
			history: [
				{ role: 'user', content: '물은?' },
				{ role: 'assistant', content: '', tool_calls: [made] },
				{ role: 'tool', tool_call_id: 'call-0', name: 'search', content: { ok: true } },
				{ role: 'assistant', content: '두 잔' },
			],
		});
		const spoken = await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '잠' }));
		expect(requests().at(-1)?.body).toMatchObject({
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

	it('is asked to think or not, and its thoughts are counted', async () => {
		const usage = { prompt_tokens: 9, completion_tokens: 5, completion_tokens_details: { reasoning_tokens: 3 } };
		const counted = [{ choices: [{ delta: { content: '네' } }], usage }, '[DONE]'];
		const model = await servedModel({ '/v1/chat/completions': events(counted) });
		const conversation = chatModel(model).openConversation({
			...CONVERSATION,
			thinking: 'off',
			sampling: { temperature: 1, seed: 1, topK: 64 },
		});
		const spoken = await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '잠' }));
		const body = requests().at(-1)?.body;
		expect(body).toMatchObject({ think: false, chat_template_kwargs: { enable_thinking: false }, top_k: 64 });
		expect(body).not.toHaveProperty('reasoning_effort');
		expect(spoken.at(-1)).toMatchObject({ usage: { outputTokens: 5, thoughtTokens: 3 } });
	});

	it('that is Ollama is recognised by the word that it reads', async () => {
		const answers = { '/api/version': json({ version: '0.32.7' }), '/v1/chat/completions': events(fragments) };
		const model = await servedModel(answers);
		const conversation = chatModel(model).openConversation({ ...CONVERSATION, thinking: 'on' });
		await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '잠' }));
		expect(requests().at(-1)?.body).toMatchObject({ think: true, reasoning_effort: 'medium' });
	});

	it('reads broken arguments as a malformed call', async () => {
		const broken = {
			choices: [{ delta: { tool_calls: [{ index: 0, function: { name: 'search', arguments: '{"a":' } }] } }],
		};
		const { spoken } = await say(await servedModel({ '/v1/chat/completions': events([broken, '[DONE]']) }));
		expect(spoken[0]).toMatchObject({ type: 'malformed', reason: 'bad-arguments', raw: 'search({"a":)' });
	});

	it.each([
		['zeros for what it did not count', { prompt_tokens: 0, completion_tokens: 0 }],
		['a part of a token', { prompt_tokens: 9.5, completion_tokens: 30.5 }],
	])('takes %s for no count', async (_title, usage) => {
		const fragments = [
			{ choices: [{ delta: { content: '저녁 습관을 ' } }] },
			{ choices: [{ delta: { content: '찾아볼게요.' } }] },
			{ choices: [{ delta: {}, finish_reason: 'stop' }], usage },
			'[DONE]',
		];
		const { spoken, record } = await say(await servedModel({ '/v1/chat/completions': events(fragments) }));
		expect([spoken.at(-1), record]).toMatchObject([{ usage: {} }, { usage: {} }]);
		expect(record?.usage).toEqual({});
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
		const { record } = await say(await servedModel({ '/v1/chat/completions': events(fragments) }));
		if (record === undefined) throw new Error('no record');
		const { generation } = await splitGeneration(record);
		const transcript = { generations: [generation], facts: {} };
		expect(missingEvidence(turnOf(transcript), 'first-call')).toBe(cause);
		const scores = scoreSample({ scorers: [scorers.meaningfulPrefix()] }, { id: 'p', input: '잠' }, transcript, {
			language: 'ko',
		});
		expect(scores.meaningful).toMatchObject(cause === undefined ? { reason: 'no-tool-call' } : { unscored: cause });
	});

	it('reads the deprecated `function_call` as a call', async () => {
		const legacy = [
			{ choices: [{ delta: { function_call: { name: 'search', arguments: '{"keyword":' } } }] },
			{ choices: [{ delta: { function_call: { arguments: '"잠"}' } } }] },
			{ choices: [{ delta: {}, finish_reason: 'function_call' }] },
			'[DONE]',
		];
		const { spoken } = await say(await servedModel({ '/v1/chat/completions': events(legacy) }));
		expect(spoken).toMatchObject([
			{ type: 'call', call: { name: 'search', arguments: { keyword: '잠' } } },
			{ type: 'end', finish: { unified: 'tool-call' } },
		]);
	});

	it.each([
		['a refusal', [{ choices: [{ delta: { refusal: '도와드릴 수 없어요.' } }] }], '도와드릴 수 없어요.'],
		['a filter', [{ choices: [{ delta: { content: '물' }, finish_reason: 'content_filter' }] }], '물'],
	])('that answers with %s leaves its words, and the turn unscored', async (_title, answer, words) => {
		const { record } = await say(await servedModel({ '/v1/chat/completions': events([...answer, '[DONE]']) }));
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
		const model = await servedModel({ '/v1/chat/completions': json({ error: { message: 'too long' } }, 400) });
		const records: GenerationRecord[] = [];
		const conversation = chatModel(model).openConversation({
			...CONVERSATION,
			onGeneration: (record) => records.push(record),
		});
		const turn = (): Promise<unknown> => Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '안녕' }));
		await expect(turn()).rejects.toMatchObject({
			said: { code: 'server.refused', params: { status: 400, words: 'too long' } },
		});
		await expect(turn()).rejects.toThrow(EngineError);
		expect(requests().at(-1)?.body).toMatchObject({ messages: [{ role: 'system' }, { role: 'user' }] });
		expect(records.map((record) => record.finish.unified)).toEqual(['unknown', 'unknown']);
	});
});
