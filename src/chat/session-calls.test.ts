import { describe, expect, it } from 'vitest';
import type { ScriptedEvent } from '../testing/doubles/scripted-conversation.ts';
import { habit, setUpSession } from '../testing/doubles/session-double.ts';
import { MAX_CALLS } from './turn-loop.ts';
import { checkTurnOrder } from './turn-order.ts';

const search: ScriptedEvent = { call: 'search_catalog', arguments: { category: 'sleep' } };
const addHabit: ScriptedEvent = { call: 'add_habit', arguments: habit };
const unknown: ScriptedEvent = { call: 'delete_all' };

describe('calls of a user turn', () => {
	it('parallel calls: dispatched in order, each with its result, failures included', async () => {
		const { session, conversation, handled } = setUpSession([[unknown, search, addHabit, search], [{ text: '끝' }]], {
			handlers: {
				add_habit: () => {
					throw new TypeError('x');
				},
			},
			confirm: () => true,
		});
		await session.userTurn('전부 해 줘');
		const results = session.state.messages.flatMap((message) =>
			message.role === 'tool-call' ? [[message.call.id, message.result.type]] : [],
		);
		expect(results).toEqual([
			['call-0', 'error'],
			['call-1', 'ok'],
			['call-2', 'error'],
			['call-3', 'ok'],
		]);
		expect(handled.map((call) => call.toolName)).toEqual(['search_catalog', 'add_habit', 'search_catalog']);
		expect(conversation.violations).toEqual([]);
	});

	it('more than MAX_CALLS: the rest is cancelled, and the turn ends', async () => {
		const calls = Array.from({ length: 16_000 }, () => search);
		const { session, handled, states } = setUpSession([calls, [{ text: '끝' }]]);
		await session.userTurn('전부 해 줘');
		expect(handled).toHaveLength(MAX_CALLS);
		const results = session.state.messages.flatMap((message) => (message.role === 'tool-call' ? [message.result] : []));
		expect(results).toHaveLength(calls.length);
		expect(results.at(-1)).toEqual({ type: 'cancelled' });
		expect(session.state).toMatchObject({ error: expect.stringContaining('너무 많아') });
		expect(states.length).toBeLessThan(2 * MAX_CALLS);
	});

	it('reflection: one message after the results, recorded and sent', async () => {
		const { session, conversation } = setUpSession([[unknown, search], [{ text: '끝' }]], { reflection: true });
		await session.userTurn('지워 줘');
		const reflection = session.state.messages[3];
		expect(reflection).toEqual({
			role: 'reflection',
			text: expect.stringContaining('1. **delete_all** (result_error): 알 수 없는 도구: delete_all'),
			sentAs: 'user',
		});
		expect(conversation.inputs[1]).toMatchObject({
			type: 'tool-results',
			reflection: expect.stringContaining('✅ 성공: 1/2개'),
		});
		expect(checkTurnOrder(session.state.messages)).toEqual([]);
	});

	it.each([
		['by default', [unknown], false],
		['when no call failed', [search], true],
		['when the user cancelled', [addHabit], true],
	])('there is no reflection %s', async (_, events, reflection) => {
		const { session, conversation } = setUpSession([events, [{ text: '끝' }]], { reflection });
		await session.userTurn('해 줘');
		expect(session.state.messages.map((message) => message.role)).not.toContain('reflection');
		expect(conversation.inputs[1]).not.toHaveProperty('reflection', expect.anything());
	});

	it('a call without a name is an unknown tool in the reflection', async () => {
		const nameless = { call: undefined as unknown as string };
		const { session } = setUpSession([[nameless], [{ text: '끝' }]], { reflection: true });
		await session.userTurn('지워 줘');
		expect(session.state.messages.map(({ role }) => role)).toEqual(['user', 'tool-call', 'reflection', 'model']);
		expect(session.state.messages[1]).toMatchObject({ result: { code: 'unknown_tool' } });
	});

	it('there is no reflection after the last turn', async () => {
		const { session } = setUpSession(() => [unknown], { reflection: true });
		await session.userTurn('지워 줘');
		const roles = session.state.messages.map((message) => message.role);
		expect(roles.filter((role) => role === 'reflection')).toHaveLength(3);
		expect(roles.at(-1)).toBe('tool-call');
	});

	describe('results that the model has not read', () => {
		it('after MAX_TURNS they go with the next user turn', async () => {
			const { session, conversation } = setUpSession((generation) => (generation < 4 ? [search] : [{ text: '네' }]));
			await session.userTurn('하나');
			await session.userTurn('둘');
			await session.userTurn('셋');
			expect(conversation.inputs[4]).toMatchObject({ type: 'user', text: '둘', unsent: [{ call: { id: 'call-3' } }] });
			expect(conversation.inputs[5]).toEqual({ type: 'user', text: '셋' });
			expect(conversation.violations).toEqual([]);
		});

		it('after a failure they go with the next user turn, again and again', async () => {
			const { session, conversation } = setUpSession([
				[search, search],
				[{ throws: new Error('x') }],
				[{ throws: new Error('x') }],
				[{ text: '네' }],
				[{ text: '네' }],
			]);
			for (const text of ['하나', '둘', '셋', '넷']) await session.userTurn(text);
			expect(conversation.inputs[2]).toMatchObject({
				unsent: [{ call: { id: 'call-0' } }, { call: { id: 'call-1' } }],
			});
			expect(conversation.inputs[3]).toMatchObject({
				unsent: [{ call: { id: 'call-0' } }, { call: { id: 'call-1' } }],
			});
			expect(conversation.inputs[4]).not.toHaveProperty('unsent', expect.anything());
			expect(conversation.violations).toEqual([]);
		});
	});

	describe('the confirm gate', () => {
		it('of the turn overrides that of the session', async () => {
			const { session, handled } = setUpSession([[addHabit], [{ text: '네' }]], { confirm: () => false });
			await session.userTurn('추가', { confirm: () => true });
			expect(handled).toHaveLength(1);
		});

		it('gets the validated arguments', async () => {
			const asked: unknown[] = [];
			const { session } = setUpSession([[{ call: 'add_habit', arguments: { ...habit, extra: 1 } }], [{ text: '네' }]], {
				confirm: (question) => {
					asked.push(question.arguments);
					return true;
				},
			});
			await session.userTurn('추가');
			expect(asked).toEqual([habit]);
		});
	});

	it('an answer cut by the deadline is an error and leaves no empty message', async () => {
		const { session } = setUpSession([[{ finish: 'deadline' }]]);
		await session.userTurn('안녕');
		expect(session.state).toMatchObject({ isStreaming: false, error: '모델의 응답이 너무 오래 걸려 중단했습니다.' });
		expect(session.state.messages.map(({ role }) => role)).toEqual(['user']);
	});

	it.each(['length', 'deadline'] as const)(
		'a complete call counts though the generation ended by %s',
		async (finish) => {
			const { session, handled } = setUpSession([[search, { finish }], [{ text: '네' }]]);
			await session.userTurn('하나');
			expect(handled).toHaveLength(1);
			expect(session.state.messages.at(-1)).toEqual({ role: 'model', text: '네' });
		},
	);

	describe('an abort', () => {
		it.each(['end', 'throw'] as const)(
			'during the stream, where the engine will %s: no error, usable again',
			async (onAbort) => {
				const speaking = Promise.withResolvers<void>();
				const abort = new AbortController();
				const { session, conversation } = setUpSession(
					[[{ text: '잠시' }, { waitFor: speaking.promise }, { text: '만' }], [{ text: '네' }]],
					{ onAbort },
				);
				const turn = session.userTurn('하나', { signal: abort.signal });
				abort.abort();
				speaking.resolve();
				await turn;
				expect(session.state).not.toHaveProperty('error', expect.anything());
				expect(session.state.isStreaming).toBe(false);
				expect(session.state.messages).not.toContainEqual({ role: 'model', text: '' });
				await session.userTurn('둘');
				expect(session.state.messages.at(-1)).toEqual({ role: 'model', text: '네' });
				expect(conversation.violations).toEqual([]);
			},
		);

		it('keeps the text before it', async () => {
			const abort = new AbortController();
			const { session } = setUpSession([[{ text: '잠시 ' }, { text: '만' }]]);
			session.subscribe((state) => {
				if (state.isStreaming && state.streamingText === '잠시 ') abort.abort();
			});
			await session.userTurn('하나', { signal: abort.signal });
			expect(session.state).toEqual({
				isStreaming: false,
				messages: [
					{ role: 'user', text: '하나' },
					{ role: 'model', text: '잠시' },
				],
			});
		});

		it('between parallel calls cancels the rest, each with its result', async () => {
			const abort = new AbortController();
			const { session, conversation, handled } = setUpSession([[search, search, search], [{ text: '네' }]], {
				handlers: {
					search_catalog: () => {
						abort.abort();
						return { type: 'ok', data: [] };
					},
				},
			});
			await session.userTurn('하나', { signal: abort.signal });
			expect(handled).toHaveLength(1);
			expect(session.state.messages.slice(1)).toMatchObject([
				{ result: { type: 'ok' } },
				{ result: { type: 'cancelled' } },
				{ result: { type: 'cancelled' } },
			]);
			await session.userTurn('둘');
			expect(conversation.violations).toEqual([]);
		});

		it('of the engine cancels its calls', async () => {
			const { session, conversation, handled } = setUpSession([
				[{ text: '네' }, search, { finish: 'aborted' }],
				[{ text: '네' }],
			]);
			await session.userTurn('하나');
			expect(handled).toEqual([]);
			expect(session.state.messages.at(-1)).toMatchObject({ result: { type: 'cancelled' } });
			await session.userTurn('둘');
			expect(conversation.violations).toEqual([]);
		});

		it('during a pending confirmation answers no', async () => {
			const abort = new AbortController();
			const { session, handled } = setUpSession([[addHabit]], {
				confirm: () => {
					abort.abort();
					return new Promise(() => undefined);
				},
			});
			await session.userTurn('추가', { signal: abort.signal });
			expect(handled).toEqual([]);
			expect(session.state.messages.at(-1)).toMatchObject({ result: { type: 'cancelled' } });
		});

		it('before the turn: nothing changes', async () => {
			const { session, conversation } = setUpSession([]);
			await session.userTurn('하나', { signal: AbortSignal.abort() });
			expect(session.state.messages).toEqual([]);
			expect(conversation.inputs).toEqual([]);
		});
	});

	it('a disposed session takes no user turn', async () => {
		const { session, conversation } = setUpSession([]);
		session.dispose();
		session.dispose();
		await session.userTurn('안녕');
		expect(conversation.inputs).toEqual([]);
	});

	it('a session that streams is not cleared', async () => {
		const speaking = Promise.withResolvers<void>();
		const { session, conversation } = setUpSession([[{ waitFor: speaking.promise }, { text: '네' }]]);
		const turn = session.userTurn('하나');
		session.clear(conversation);
		speaking.resolve();
		await turn;
		expect(session.state.messages).toHaveLength(2);
	});
});
