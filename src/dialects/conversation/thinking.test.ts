import { describe, expect, it } from 'vitest';
import { UsageError } from '../../base/errors.ts';
import { ScriptedCompleter } from '../../model/completer.ts';
import type { GenerationRecord } from '../../model/generation.ts';
import { scriptedModel } from '../../testing/doubles/scripted-model.ts';
import {
	callOf,
	openRawConversation,
	STREAK_CHUNKS,
	streakAnswer,
	userTurn,
} from '../../testing/doubles/scripted-raw-conversation.ts';
import { TEMPLATES } from '../../testing/template-fixture.ts';
import { gemma4 } from '../gemma4.ts';
import { GEMMA4_CHAT_TEMPLATE } from '../prompt/gemma4-template.ts';
import { openConversation, thinkingOf } from './open-conversation.ts';
import { withThoughtBudget } from './thoughts.ts';

const THOUGHT = ['<|channel>', 'thought\n', '음', '<channel|>'];
const length = { unified: 'length', raw: 'length' } as const;

describe('thinking', () => {
	it("is asked for by the template's own switch", async () => {
		const { send, prompt } = openRawConversation(
			[{ pieces: ['네'] }],
			{ thinking: 'on', system: 'S' },
			TEMPLATES.olderGemma4,
		);
		await send(userTurn('안녕'));
		expect(prompt(0)).toMatch(/^<bos><\|turn>system\n<\|think\|>\nS/u);
	});

	it('is asked for by the marker, once, where the template has no switch', async () => {
		const { send, prompt } = openRawConversation([{ pieces: ['네'] }], { thinking: 'on', system: 'S' });
		await send(userTurn('안녕'));
		expect(prompt(0)).toMatch(/^<bos><\|turn>system\n<\|think\|>\nS/u);
		expect(prompt(0).split('<|think|>')).toHaveLength(2);
	});

	it('is not asked for where nothing was chosen', async () => {
		const { send, prompt } = openRawConversation([{ pieces: ['네'] }], { system: 'S' });
		await send(userTurn('안녕'));
		expect(prompt(0)).not.toContain('<|think|>');
	});

	it('is counted apart', async () => {
		const { send, records } = openRawConversation([{ pieces: [...THOUGHT, '네', '.'] }]);
		await send(userTurn('안녕'));
		expect(records[0]?.usage).toEqual({ outputTokens: 6, thoughtTokens: 3 });
	});

	it('that was asked for and did not happen counts no tokens', async () => {
		const { send, records } = openRawConversation([{ pieces: ['네'] }], { thinking: 'on' });
		await send(userTurn('안녕'));
		expect(records[0]?.usage).toEqual({ outputTokens: 1, thoughtTokens: 0 });
	});

	it('is refused where neither family nor template knows it', () => {
		const model = scriptedModel([], { chatTemplate: TEMPLATES.functionGemma });
		expect(() => thinkingOf(model, 'functiongemma', 'on')).toThrow(UsageError);
		expect(thinkingOf(model, 'functiongemma', 'off')).toBe('off');
	});
});

describe('a thought that the template opens after the responses of tools', () => {
	const script = [
		{ pieces: STREAK_CHUNKS },
		{ pieces: ['12일이면 ', '길다.', '<channel|>', '12일째', '예요.'] },
		{ pieces: ['네.'] },
	];

	it('is in the prompt as the template has it, and what the model writes up to its end is thought', async () => {
		const { send, prompt, records } = openRawConversation(script, { thinking: 'on' }, GEMMA4_CHAT_TEMPLATE);
		const call = callOf(await send(userTurn('며칠째야?')));
		const said = await send({ type: 'tool-results', results: [streakAnswer(call, 12)] });
		expect(prompt(1)).toMatch(/<tool_response\|><\|channel>thought\n$/u);
		expect(said.map((event) => (event.type === 'end' ? 'end' : [event.type, 'text' in event && event.text]))).toEqual([
			['thinking', '12일이면 '],
			['thinking', '길다.'],
			['text', '12일째'],
			['text', '예요.'],
			'end',
		]);
		expect(records.map(({ usage }) => usage.thoughtTokens)).toEqual([0, 2]);
		await send(userTurn('고마워'));
		expect(prompt(2)).not.toMatch(/<\|channel>thought\n$/u);
	});

	it('is found also where the template takes answers in the turn of their calls only', async () => {
		const picky = "{%- for m in messages if m.role == 'tool' -%}{{ raise_exception('no') }}{%- endfor -%}";
		const { send, prompt } = openRawConversation(script, { thinking: 'on' }, picky + GEMMA4_CHAT_TEMPLATE);
		const call = callOf(await send(userTurn('며칠째야?')));
		await send({ type: 'tool-results', results: [streakAnswer(call, 12)] });
		expect(prompt(1)).toMatch(/<tool_response\|><\|channel>thought\n$/u);
	});

	it('is not opened where thinking is off, a grammar holds, or the template opens none', async () => {
		const cases = [
			[{}, GEMMA4_CHAT_TEMPLATE],
			[{ thinking: 'on', constrainTo: 'get_streak' }, GEMMA4_CHAT_TEMPLATE],
			[{ thinking: 'on' }, TEMPLATES.olderGemma4],
		] as const;
		for (const [options, template] of cases) {
			const { send, prompt } = openRawConversation(script, options, template);
			const call = callOf(await send(userTurn('며칠째야?')));
			await send({ type: 'tool-results', results: [streakAnswer(call, 12)] });
			expect(prompt(1)).toMatch(/<tool_response\|>$/u);
		}
	});

	it('is no guess: a closer that nothing opened stays a stray token', async () => {
		const { send } = openRawConversation([{ pieces: ['네.', '<channel|>', '그래요.'] }], { thinking: 'on' });
		const said = await send(userTurn('안녕'));
		expect(said.filter(({ type }) => type === 'thinking')).toEqual([]);
	});

	it('counts for the budget', async () => {
		const opened = { parts: [{ text: '<bos>A<|channel>thought\n' }], sharedChars: 0, maxTokens: 9, deadlineMs: 99 };
		const completer = new ScriptedCompleter([{ pieces: ['음'], finish: length }, { pieces: ['네'] }]);
		const { thinking } = gemma4;
		if (thinking === undefined) throw new Error('Gemma 4 thinks');
		const budgeted = withThoughtBudget(completer, thinking, 1);
		await Array.fromAsync(budgeted.complete({ ...opened, stop: [], sampling: { temperature: 0, seed: 1 } }));
		expect(completer.requests[1]?.parts.map(({ text }) => text)).toEqual([
			'<bos>A<|channel>thought\n',
			'음',
			'\n<channel|>',
		]);
	});
});

describe('what the model thought before the user spoke again', () => {
	const thinking = { thinking: 'on' } as const;

	it('is left out, of the turn with a tool too, and stays while the turn goes on', async () => {
		const script = [
			{ pieces: [...THOUGHT, '<|tool_call>', 'call:get_streak{}', '<tool_call|>'], tokens: [1, 2, 3, 4, 5, 6, 7] },
			{ pieces: ['길다.\n', '<channel|>', '12일째예요.'], tokens: [8, 4, 9] },
			{ pieces: ['네.'] },
		];
		const { send, prompt, completer } = openRawConversation(script, thinking, GEMMA4_CHAT_TEMPLATE);
		const call = callOf(await send(userTurn('며칠째야?')));
		await send({ type: 'tool-results', results: [streakAnswer(call, 12)] });
		expect(prompt(1)).toContain(`${THOUGHT.join('')}<|tool_call>`);
		await send(userTurn('고마워'));
		expect(prompt(2)).not.toContain('<|channel>');
		expect(prompt(2)).toMatch(
			/model\n<\|tool_call>call:get_streak\{\}<tool_call\|><\|tool_response>.*<tool_response\|>12일째예요\.<turn\|>\n/u,
		);
		expect(completer.requests[2]?.parts.map(({ tokens }) => tokens)).toEqual([
			...[undefined, [5, 6, 7], undefined, [9], undefined],
		]);
	});

	it('stays where the template prints it', async () => {
		const keeps = GEMMA4_CHAT_TEMPLATE.replace('at > state.last_user', 'true');
		expect(keeps).not.toBe(GEMMA4_CHAT_TEMPLATE);
		const { send, prompt } = openRawConversation(
			[{ pieces: [...THOUGHT, '네.'] }, { pieces: ['네.'] }],
			thinking,
			keeps,
		);
		await send(userTurn('안녕'));
		await send(userTurn('고마워'));
		expect(prompt(1)).toContain(THOUGHT.join(''));
	});

	it.each([
		['a call', '<|channel>thought\n<|tool_call>call:get_streak{}<tool_call|><channel|>'],
		['words', '<|channel>response\n네, 했어요.<channel|>'],
	])('stays where it is %s as we read it', async (_, said) => {
		const { send, prompt } = openRawConversation([{ pieces: [said] }, { pieces: ['네.'] }], {
			...thinking,
			reading: 'lenient',
		});
		await send(userTurn('안녕'));
		await send(userTurn('고마워'));
		expect(prompt(1)).toContain(said);
	});

	it('is cut out of a chunk that holds more, which then is text and no token', async () => {
		const script = [
			{ pieces: ['음, <|channel>thought\n음', '<channel|>네', '.'], tokens: [1, 2, 3] },
			{ pieces: ['네.'] },
		];
		const { send, completer } = openRawConversation(script, thinking);
		await send(userTurn('안녕'));
		await send(userTurn('고마워'));
		expect(completer.requests[1]?.parts[1]).toEqual({ text: '음, 네.' });
	});
});

describe('a budget for thought', () => {
	async function answer(
		script: ConstructorParameters<typeof ScriptedCompleter>[0],
		thinking: number,
	): Promise<{ readonly completer: ScriptedCompleter; readonly record: GenerationRecord | undefined }> {
		const completer = new ScriptedCompleter(script);
		const records: GenerationRecord[] = [];
		const conversation = openConversation({ ...scriptedModel([]), completer }, 'gemma4', {
			tools: [],
			sampling: { temperature: 0, seed: 1 },
			maxTokens: 16,
			deadlineMs: 1000,
			reading: 'strict',
			thinking,
			onGeneration: (record) => records.push(record),
		});
		await Array.fromAsync(conversation.sendChatTurn(userTurn('안녕')));
		return { completer, record: records[0] };
	}

	it('closes a thought that is longer, and lets the model go on', async () => {
		const script = [{ pieces: THOUGHT.slice(0, 3), tokens: [1, 2, 3], finish: length }, { pieces: ['네', '.'] }];
		const { completer, record } = await answer(script, 3);
		expect(completer.requests.map(({ maxTokens }) => maxTokens)).toEqual([3, 13]);
		expect(completer.requests[1]?.parts.slice(1)).toEqual([
			{ text: '<|channel>thought\n음', tokens: [1, 2, 3] },
			{ text: '\n<channel|>' },
		]);
		expect(record?.events.filter(({ type }) => type === 'text')).toMatchObject([{ text: '네' }, { text: '.' }]);
		expect(record?.finish.unified).toBe('stop');
		expect(record?.usage).toEqual({ outputTokens: 5, thoughtTokens: 4 });
		expect(record?.pieceAtMs).toEqual([10, 20, 30, 40, 50, 60]);
	});

	it('adds nothing to a thought that was closed in time', async () => {
		const { completer, record } = await answer([{ pieces: THOUGHT, finish: length }, { pieces: ['네'] }], 4);
		expect(completer.requests[1]?.parts.slice(1)).toEqual([{ text: THOUGHT.join('') }]);
		expect(record?.usage).toEqual({ outputTokens: 5, thoughtTokens: 3 });
	});

	it('is one request where the answer ends within it', async () => {
		const { completer } = await answer([{ pieces: ['네'] }], 4);
		expect(completer.requests).toHaveLength(1);
	});
});
