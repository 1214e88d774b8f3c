import { describe, expect, it } from 'vitest';
import type { ScriptedEvent } from '../testing/doubles/scripted-conversation.ts';
import { habit, setUpSession } from '../testing/doubles/session-double.ts';
import type { ChatSessionState } from './turn-loop.ts';

const searchSleep: ScriptedEvent = { call: 'search_catalog', arguments: { category: 'sleep' } };
const addHabit: ScriptedEvent = { call: 'add_habit', arguments: habit };

describe('ChatSessionController.userTurn', () => {
	describe('edge cases', () => {
		it('dismissed during the stream: side effects stay, state updates stop', async () => {
			const speaking = Promise.withResolvers<void>();
			const { session, handled, states, conversation } = setUpSession([
				[{ text: '찾아볼게요' }, { waitFor: speaking.promise }, searchSleep],
			]);
			const turn = session.userTurn('찾아 줘');
			await speakingText(session, '찾아볼게요');
			const before = session.state;
			const published = states.length;
			session.dispose();
			speaking.resolve();
			await turn;
			expect(handled).toEqual([{ toolName: 'search_catalog', arguments: { category: 'sleep', limit: 10 } }]);
			expect(session.state).toBe(before);
			expect(states).toHaveLength(published);
			expect(conversation.inputs).toHaveLength(1);
		});

		it('a listener that changes messages in place changes neither state nor input', async () => {
			const { session, conversation } = setUpSession([[searchSleep], [{ text: '찾았어요' }]]);
			session.subscribe(({ messages }) => {
				for (const message of messages) {
					if (message.role === 'tool-call') Object.assign(message.call.arguments, { category: 'changed' });
					if (message.role === 'tool-call') Object.assign(message.result, { data: 'changed' });
				}
				(messages as unknown[]).reverse();
			});
			await session.userTurn('찾아 줘');
			expect(rolesOf(session.state)).toEqual(['user', 'tool-call', 'model']);
			expect(JSON.stringify([session.state, conversation.inputs])).not.toContain('changed');
		});

		it('dismissed while a handler runs: the handler is not cancelled', async () => {
			const writing = Promise.withResolvers<void>();
			const started = Promise.withResolvers<void>();
			let committed = false;
			const { session } = setUpSession([[addHabit]], {
				confirm: () => true,
				handlers: {
					add_habit: async () => {
						started.resolve();
						await writing.promise;
						committed = true;
						return { type: 'ok', data: null };
					},
				},
			});
			const turn = session.userTurn('추가해 줘');
			await started.promise;
			session.dispose();
			writing.resolve();
			await turn;
			expect(committed).toBe(true);
		});

		it('three tools in a row: search, query and add end within MAX_TURNS', async () => {
			const { session } = setUpSession([[searchSleep], [searchSleep], [addHabit], [{ text: '추가했어요' }]], {
				confirm: () => true,
			});
			await session.userTurn('수면 습관 하나 추가해 줘');
			expect(rolesOf(session.state)).toEqual(['user', 'tool-call', 'tool-call', 'tool-call', 'model']);
			expect(session.state).not.toHaveProperty('error', expect.anything());
		});

		it('the same tool again: a rule of the handler stops the second call, its error is reported', async () => {
			let added = 0;
			const { session } = setUpSession([[addHabit], [addHabit], [{ text: '하나만 추가했어요' }]], {
				confirm: () => true,
				handlers: {
					add_habit: () =>
						added++ === 0
							? { type: 'ok', data: null }
							: { type: 'error', code: 'r3_quota', reason: '이미 있어요', kind: 'result_error' },
				},
			});
			await session.userTurn('추가해 줘');
			expect(session.state.messages.slice(1, 3)).toMatchObject([
				{ result: { type: 'ok' } },
				{ result: { type: 'error', code: 'r3_quota' } },
			]);
		});

		// Seed 000 §7: "chat history 8 turn 초과: 현재 turn 끝나면 안내 메시지 자동 append".
		it('more than 8 turns: one hint to clean up, after the 9th turn, and not again', async () => {
			const { session } = setUpSession(() => [{ text: '네' }]);
			for (let turn = 1; turn <= 8; turn++) await session.userTurn(`${turn}번째`);
			expect(rolesOf(session.state)).not.toContain('system');
			await session.userTurn('아홉 번째');
			expect(session.state.messages.at(-1)).toEqual({ role: 'system', text: '지난 대화를 정리할까요?' });
			for (let turn = 10; turn <= 19; turn++) await session.userTurn(`${turn}번째`);
			expect(rolesOf(session.state).filter((role) => role === 'system')).toHaveLength(1);
		});

		it('the hint comes once per crossing: again after clear()', async () => {
			const { session, conversation } = setUpSession(() => [{ text: '네' }]);
			for (let turn = 1; turn <= 9; turn++) await session.userTurn(`${turn}번째`);
			session.clear(conversation);
			expect(session.state).toEqual({ isStreaming: false, messages: [] });
			for (let turn = 1; turn <= 8; turn++) await session.userTurn(`${turn}번째`);
			expect(rolesOf(session.state)).not.toContain('system');
			await session.userTurn('아홉 번째');
			expect(session.state.messages).toHaveLength(19);
			expect(session.state.messages.at(-1)?.role).toBe('system');
		});

		it('the hint comes after the error if the 9th turn fails', async () => {
			const { session } = setUpSession((generation) =>
				generation < 8 ? [{ text: '네' }] : [{ throws: new Error('x') }],
			);
			for (let turn = 1; turn <= 9; turn++) await session.userTurn(`${turn}번째`);
			expect(session.state).toMatchObject({ error: 'LLM 응답 실패: Error' });
			expect(session.state.messages.at(-1)?.role).toBe('system');
		});

		it('dismissed during a pending confirmation: the answer is no', async () => {
			const asked = Promise.withResolvers<void>();
			const { session, handled, dispatched } = setUpSession([[addHabit]], {
				confirm: () => {
					asked.resolve();
					return new Promise(() => undefined);
				},
			});
			const turn = session.userTurn('추가해 줘');
			await asked.promise;
			session.dispose();
			await turn;
			expect(handled).toEqual([]);
			expect(await Promise.all(dispatched)).toEqual([{ type: 'cancelled' }]);
		});
	});
});

function rolesOf(state: ChatSessionState): readonly string[] {
	return state.messages.map((message) => message.role);
}

async function speakingText(
	session: { readonly state: ChatSessionState; subscribe(listener: (state: ChatSessionState) => void): () => void },
	text: string,
): Promise<void> {
	const shown = Promise.withResolvers<void>();
	const stop = session.subscribe((state) => {
		if (state.isStreaming && state.streamingText === text) shown.resolve();
	});
	await shown.promise;
	stop();
}
