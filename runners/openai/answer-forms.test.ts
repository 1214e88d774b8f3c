import { describe, expect, it } from 'vitest';
import { missingEvidence } from '../../src/eval/evidence/turn-evidence.ts';
import { splitGeneration } from '../../src/eval/sample.ts';
import { turnOf } from '../../src/eval/turn.ts';
import { FINISH_WORDS, type GenerationRecord } from '../../src/model/generation.ts';
import { events, type ScriptedServer, startScriptedServer } from '../../src/testing/doubles/scripted-server.ts';
import { createOpenAiRunner } from './index.ts';

let server: ScriptedServer | undefined;

const search = {
	name: 'search',
	description: '찾는다',
	parameters: { type: 'object', properties: { keyword: { type: 'string' } }, required: ['keyword'] },
};
const list = { name: 'list', description: '모두', parameters: { type: 'object', properties: {} } };

/** What a conversation with two tools records of an answer of these deltas, choices with their delta, or whole events. */
async function answered(...deltas: readonly object[]): Promise<GenerationRecord> {
	const chunks = deltas.map((delta) =>
		'event' in delta ? delta.event : { choices: [{ index: 0, ...('delta' in delta ? delta : { delta }) }] },
	);
	const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: { completion_tokens: 9 } };
	server = await startScriptedServer({ '/v1/chat/completions': events([...chunks, end, '[DONE]']) });
	const model = await createOpenAiRunner({}, []).load({ model: 'gemma', baseUrl: server.url });
	if (model.kind !== 'chat') throw new Error('not a chat model');
	const records: GenerationRecord[] = [];
	const conversation = model.openConversation({
		tools: [search, list],
		sampling: { temperature: 0, seed: 1 },
		maxTokens: 64,
		deadlineMs: 5000,
		reading: 'lenient',
		onGeneration: (record) => records.push(record),
	});
	await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '잠' }));
	const [record] = records;
	if (record === undefined) throw new Error('no record');
	return record;
}

const calls = (...given: readonly object[]): object[] =>
	given.map((called) => ({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: called }] }));

describe('text of a chat server', () => {
	it('is read as a list of parts, with thoughts and references apart', async () => {
		const { events: heard } = await answered(
			{ content: [{ type: 'thinking', thinking: [{ type: 'text', text: '음' }] }] },
			{
				content: [
					{ type: 'text', text: '찾아' },
					{ type: 'reference', reference_ids: [1] },
				],
			},
			{ content: [{ type: 'text', text: '볼게요' }] },
		);
		expect(heard.map((event) => 'text' in event && [event.type, event.text])).toEqual([
			...[
				['thinking', '음'],
				['text', '찾아'],
				['text', '볼게요'],
			],
			false,
		]);
	});

	it.each<[string, object, string]>([
		['an object', { content: { text: '물' } }, 'delta.content'],
		['parts of another kind', { content: [{ type: 'audio' }] }, 'delta.content'],
		['a whole message', { message: { content: '물' }, delta: undefined }, 'message'],
		['calls that are no list', { tool_calls: { function: {} } }, 'delta.tool_calls'],
		['arguments that are a list', calls({ name: 'list', arguments: [1] })[0] ?? {}, 'tool_calls[0].function.arguments'],
		['a second choice', { event: { choices: [{ delta: { content: '물' } }, { index: 1, delta: {} }] } }, 'choices'],
		['another choice', { event: { choices: [{ index: 1, delta: { content: '물' } }] } }, 'choices[0].index'],
		['choices that are no list', { event: { choices: { 0: { delta: { content: '물' } } } } }, 'choices'],
	])('in %s is an unsupported response, by the name of the field', async (_, delta, field) => {
		const unsupported = expect.stringMatching(/unsupported response in (\S+)$/u);
		const failed = answered({ content: '네.' }, delta);
		await expect(failed).rejects.toMatchObject({ failure: 'generation-failed', message: unsupported });
		await expect(failed).rejects.toThrow(field);
	});

	it('is read beside what servers add', async () => {
		const beside = {
			id: 'a',
			object: 'chat.completion.chunk',
			created: 1,
			service_tier: 'default',
			provider: 'Google AI Studio',
			obfuscation: 'x3',
			prompt: [],
			citations: ['물'],
			search_results: [{ title: '물', snippet: '물 한 잔' }],
			prompt_filter_results: [
				{ prompt_index: 0, content_filter_results: { hate: { filtered: false, severity: 'safe' } } },
			],
			x_groq: { id: 'req', usage: { output_tokens: 9 } },
			__verbose: { content: '물', tokens: [1] },
			metadata: { weight_version: 'default', eos_token: '<eos>', result: 'success', note: '물 한 잔' },
		};
		const choice = {
			index: 0,
			delta: { content: '물', token_id: 9 },
			text: '물',
			token_ids: [9],
			hidden_states: null,

			content_filter_results: { protected_material_text: { filtered: false, detected: false } },
			native_finish_reason: null,
			stop_reason: null,
			logprobs: { content: [{ token: '물', logprob: -1, bytes: null, top_logprobs: [] }], refusal: null },
		};
		expect((await answered({ event: { ...beside, choices: [choice] } })).pieces).toEqual(['물']);
	});

	it.each([
		[['네', '네, 찾아볼게요']],
		[['ㅋ', 'ㅋ', 'ㅋㅋ', ' 네']],
		[['하나', ' 하나', ' 하나 둘']],
		[['...', '...', '......']],
		[['찾아볼게요', '찾아볼게요']],
		[['말씀하', '말씀하신 곳', '말씀하신 곳의 주차']],
		[['찾아', '볼게요', '.', '찾아볼게요.']],
	])('that repeats earlier text is kept: %j', async (pieces) => {
		expect((await answered(...pieces.map((content) => ({ content })))).pieces).toEqual(pieces);
	});

	it('may stand in a whole message too, where it is what the pieces said', async () => {
		const said = { delta: { content: '물', role: 'assistant', obfuscation: 'x3' }, message: { content: '물' } };
		expect((await answered(said)).pieces).toEqual(['물']);
	});
});

describe('arguments of a chat server', () => {
	it.each<[string, readonly object[]]>([
		['an object', [{ name: 'search', arguments: '' }, { arguments: { keyword: '잠' } }]],
		['text that is encoded twice', [{ name: 'search', arguments: JSON.stringify('{"keyword":"잠"}') }]],
		['three times', [{ name: 'search', arguments: JSON.stringify(JSON.stringify('{"keyword":"잠"}')) }]],
		[
			'sent again at the end',
			[{ name: 'search', arguments: '{"key' }, { arguments: 'word":"잠"}' }, { arguments: '{"keyword":"잠"}' }],
		],
		[
			'again, with other white space',
			[{ name: 'search', arguments: '{"keyword":"잠"}' }, { arguments: '{\n "keyword": "잠"\n}' }],
		],
		['again, as an object', [{ name: 'search', arguments: '{"keyword":"잠"}' }, { arguments: { keyword: '잠' } }]],
		[
			'again, in pieces',
			[{ name: 'search', arguments: '{"keyword":"잠"}' }, { arguments: '{"keyword"' }, { arguments: ': "잠"}' }],
		],
		['again, after their beginning', [{ name: 'search', arguments: '{' }, { arguments: '{"keyword":"잠"}' }]],
	])('are read: %s', async (_, given) => {
		const { events: heard } = await answered(...calls(...given));
		expect(heard[0]).toMatchObject({ type: 'call', call: { name: 'search', arguments: { keyword: '잠' } } });
	});

	it.each<[string, readonly object[], string]>([
		[
			'arguments',
			[{ name: 'search', arguments: '{"keyword":"잠"}' }, { arguments: '{"keyword":"물"}' }],
			'bad-arguments',
		],
		['broken arguments', [{ name: 'search', arguments: '{"keyword":"잠"}' }, { arguments: '{"key' }], 'bad-arguments'],
	])('that are sent again as other %s are malformed', async (_, sent, reason) => {
		const { events: heard } = await answered(...calls(...sent));
		expect(heard[0]).toMatchObject({ type: 'malformed', reason });
	});

	it.each([{}, { arguments: null }, { arguments: '' }, { arguments: '""' }, { arguments: '[]' }])(
		'may be missing for a tool that needs none: %j',
		async (given) => {
			const { events: heard } = await answered(...calls({ name: 'list', ...given }));
			expect(heard[0]).toMatchObject({ type: 'call', call: { name: 'list', arguments: {} } });
		},
	);

	it.each(['list', 'search'])('of %s may have been to come where the answer was cut before any', async (name) => {
		const whole = { index: 0, id: 'a', function: { name: 'list' } };
		const open = { index: 1, id: 'b', function: { name, arguments: '' } };
		const cut = { delta: {}, finish_reason: 'length' };
		const { events: heard, finish } = await answered({ tool_calls: [whole] }, { tool_calls: [open] }, cut);
		expect(finish.unified).toBe('length');
		expect(heard.slice(0, 2)).toMatchObject([
			{ type: 'call', call: { name: 'list', arguments: {} } },
			{ type: 'malformed', reason: 'unclosed', raw: `${name}()` },
		]);
		const { events: given } = await answered(...calls({ name: 'list', arguments: '{}' }), cut);
		expect(given[0]).toMatchObject({ type: 'call', call: { name: 'list' } });
	});

	it.each([null, '""', '[]'])(
		"that are missing (%j) for a tool that needs some are not the model's: unscored",
		async (none) => {
			const record = await answered({ content: '찾을게요.' }, ...calls({ name: 'search', arguments: none }));
			const { generation } = await splitGeneration(record);
			expect(generation.events.map(({ type }) => type)).toEqual(['text']);
			expect(missingEvidence(turnOf({ generations: [generation], facts: {} }), 'first-call')).toBe(
				'swallowed-by-engine',
			);
		},
	);
});

it('an entry of a call without its function is a call that the server lost, unless a later one has it', async () => {
	const whole = { index: 0, id: 'a', type: 'function', function: { name: 'list', arguments: '{}' } };
	const empty = { index: 1, id: '', type: 'function' };
	const lost = await answered({ tool_calls: [whole] }, { tool_calls: [empty] });
	expect(lost).toMatchObject({
		events: [{ type: 'call' }, { type: 'end' }],
		finish: { raw: FINISH_WORDS.missingName },
	});
	const late = await answered(
		{ tool_calls: [whole] },
		{ tool_calls: [empty] },
		{ tool_calls: [{ ...whole, index: 1 }] },
	);
	expect(late.events.map(({ type }) => type)).toEqual(['call', 'call', 'end']);
	const again = await answered({ tool_calls: [whole] }, { tool_calls: [{ index: 0 }] });
	expect(again.events.map(({ type }) => type)).toEqual(['call', 'end']);
});

it.each<readonly [string, readonly string[] | undefined]>([
	['{"keyword":"a","n":9007199254740993}', ['rounded-number']],
	['{"keyword":"a","keyword":"b"}', ['repeated-key']],
	['"{\\"keyword\\":\\"a\\",\\"keyword\\":\\"b\\"}"', ['repeated-key']],
	['{"keyword":"a"}', undefined],
])('a server’s arguments %s report what was lost in reading them', async (text, repairs) => {
	const { events: heard } = await answered(...calls({ name: 'search', arguments: text }));
	expect(heard.flatMap((event) => (event.type === 'call' ? [event.call.repairs] : []))).toEqual([repairs]);
});
