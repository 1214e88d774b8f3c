import { describe, expect, it } from 'vitest';
import { ConfigError } from '../base/errors.ts';
import { setUpSession } from '../testing/doubles/session-double.ts';
import { HINT_AFTER_TURNS } from './session.ts';

describe('ChatSessionController with a language', () => {
	it('reports a failed turn in English', async () => {
		const { session } = setUpSession([[{ throws: new TypeError('secret') }]], { language: 'en' });
		await session.userTurn('How am I doing?');
		expect(session.state).toMatchObject({ error: 'The model failed to answer: TypeError' });
	});

	it('reports an endless tool loop in English', async () => {
		const { session } = setUpSession(() => [{ call: 'search_catalog' }], { language: 'en' });
		await session.userTurn('How am I doing?');
		expect(session.state).toMatchObject({ error: 'Stopped, because the tool calls went on for too long.' });
	});

	it('asks in English whether to clean up', async () => {
		const { session } = setUpSession(() => [{ text: 'Fine.' }], { language: 'en-GB' });
		for (let turn = 0; turn <= HINT_AFTER_TURNS; turn += 1) await session.userTurn('How am I doing?');
		expect(session.state.messages.at(-1)).toEqual({
			role: 'system',
			text: 'Shall we clear the conversation so far?',
		});
	});

	it('has the reflection and its reasons in English', async () => {
		const { session } = setUpSession([[{ call: 'forget' }], [{ text: 'Sorry.' }]], {
			language: 'en',
			reflection: true,
		});
		await session.userTurn('Forget it');
		const reflection = session.state.messages.find(({ role }) => role === 'reflection');
		expect(reflection).toMatchObject({
			text: expect.stringContaining('1. **forget** (result_error): Unknown tool: forget\n'),
		});
	});

	it('rejects an invalid language tag', () => {
		expect(() => setUpSession([], { language: 'english' })).toThrow(ConfigError);
	});
});
