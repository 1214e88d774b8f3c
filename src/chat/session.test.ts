import { describe, expect, it } from 'vitest';
import { EngineError } from '../base/errors.ts';
import type { ScriptedEvent } from '../testing/doubles/scripted-conversation.ts';
import { habit, setUpSession } from '../testing/doubles/session-double.ts';
import type { ChatSessionState } from './turn-loop.ts';

const searchSleep: ScriptedEvent = { call: 'search_catalog', arguments: { category: 'sleep' } };
const addHabit: ScriptedEvent = { call: 'add_habit', arguments: habit };

describe('ChatSessionController.userTurn', () => {
	describe('test cases', () => {
		it('natural language only: messages are [user, model], not streaming', async () => {
			const { session } = setUpSession([[{ text: '안녕!' }]]);
			await session.userTurn('안녕');
			expect(session.state).toEqual({
				isStreaming: false,
				messages: [
					{ role: 'user', text: '안녕' },
					{ role: 'model', text: '안녕!' },
				],
			});
		});

		it('one tool call and an answer: messages are [user, toolCall, model]', async () => {
			const { session, conversation } = setUpSession([
				[searchSleep],
				[{ text: '카페인 ' }, { text: 'protocol이 있어요' }],
			]);
			await session.userTurn('수면 습관 추천');
			expect(session.state.messages).toEqual([
				{ role: 'user', text: '수면 습관 추천' },
				{
					role: 'tool-call',
					call: expect.objectContaining({ id: 'call-0', name: 'search_catalog', arguments: { category: 'sleep' } }),
					result: { type: 'ok', data: { echo: { category: 'sleep', limit: 10 } } },
				},
				{ role: 'model', text: '카페인 protocol이 있어요' },
			]);
			expect(conversation.inputs).toEqual([
				{ type: 'user', text: '수면 습관 추천' },
				{
					type: 'tool-results',
					results: [
						{
							call: expect.objectContaining({ id: 'call-0' }),
							response: { ok: true, data: { echo: { category: 'sleep', limit: 10 } } },
						},
					],
				},
			]);
		});

		it('destructive cancel: the result of the call is ToolCancelled', async () => {
			const { session, handled, conversation } = setUpSession([[addHabit], [{ text: '알겠어요' }]], {
				confirm: () => false,
			});
			await session.userTurn('습관 추가해 줘');
			expect(session.state.messages[1]).toMatchObject({ role: 'tool-call', result: { type: 'cancelled' } });
			expect(handled).toEqual([]);
			expect(conversation.inputs[1]).toMatchObject({ results: [{ response: { ok: false, cancelled: true } }] });
		});

		it('MAX_TURNS exceeded: an error, not streaming, all messages stay', async () => {
			const { session, conversation } = setUpSession(() => [searchSleep]);
			await session.userTurn('계속 찾아 줘');
			expect(session.state).toMatchObject({
				isStreaming: false,
				error: '도구 호출 루프가 너무 길어 중단했습니다.',
			});
			expect(rolesOf(session.state)).toEqual(['user', 'tool-call', 'tool-call', 'tool-call', 'tool-call']);
			expect(conversation.inputs).toHaveLength(4);
		});

		it('a second userTurn while streaming: returns at once, state unchanged', async () => {
			const speaking = Promise.withResolvers<void>();
			const { session } = setUpSession([[{ text: '잠시만' }, { waitFor: speaking.promise }, { text: '요' }]]);
			const first = session.userTurn('하나');
			const before = session.state;
			await session.userTurn('둘');
			expect(session.state.messages).toEqual(before.messages);
			speaking.resolve();
			await first;
			expect(session.state.messages).toEqual([
				{ role: 'user', text: '하나' },
				{ role: 'model', text: '잠시만요' },
			]);
		});
	});

	describe('errors and failures', () => {
		it.each(['', '   ', '\n\t '])('empty input %j: state unchanged', async (text) => {
			const { session, conversation, states } = setUpSession([]);
			await session.userTurn(text);
			expect(session.state).toEqual({ isStreaming: false, messages: [] });
			expect(states).toEqual([]);
			expect(conversation.inputs).toEqual([]);
		});

		it.each([
			['TypeError', new TypeError('secret'), 'TypeError'],
			['an engine error', new EngineError('context-overflow', 'secret'), 'EngineError (context-overflow)'],
			['a string', 'secret', 'string'],
			['nothing', undefined, 'undefined'],
		])('LLM stream throws %s: the error names its type only', async (_, thrown, type) => {
			const { session } = setUpSession([[{ text: '음' }, { throws: thrown }]]);
			await session.userTurn('안녕');
			expect(session.state).toEqual({
				isStreaming: false,
				messages: [{ role: 'user', text: '안녕' }],
				error: `LLM 응답 실패: ${type}`,
			});
		});

		it('a conversation that throws before it streams is the same failure', async () => {
			const { session } = setUpSession([], {
				conversation: {
					sendChatTurn() {
						throw new RangeError('x');
					},
				},
			});
			await session.userTurn('안녕');
			expect(session.state).toMatchObject({ isStreaming: false, error: 'LLM 응답 실패: RangeError' });
		});

		it('after a failure the messages stay, the session works again and the error is gone', async () => {
			const { session } = setUpSession([[searchSleep], [{ throws: new Error('x') }], [{ text: '네' }]]);
			await session.userTurn('하나');
			expect(rolesOf(session.state)).toEqual(['user', 'tool-call']);
			await session.userTurn('둘');
			expect(rolesOf(session.state)).toEqual(['user', 'tool-call', 'user', 'model']);
			expect(session.state).not.toHaveProperty('error', expect.anything());
		});

		it('a generation that throws after its call has no effect', async () => {
			const { session, handled } = setUpSession([[{ text: '네' }, searchSleep, { throws: new Error('cut') }]]);
			await session.userTurn('찾아 줘');
			expect(handled).toEqual([]);
			expect(rolesOf(session.state)).toEqual(['user']);
		});

		it('tool result that cannot be serialised: becomes a ToolErr', async () => {
			const { session, conversation } = setUpSession([[searchSleep], [{ text: '실패했어요' }]], {
				handlers: { search_catalog: () => ({ type: 'ok', data: 1n as unknown as number }) },
			});
			await session.userTurn('찾아 줘');
			expect(session.state.messages[1]).toMatchObject({ result: { type: 'error', code: 'handler_error' } });
			expect(conversation.inputs[1]).toMatchObject({ results: [{ response: { ok: false, code: 'handler_error' } }] });
		});
	});

	describe('state', () => {
		it('publishes every state, text as it streams', async () => {
			const { session, states } = setUpSession([[{ text: '안' }, { text: '녕' }]]);
			await session.userTurn('안녕');
			const streamed = states.flatMap((state) => (state.isStreaming ? [state.streamingText] : []));
			expect(streamed).toEqual(['', '안', '안녕', '']);
			expect(states.at(-1)).toEqual(session.state);
		});

		it('thinking is not shown', async () => {
			const { session } = setUpSession([[{ thinking: '음...' }, { text: '네' }]]);
			await session.userTurn('안녕');
			expect(session.state.messages.at(-1)).toEqual({ role: 'model', text: '네' });
		});

		it('a throwing listener is ignored, an unsubscribed one is not called', async () => {
			const { session } = setUpSession([[{ text: '네' }]]);
			const received: ChatSessionState[] = [];
			session.subscribe(() => {
				throw new Error('x');
			});
			session.subscribe((state) => void received.push(state))();
			await session.userTurn('안녕');
			expect(session.state.messages).toHaveLength(2);
			expect(received).toEqual([]);
		});

		it('a listener may start the next turn: others get states in order', async () => {
			const { session } = setUpSession([[{ text: '하나' }], [{ text: '둘' }]]);
			const received: number[] = [];
			const next = Promise.withResolvers<void>();
			session.subscribe(({ isStreaming, messages }) => {
				if (!isStreaming && messages.length === 2) session.userTurn('다음').then(next.resolve);
			});
			session.subscribe(({ messages }) => void received.push(messages.length));
			await session.userTurn('처음');
			await next.promise;
			expect(received).toEqual(received.toSorted((a, b) => a - b));
			expect(received.at(-1)).toBe(4);
		});

		it('words are stored in NFC', async () => {
			const { session, conversation } = setUpSession([[{ text: '네' }]]);
			await session.userTurn('수면'.normalize('NFD'));
			expect(session.state.messages[0]).toEqual({ role: 'user', text: '수면' });
			expect(conversation.inputs[0]).toMatchObject({ text: '수면' });
		});

		it('a final answer is kept even when it is empty', async () => {
			const { session } = setUpSession([[]]);
			await session.userTurn('안녕');
			expect(session.state.messages.at(-1)).toEqual({ role: 'model', text: '' });
		});
	});
});

function rolesOf(state: ChatSessionState): readonly string[] {
	return state.messages.map((message) => message.role);
}
