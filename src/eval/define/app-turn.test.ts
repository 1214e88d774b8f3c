import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { HINT_AFTER_TURNS } from '../../chat/session.ts';
import { emitFrameCandidatesTool, FormatError } from '../../frame/candidates.ts';
import { GenerationTimeoutError, NoCallError } from '../../frame/suggest.ts';
import type { Conversation } from '../../model/conversation.ts';
import { appDouble } from '../../testing/doubles/app-double.ts';
import { ScriptedConversation, type ScriptedGeneration } from '../../testing/doubles/scripted-conversation.ts';
import { saying } from '../../testing/saying.ts';
import type { AppUnderTest } from '../app.ts';
import type { Solution, SolveContext } from '../suite.ts';
import { turnOf } from '../turn.ts';
import { DispatchRecord, solveAppTurn, structuredConversation } from './app-turn.ts';

type Tool = ReturnType<AppUnderTest['open']>['tools'][number];

describe('solveAppTurn', () => {
	it.each([
		[undefined, '알 수 없는 도구: forget', '도구 호출 루프가 너무 길어 중단했습니다.'],
		['ko', '알 수 없는 도구: forget', '도구 호출 루프가 너무 길어 중단했습니다.'],
		['en', 'Unknown tool: forget', 'Stopped, because the tool calls went on for too long.'],
		['any', 'Unknown tool: forget', 'Stopped, because the tool calls went on for too long.'],
	])('speaks the language of an app in %s', async (language, reason, error) => {
		const solution = await solveAppTurn('Forget it', {
			app: { ...appDouble(), language },
			openConversation: () => new ScriptedConversation(() => [{ call: 'forget' }]),
			policy: 'push',
			reflection: false,
			deadlineMs: 1_000,
			generations: [],
		});
		expect(solution.error).toBe(error);
		expect(solution.messages[1]).toMatchObject({ role: 'tool-call', result: { reason } });
	});

	const turn = (app: AppUnderTest, script: readonly ScriptedGeneration[]): Promise<Solution> =>
		solveAppTurn('저장해 줘', {
			app,
			openConversation: () => new ScriptedConversation(script),
			policy: 'push',
			reflection: false,
			deadlineMs: 1_000,
			generations: [],
		});

	it.each([['', '저장해 줘'], ['저장해 줘', ' \n'], ['\u200b']])('refuses a blank turn: %j', async (...texts) => {
		const context = {
			app: appDouble(),
			openConversation: () => new ScriptedConversation([[{ text: '네.' }]]),
			policy: 'push',
			reflection: false,
			deadlineMs: 1_000,
			generations: [],
		} as const;
		await expect(solveAppTurn(texts, context)).rejects.toThrow(/^solveAppTurn: turn \d of \d is blank$/u);
	});

	it('keeps the dispatcher’s log', async () => {
		const app = appDouble({
			search_catalog: () => {
				throw new RangeError('no catalog');
			},
		});
		const { facts } = await turn(app, [
			[{ call: 'forget' }, { call: 'add_habit', arguments: {} }],
			[{ call: 'search_catalog', arguments: { mood: 'good' } }],
			[{ text: '네.' }],
		]);
		expect(facts.dispatch).toMatchObject([
			{ level: 'warn', event: 'unknown_tool', tool: 'forget' },
			{ level: 'info', event: 'validation', tool: 'add_habit', problem: expect.stringContaining('protocol_id') },
			{ level: 'info', event: 'extra_arguments', tool: 'search_catalog', keys: ['mood'] },
			{ level: 'error', event: 'tool_error', tool: 'search_catalog', error: 'no catalog' },
		]);
		expect(JSON.stringify(facts.dispatch)).not.toContain(import.meta.dirname);
	});

	it('has no dispatch among its facts where there is nothing to tell', async () => {
		const { facts } = await turn(appDouble(), [[{ call: 'search_catalog' }], [{ text: '네.' }]]);
		expect(Object.keys(facts)).toEqual(['before', 'after']);
	});

	// Seed 004 §1: `error, tool_name, status, type` for a local tool as for one of an MCP server.
	it.each(['seed-004', undefined] as const)(
		'failures reach the model in the form %s, with the reflection',
		async (failureForm) => {
			const double = appDouble({
				search_catalog: () => ({ type: 'error', code: 'r1', reason: '없음', kind: 'result_error' }),
			});
			const open = (): ReturnType<AppUnderTest['open']> => {
				const session = double.open();
				const [local, other] = session.tools as readonly [Tool, Tool];
				return { ...session, tools: [local, { ...other, ...local, name: 'served', server: 'weather' }] };
			};
			const conversation = new ScriptedConversation([
				[{ call: 'search_catalog' }, { call: 'served' }, { call: 'forget' }],
				[{ text: '네.' }],
			]);
			const { messages } = await solveAppTurn('찾아 줘', {
				app: { ...double, open, failureForm },
				openConversation: () => conversation,
				policy: 'push',
				reflection: true,
				deadlineMs: 1_000,
				generations: [],
			});
			const form = (tool_name: string, error: string): JsonObject => ({
				error,
				status: 'failed',
				tool_name,
				type: 'result_error',
			});
			const forgotten = '알 수 없는 도구: forget';
			const [, input] = conversation.inputs;
			expect(input).toMatchObject({
				results: [
					{
						response:
							failureForm === undefined ? { ok: false, code: 'r1', reason: '없음' } : form('search_catalog', '없음'),
					},
					{ response: form('served', '없음') },
					{
						response:
							failureForm === undefined
								? { code: 'unknown_tool', ok: false, reason: forgotten }
								: form('forget', forgotten),
					},
				],
			});
			expect(messages.map(({ role }) => role)).toEqual([
				'user',
				'tool-call',
				'tool-call',
				'tool-call',
				'reflection',
				'model',
			]);
		},
	);

	describe('with several user turns', () => {
		const script = [[{ text: '무엇을요?' }], [{ call: 'search_catalog' }], [{ text: '찾았어요.' }]] as const;
		const talk = (
			texts: readonly string[],
			generations: readonly ScriptedGeneration[],
			conversation: Conversation = new ScriptedConversation(generations),
		): Promise<Solution> => solveAppTurn(texts, contextOf(conversation));
		const contextOf = (conversation: Conversation): SolveContext => ({
			app: appDouble(),
			openConversation: () => conversation,
			policy: 'push',
			reflection: false,
			deadlineMs: 1_000,
			generations: [],
		});

		it('asks them in order in one conversation', async () => {
			const { messages, error } = await talk(['찾아 줘', '산책'], script);
			expect(messages.map(({ role }) => role)).toEqual(['user', 'model', 'user', 'tool-call', 'model']);
			expect([messages[2], messages.at(-1), error]).toEqual([
				{ role: 'user', text: '산책' },
				{ role: 'model', text: '찾았어요.' },
				undefined,
			]);
		});

		it('ends with the first that fails', async () => {
			const { messages, error } = await talk(
				['찾아 줘', '산책', '고마워'],
				[[{ text: '네?' }], [{ finish: 'deadline' }]],
			);
			expect(messages.filter(({ role }) => role === 'user')).toHaveLength(2);
			expect(error).toMatch(/\S/u);
		});

		it('has the model’s answer, not the app’s hint after it', async () => {
			const times = Array.from({ length: HINT_AFTER_TURNS + 1 }, () => [{ text: '네.' }]);
			const { messages } = await talk(
				times.map(() => '응'),
				times,
			);
			expect(messages.at(-1)?.role).toBe('system');
			expect(turnOf({ messages, generations: [], facts: {} }).answer).toBe('네.');
			const silent = [{ role: 'model', text: ' \n' }] as const;
			expect(turnOf({ messages: silent, generations: [], facts: {} }).answer).toBeUndefined();
		});

		it('has them taken by an app that has a controller of its own, up to the first that fails', async () => {
			const asked: string[] = [];
			const app = {
				async *sendChatTurn() {},
				async userTurn(text: string) {
					asked.push(text);
					const messages = [{ role: 'user', text } as const, { role: 'model', text: `${this === app}` } as const];
					return { messages, ...(text === 'b' && { error: 'broken' }) };
				},
			};
			const { messages, error } = await talk(['a', 'b', 'c'], [], app);
			expect([asked, error]).toEqual([['a', 'b'], 'broken']);
			expect(messages.map((message) => 'text' in message && message.text)).toEqual(['a', 'true', 'b', 'true']);
			const chosen = solveAppTurn('a', contextOf(app), 'yes', undefined, async () => []);
			await expect(chosen).rejects.toThrow(saying('device.own-tools'));
		});
	});
});

describe('DispatchRecord', () => {
	it('keeps level, event and fields in order', () => {
		const record = new DispatchRecord();
		record.warn('unknown_tool', { tool: 'forget' });
		record.info('extra_arguments', { tool: 'add_habit', keys: ['mood'] });
		expect(record.entries()).toEqual([
			{ level: 'warn', event: 'unknown_tool', tool: 'forget' },
			{ level: 'info', event: 'extra_arguments', tool: 'add_habit', keys: ['mood'] },
		]);
	});

	it('gives the place of an error without local folders', () => {
		const record = new DispatchRecord();
		const stack = 'Error: no\n    at handler (/home/kim/app/tools.ts:3:9)\n    at node:internal/x:1:1';
		record.error('tool_error', { tool: 'add_habit', error: "open '/home/kim/habits.db'", stack });
		expect(record.entries()).toEqual([
			{
				level: 'error',
				event: 'tool_error',
				tool: 'add_habit',
				error: "open 'habits.db'",
				stack: ['handler (tools.ts:3:9)'],
			},
		]);
	});

	it('is bounded in entries, keys and characters, and counts what it left out', () => {
		const record = new DispatchRecord();
		for (let n = 0; n < 60; n += 1) {
			record.info('extra_arguments', { tool: 'x'.repeat(10_000), keys: Array.from({ length: 1000 }, String) });
		}
		const entries = record.entries();
		expect(entries).toHaveLength(51);
		expect(entries.at(-1)).toEqual({ level: 'info', event: 'left_out', count: 10 });
		expect(entries[0]).toMatchObject({ tool: `${'x'.repeat(300)}…` });
		expect(JSON.stringify(entries).length).toBeLessThan(50_000);
	});
});

const ask = (conversation: Conversation): Promise<JsonObject> =>
	structuredConversation(() => conversation).generateStructured('묻는 말', emitFrameCandidatesTool, {
		signal: new AbortController().signal,
	});
const askScripted = (...generation: ScriptedGeneration): Promise<JsonObject> =>
	ask(new ScriptedConversation([generation]));

describe('structuredConversation', () => {
	it('gives the arguments of the first demanded call', async () => {
		const other = { call: 'other', arguments: { a: 1 } };
		const first = { call: 'emit_frame_candidates', arguments: { candidates: [] } };
		const second = { call: 'emit_frame_candidates', arguments: { candidates: [1] } };
		expect(await askScripted({ text: '네' }, other, first, second)).toEqual({ candidates: [] });
	});

	it('sends the prompt as the user’s words', async () => {
		const conversation = new ScriptedConversation([[{ call: 'emit_frame_candidates' }]]);
		await ask(conversation);
		expect(conversation.inputs).toEqual([{ type: 'user', text: '묻는 말' }]);
	});

	it('distinguishes a missing, a malformed and a late call', async () => {
		await expect(askScripted({ text: '네' })).rejects.toThrow(NoCallError);
		await expect(askScripted({ malformed: 'call:', reason: 'unclosed' })).rejects.toThrow(FormatError);
		const late: Conversation = {
			async *sendChatTurn() {
				yield {
					type: 'end',
					finish: { unified: 'deadline', raw: 'deadline' },
					usage: {},
					timings: { source: 'wall-clock', totalMs: 1 },
				};
			},
		};
		await expect(ask(late)).rejects.toThrow(GenerationTimeoutError);
	});
});
