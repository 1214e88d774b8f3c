import { expect, it } from 'vitest';
import { appDouble } from '../../../testing/doubles/app-double.ts';
import { suiteDouble } from '../../../testing/doubles/suite-double.ts';
import { runSettingsFixture } from '../../../testing/run-settings-fixture.ts';
import { evaluateScripted } from '../../../testing/scripted-evaluation.ts';
import type { SolveContext } from '../../suite/suite.ts';
import { openedSystem } from './opened-system.ts';

const app = appDouble();
const sample = { id: 'a', input: 'input of a', system: 'of the row' };

/** A suite that asks under each of these, one conversation behind the other. */
function asking(...systems: readonly (string | undefined)[]): ReturnType<typeof suiteDouble> {
	return suiteDouble(['a'], async ({ input }, { openConversation }: SolveContext) => {
		for (const system of systems) {
			const conversation = openConversation({ tools: [], ...(system !== undefined && { system }) });
			for await (const _ of conversation.sendChatTurn({ type: 'user', text: input }));
		}
		return { messages: [], facts: {} };
	});
}

const SAID = [{ text: 'ok' }];

it.each<readonly [string, readonly (string | undefined)[], string | RegExp | undefined]>([
	["the app's", [app.system], 'app'],
	["the row's", ['of the row'], 'row'],
	['none', [undefined], 'none'],
	['its own, by its hash', ['Answer in one word.'], /^[0-9a-f]{64}$/u],
	['that of what it opens first', [app.system, 'of what was said'], 'app'],
	['nothing, where nothing is asked', [], undefined],
])('a sample tells of its system prompt that it is %s', async (_, systems, expected) => {
	const { system } = await evaluateScripted(asking(...systems), sample, [SAID, SAID]);
	const opened = await openedSystem({ suite: asking(...systems), sample, arm: 'free' }, app, runSettingsFixture());
	expect(opened).toBe(system);
	if (expected instanceof RegExp) expect(system).toMatch(expected);
	else expect(system).toBe(expected);
});

it('two prompts of a solver’s own are two', async () => {
	const of = (text: string): Promise<string | undefined> =>
		openedSystem({ suite: asking(text), sample, arm: 'free' }, app, runSettingsFixture());
	expect(await of('Answer in one word.')).not.toBe(await of('Answer in two words.'));
});

it('a solver that fails before it asks opens nothing', async () => {
	const suite = suiteDouble(['a'], async () => {
		throw new Error('no database');
	});
	expect(await openedSystem({ suite, sample, arm: 'free' }, app, runSettingsFixture())).toBeUndefined();
});
