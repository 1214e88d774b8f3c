import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import { RecordingCorpusLogger } from '../testing/doubles/recording-corpus-logger.ts';
import type { ScriptedEvent } from '../testing/doubles/scripted-conversation.ts';
import { setUpSession } from '../testing/doubles/session-double.ts';
import type { CorpusLogger } from './corpus-log.ts';

const search: ScriptedEvent = { call: 'search_catalog', arguments: { category: 'sleep' } };
const done: readonly ScriptedEvent[] = [{ text: '끝' }];

describe('partial push of userTurn', () => {
	describe('test cases', () => {
		it('path A happy: the last three are [user, model(prefix), toolCall]', async () => {
			const { session, conversation } = setUpSession(
				[[{ text: '수면 카탈로그를 ' }, { text: '보여드릴게요 ' }, search], done],
				{ policy: 'push' },
			);
			await session.userTurn('수면 습관 추천');
			expect(session.state.messages.slice(0, 3)).toEqual([
				{ role: 'user', text: '수면 습관 추천' },
				{ role: 'model', text: '수면 카탈로그를 보여드릴게요' },
				{
					role: 'tool-call',
					call: expect.objectContaining({ name: 'search_catalog', arguments: { category: 'sleep' } }),
					result: expect.objectContaining({ type: 'ok' }),
				},
			]);
			expect(conversation.violations).toEqual([]);
		});

		it('path A trim guard whitespace only prefix: white space alone is not pushed', async () => {
			const { session } = setUpSession([[{ text: '\n\n ' }, search], done]);
			await session.userTurn('수면');
			expect(rolesOf(session)).toEqual(['user', 'tool-call', 'model']);
		});

		it('path A empty prefix empty prefix before a tool: no text chunk, nothing pushed', async () => {
			const { session } = setUpSession([[search], done]);
			await session.userTurn('수면');
			expect(rolesOf(session)).toEqual(['user', 'tool-call', 'model']);
		});

		it('path B discards on purpose: no model message before the call, and the log still has it', async () => {
			const logger = new RecordingCorpusLogger();
			const { session } = setUpSession([[{ text: '의미있는 한국어 prefix' }, search], done], {
				policy: 'discard',
				logger,
			});
			await session.userTurn('수면');
			expect(rolesOf(session)).toEqual(['user', 'tool-call', 'model']);
			expect(logger.events).toContainEqual({
				type: 'call',
				turn: 0,
				prefix: '의미있는 한국어 prefix',
				name: 'search_catalog',
				args: { category: 'sleep' },
			});
		});
	});

	describe('errors and failures', () => {
		it('accumulated.trim() is empty: not pushed, the call goes on', async () => {
			const { session, handled } = setUpSession([[{ text: ' \u3000\t' }, search], done]);
			await session.userTurn('수면');
			expect(rolesOf(session)).toEqual(['user', 'tool-call', 'model']);
			expect(handled).toHaveLength(1);
		});

		it.each(['throws', 'rejects'])('a logger that %s: the loop goes on', async (how) => {
			const fail = (): undefined => {
				if (how === 'throws') throw new Error('disk full');
				return Promise.reject(new Error('disk full')) as unknown as undefined;
			};
			const logger: CorpusLogger = { onTextChunk: fail, onFunctionCall: fail, onUserTurn: fail, onTurnEnd: fail };
			const { session } = setUpSession([[{ text: '네' }, search], done], { logger });
			await session.userTurn('수면');
			expect(session.state).not.toHaveProperty('error', expect.anything());
			expect(rolesOf(session)).toEqual(['user', 'model', 'tool-call', 'model']);
		});

		it('a logger that masks arguments in place does not change the call', async () => {
			const logger: CorpusLogger = {
				onTextChunk: () => undefined,
				onFunctionCall: (_turn, _prefix, _name, args) => void Object.assign(args, { category: '***' }),
			};
			const { session, handled } = setUpSession([[search], done], { logger });
			await session.userTurn('수면');
			expect(handled[0]?.arguments).toMatchObject({ category: 'sleep' });
			expect(session.state.messages[1]).toMatchObject({ call: { arguments: { category: 'sleep' } } });
		});

		it('copyWith over no messages: the first turn of a session pushes its prefix too', async () => {
			const { session } = setUpSession([[{ text: '네' }, search], done]);
			expect(session.state.messages).toEqual([]);
			await session.userTurn('수면');
			expect(rolesOf(session)).toEqual(['user', 'model', 'tool-call', 'model']);
		});

		it('event.args is null: the dispatcher answers that it is no object', async () => {
			const { session } = setUpSession([[{ ...search, arguments: null as unknown as JsonObject }], done]);
			await session.userTurn('수면');
			expect(session.state.messages[1]).toMatchObject({ result: { code: 'validation' } });
		});

		it('a logger without the optional hooks is enough', async () => {
			const chunks: string[] = [];
			const logger: CorpusLogger = {
				onTextChunk: (_, text) => void chunks.push(text),
				onFunctionCall: () => undefined,
			};
			const { session } = setUpSession([[{ text: '네' }]], { logger });
			await session.userTurn('안녕');
			expect(chunks).toEqual(['네']);
		});
	});

	describe('edge cases', () => {
		it('prefix in turn 1 and later: the accumulated text starts anew with each turn', async () => {
			const logger = new RecordingCorpusLogger();
			const { session } = setUpSession([[{ text: '하나' }, search], [{ text: '둘' }, search], done], { logger });
			await session.userTurn('수면');
			expect(session.state.messages.flatMap((message) => (message.role === 'model' ? [message.text] : []))).toEqual([
				'하나',
				'둘',
				'끝',
			]);
			expect(logger.events.flatMap((event) => (event.type === 'call' ? [[event.turn, event.prefix]] : []))).toEqual([
				[0, '하나'],
				[1, '둘'],
			]);
		});

		it.each(['push', 'discard'] as const)(
			'last turn ends in natural language: the answer is pushed as it came under %s',
			async (policy) => {
				const { session } = setUpSession([[search], [{ text: ' 다 찾았어요\n' }]], { policy });
				await session.userTurn('수면');
				expect(session.state.messages.at(-1)).toEqual({ role: 'model', text: ' 다 찾았어요\n' });
			},
		);

		it('prefix that echoes the user: pushed all the same, echo is for the scorer', async () => {
			const { session } = setUpSession([[{ text: '수면 습관 추천' }, search], done]);
			await session.userTurn('수면 습관 추천');
			expect(session.state.messages[1]).toEqual({ role: 'model', text: '수면 습관 추천' });
		});
	});

	it('text after the first call is not a prefix and is hidden', async () => {
		const { session, states } = setUpSession([[{ text: '앞' }, search, { text: '뒤' }, search, { text: '끝' }], done]);
		await session.userTurn('수면');
		expect(session.state.messages.flatMap((message) => (message.role === 'model' ? [message.text] : []))).toEqual([
			'앞',
			'끝',
		]);
		expect(states.some((state) => state.isStreaming && state.streamingText.includes('뒤'))).toBe(false);
	});

	it('the logger gets the user text, chunks, calls with their prefix, and the end', async () => {
		const logger = new RecordingCorpusLogger();
		const { session } = setUpSession([[{ text: '앞' }, search, { text: '뒤' }, search], done], { logger });
		await session.userTurn('수면');
		const args = { category: 'sleep' };
		expect(logger.events).toEqual([
			{ type: 'user', text: '수면' },
			{ type: 'chunk', turn: 0, text: '앞' },
			{ type: 'call', turn: 0, prefix: '앞', name: 'search_catalog', args },
			{ type: 'chunk', turn: 0, text: '뒤' },
			{ type: 'call', turn: 0, prefix: '앞', name: 'search_catalog', args },
			{ type: 'chunk', turn: 1, text: '끝' },
			{ type: 'end' },
		]);
	});

	describe('malformed calls', () => {
		const malformed: ScriptedEvent = { malformed: '<|tool_call>call:x{', reason: 'unclosed' };

		it.each([
			['push', ['user', 'model', 'malformed-call']],
			['discard', ['user', 'malformed-call']],
		] as const)(
			'a malformed call alone is recorded and ends the turn; under %s the messages are %j',
			async (policy, roles) => {
				const { session, conversation } = setUpSession([[{ text: '찾아볼게요' }, malformed, { text: '}' }]], {
					policy,
				});
				await session.userTurn('수면');
				expect(rolesOf(session)).toEqual(roles);
				expect(session.state.messages.at(-1)).toEqual({
					role: 'malformed-call',
					reason: 'unclosed',
					raw: '<|tool_call>call:x{',
				});
				expect(session.state).not.toHaveProperty('error', expect.anything());
				expect(conversation.inputs).toHaveLength(1);
			},
		);

		it('next to a valid call it is recorded, and the turn continues', async () => {
			const { session, conversation } = setUpSession([[{ text: '네' }, malformed, search], done]);
			await session.userTurn('수면');
			expect(rolesOf(session)).toEqual(['user', 'model', 'malformed-call', 'tool-call', 'model']);
			expect(conversation.violations).toEqual([]);
		});
	});
});

function rolesOf(session: { readonly state: { readonly messages: readonly { readonly role: string }[] } }) {
	return session.state.messages.map((message) => message.role);
}
