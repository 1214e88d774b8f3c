import { describe, expect, it } from 'vitest';
import {
	callOf,
	openRawConversation,
	STREAK_CHUNKS,
	STREAK_TEXT,
	STREAK_TOOL,
	streakAnswer,
	userTurn,
} from '../../testing/doubles/scripted-raw-conversation.ts';
import { gemma4Templates } from '../../testing/gguf/gemma4-template.ts';
import { gemma4 } from '../gemma4.ts';

describe('a raw conversation', () => {
	it('renders the first turn only, and continues the raw text after that', async () => {
		const { send, prompt } = openRawConversation([
			{ pieces: STREAK_CHUNKS, finish: { unified: 'stop', raw: '<|tool_response>' } },
			{ pieces: ['7일', '째예요.'] },
			{ pieces: ['네!'] },
		]);
		const call = callOf(await send(userTurn('며칠째야?')));
		await send({ type: 'tool-results', results: [streakAnswer(call, 7)] });
		await send(userTurn('고마워'));
		const first = `${prompt(0)}${STREAK_TEXT}<|tool_response>response:get_streak{data:{days:7},ok:true}<tool_response|>`;
		expect(prompt(0)).toMatch(/^<bos><\|turn>system\n<\|tool>declaration:get_streak.*<\|turn>model\n$/s);
		expect(prompt(1)).toBe(first);
		expect(prompt(2)).toBe(`${first}7일째예요.<turn|>\n<|turn>user\n고마워<turn|>\n<|turn>model\n`);
	});

	it('goes on after calls that its history ends with, as if it had made them itself', async () => {
		const own = openRawConversation([{ pieces: STREAK_CHUNKS }, { pieces: ['네'] }]);
		const call = callOf(await own.send(userTurn('며칠째야?')));
		await own.send({ type: 'tool-results', results: [streakAnswer(call, 7)] });
		const [content = ''] = STREAK_TEXT.split('<|tool_call>');
		const asked = {
			id: 'asked-0',
			type: 'function',
			function: { name: call.name, arguments: call.arguments },
		} as const;
		const given = openRawConversation([{ pieces: ['네'] }], {
			history: [
				{ role: 'user', content: '며칠째야?' },
				{ role: 'assistant', content, tool_calls: [asked] },
			],
		});
		await given.send({ type: 'tool-results', results: [streakAnswer({ ...call, id: 'asked-0' }, 7)] });
		expect(given.prompt(0)).toBe(own.prompt(1));
		expect(given.completer.requests[0]?.parts).toHaveLength(1);
		const without = openRawConversation([{ pieces: ['네'] }]);
		await expect(without.send({ type: 'tool-results', results: [] })).rejects.toThrow('begins with a user turn');
	});

	it('sends what the model wrote as its own tokens', async () => {
		const { send, completer } = openRawConversation([
			{ pieces: STREAK_CHUNKS, tokens: [5, 6, 48, 7, 8, 49] },
			{ pieces: ['네'], tokens: [9] },
			{ pieces: ['네'], tokens: [9] },
		]);
		const call = callOf(await send(userTurn('며칠째야?')));
		await send({ type: 'tool-results', results: [streakAnswer(call, 7)] });
		await send(userTurn('고마워'));
		const parts = completer.requests.map((request) => request.parts);
		expect(parts[0]?.map((part) => part.tokens)).toEqual([undefined]);
		expect(parts[1]?.slice(0, 1)).toEqual(parts[0]);
		expect(parts[1]?.[1]).toEqual({ text: STREAK_TEXT, tokens: [5, 6, 48, 7, 8, 49] });
		expect(parts[2]?.slice(0, 3)).toEqual(parts[1]);
		expect(parts[2]?.[3]).toEqual({ text: '네', tokens: [9] });
	});

	it('sends what the model wrote as text where one token is not reported', async () => {
		const { send, completer } = openRawConversation([{ pieces: ['네', '.'], tokens: [9] }, { pieces: ['네'] }]);
		await send(userTurn('안녕'));
		await send(userTurn('안녕'));
		expect(completer.requests[1]?.parts[1]).toEqual({ text: '네.' });
	});

	it('keeps the shared beginning the same in every turn', async () => {
		const { send, completer, prompt } = openRawConversation([{ pieces: ['네'] }, { pieces: ['네'] }], {
			system: '코치',
		});
		await send(userTurn('안녕'));
		await send(userTurn('또 안녕'));
		const [first, second] = completer.requests.map((request) => request.sharedChars);
		expect(first).toBe(second);
		expect(prompt(0).slice(first)).toBe('<|turn>user\n안녕<turn|>\n<|turn>model\n');
	});

	it('opens every model turn as the template does', async () => {
		const { send, prompt } = openRawConversation(
			[{ pieces: ['네'] }, { pieces: ['네'] }],
			{},
			gemma4Templates.thinkingOff,
		);
		await send(userTurn('안녕'));
		await send(userTurn('또'));
		const opening = '<|turn>model\n<|channel>thought\n<channel|>';
		expect(prompt(1)).toBe(`${prompt(0)}네<turn|>\n<|turn>user\n또<turn|>\n${opening}`);
		expect(prompt(0).endsWith(opening)).toBe(true);
	});

	it('sends answers that never reached the model before the next user turn', async () => {
		const { send, prompt } = openRawConversation([{ pieces: STREAK_CHUNKS }, { pieces: ['네'] }]);
		const call = callOf(await send(userTurn('며칠째야?')));
		await send({ type: 'user', text: '됐어', unsent: [streakAnswer(call, 7)] });
		expect(prompt(1)).toBe(
			`${prompt(0)}${STREAK_TEXT}<|tool_response>response:get_streak{data:{days:7},ok:true}<tool_response|><turn|>\n<|turn>user\n됐어<turn|>\n<|turn>model\n`,
		);
	});

	it('sends a reflection as the model’s own words after the answers', async () => {
		const { send, prompt } = openRawConversation([{ pieces: STREAK_CHUNKS }, { pieces: ['네'] }, { pieces: ['네'] }]);
		const call = callOf(await send(userTurn('며칠째야?')));
		await send({ type: 'tool-results', results: [streakAnswer(call, 7)], reflection: '1개 중 0개 성공' });
		expect(prompt(1).endsWith('ok:true}<tool_response|>1개 중 0개 성공\n\n')).toBe(true);
		await send(userTurn('또'));
		expect(prompt(2)).toBe(`${prompt(1)}네<turn|>\n<|turn>user\n또<turn|>\n<|turn>model\n`);
	});

	it('passes sampling, limits, stops and the signal on', async () => {
		const { send, completer } = openRawConversation([{ pieces: ['네'] }]);
		await send(userTurn('안녕'));
		expect(completer.requests[0]).toMatchObject({
			maxTokens: 64,
			deadlineMs: 1000,
			sampling: { temperature: 0, seed: 1 },
			stop: ['<turn|>', '<eos>', '<|tool_response>'],
		});
		expect(completer.requests[0]?.grammar).toBeUndefined();
	});

	it('constrains the generation to one call of the named tool', async () => {
		const { send, completer } = openRawConversation([{ pieces: STREAK_CHUNKS.slice(2) }], {
			constrainTo: 'get_streak',
		});
		await send(userTurn('안녕'));
		expect(completer.requests[0]?.grammar).toBe(gemma4.callGrammar(STREAK_TOOL));
	});

	it('reads calls as strictly as it is asked to', async () => {
		const script = [{ pieces: ['<|tool_call>:get_streak{}', '<tool_call|>'] }];
		const strict = await openRawConversation(script).send(userTurn('안녕'));
		const lenient = await openRawConversation(script, { reading: 'lenient' }).send(userTurn('안녕'));
		expect(strict.map((event) => event.type)).toEqual(['malformed', 'end']);
		expect(lenient.map((event) => event.type)).toEqual(['call', 'end']);
	});
});

describe('the events of a generation', () => {
	it('carry the time of the piece that completed them, and end once', async () => {
		const { send } = openRawConversation([
			{ pieces: STREAK_CHUNKS, finish: { unified: 'stop', raw: '<|tool_response>' } },
		]);
		const events = await send(userTurn('며칠째야?'));
		const call = {
			id: 'call-0',
			name: 'get_streak',
			arguments: { habit_id: 'h1' },
			raw: STREAK_CHUNKS.slice(2).join(''),
			repairs: [],
		};
		expect(events).toEqual([
			{ type: 'text', text: '연속 ', atMs: 10 },
			{ type: 'text', text: '일수를 볼게요.', atMs: 20 },
			{ type: 'call', call, atMs: 60 },
			{
				type: 'end',
				finish: { unified: 'tool-call', raw: '<|tool_response>' },
				usage: { outputTokens: 6 },
				timings: {
					source: 'engine',
					firstTokenMs: 10,
					lastTokenMs: 60,
					callOpenMs: 30,
					callCompleteMs: 60,
					totalMs: 70,
				},
			},
		]);
	});

	it('number the calls through the conversation', async () => {
		const two = [...STREAK_CHUNKS.slice(2), ...STREAK_CHUNKS.slice(2)];
		const { send } = openRawConversation([{ pieces: two }, { pieces: STREAK_CHUNKS }]);
		const first = await send(userTurn('둘 다'));
		const second = await send({ type: 'tool-results', results: [] });
		const ids = [...first, ...second].flatMap((event) => (event.type === 'call' ? [event.call.id] : []));
		expect(ids).toEqual(['call-0', 'call-1', 'call-2']);
	});

	it('time the first call that could be read', async () => {
		const { send, records } = openRawConversation([
			{ pieces: ['<|tool_call>', 'x<tool_call|>', ...STREAK_CHUNKS.slice(2)] },
		]);
		await send(userTurn('안녕'));
		expect(records[0]?.timings).toMatchObject({ callOpenMs: 30, callCompleteMs: 60 });
	});

	it.each([
		['<|tool_call>call:get_str', 'length', 'malformed'],
		['<|tool_call>call:get_streak{habit:<|"|>물', 'deadline', 'malformed'],
		['<|tool_call>call:get_streak{}', 'length', 'malformed'],
		['<|tool_call>call:get_streak{}<tool_call|>', 'length', 'call'],
		['<|tool_call>call:get_streak{}', 'stop', 'call'],
		['<|tool_call>call:get_streak', 'stop', 'call'],
	] as const)('of %s, which ends with %s, gives a %s: half a call is none', async (text, unified, type) => {
		const script = [{ pieces: [text], finish: { unified, raw: unified } }];
		const { send } = openRawConversation(script, { reading: 'lenient' });
		const events = await send(userTurn('며칠째야?'));
		const attempts = events.filter((event) => event.type === 'call' || event.type === 'malformed');
		expect(attempts).toMatchObject([{ type }]);
		expect(events.at(-1)).toMatchObject({
			finish: { unified: type === 'call' && unified === 'stop' ? 'tool-call' : unified },
		});
	});

	it('keep a cut-off generation cut off, even with a call', async () => {
		const { send } = openRawConversation([{ pieces: STREAK_CHUNKS, finish: { unified: 'length', raw: 'maxTokens' } }]);
		expect((await send(userTurn('안녕'))).at(-1)).toMatchObject({ finish: { unified: 'length' } });
	});

	it('of an empty generation are its end only, with no token times', async () => {
		const { send } = openRawConversation([{ pieces: [] }]);
		expect(await send(userTurn('안녕'))).toEqual([
			{
				type: 'end',
				finish: { unified: 'stop', raw: 'eog' },
				usage: { outputTokens: 0 },
				timings: { source: 'engine', totalMs: 10 },
			},
		]);
	});
});
