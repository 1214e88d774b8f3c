import { describe, expect, it } from 'vitest';
import { callFixture } from '../../../testing/transcript-fixture.ts';
import type { LoggedGeneration } from '../../sample.ts';
import { seenFate } from './seen-fate.ts';

const CALL = '<|tool_call>call:get_streak{habit_id:<|"|>h1<|"|>}<tool_call|>';

function generation(text: string, ...events: LoggedGeneration['events']): LoggedGeneration {
	const said = text === '' ? [] : [{ type: 'text', text } as const];
	const finish = { unified: 'stop', raw: 'stop' } as const;
	return { pieces: text === '' ? [] : [text], events: [...said, ...events], finish, usage: {} };
}

describe('what an engine that reads by itself made of a generation', () => {
	it.each<[string | undefined, LoggedGeneration]>([
		['call', generation('', callFixture('f'))],
		['leaked', generation(`볼게요. ${CALL}`)],
		['leaked', generation(CALL, callFixture('f'))],
		['leaked', generation('찾을게요. get_streak {"habit_id": "h1"}')],
		['changed-arguments', generation('', { type: 'malformed', reason: 'bad-arguments', raw: 'f({"a":)' })],
		['text-shown', generation('네.')],
		['swallowed', { ...generation('네.'), usage: { outputTokens: 200 } }],
		[undefined, { ...generation('네.'), finish: { unified: 'length', raw: 'length' } }],
	])('is %s', (outcome, one) => {
		expect(seenFate(one, ['get_streak'])).toBe(outcome);
	});
});
