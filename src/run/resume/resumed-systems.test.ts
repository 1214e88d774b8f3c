import { expect, it } from 'vitest';
import type { SolveContext } from '../../eval/suite.ts';
import type { LogSample } from '../../log/record.ts';
import { appDouble } from '../../testing/doubles/app-double.ts';
import { suiteDouble } from '../../testing/doubles/suite-double.ts';
import { runSettingsFixture } from '../../testing/run-settings-fixture.ts';
import { evaluateScripted } from '../../testing/scripted-evaluation.ts';
import { resumedSystems } from './resumed-systems.ts';

const IDS = ['a', 'b'];

/** A suite that makes a sample's system prompt itself. */
function suiteOf(systemOf: (input: string) => string): ReturnType<typeof suiteDouble> {
	return suiteDouble(IDS, async ({ input }, { openConversation }: SolveContext) => {
		const conversation = openConversation({ tools: [], system: systemOf(input) });
		for await (const _ of conversation.sendChatTurn({ type: 'user', text: input }));
		return { messages: [], facts: {} };
	});
}

async function resumed(
	before: ReturnType<typeof suiteDouble>,
	now: ReturnType<typeof suiteDouble>,
): Promise<readonly string[]> {
	const samples: LogSample[] = [];
	for (const sample of before.samples) {
		samples.push({ type: 'sample', ...(await evaluateScripted(before, sample, [[{ text: 'ok' }]])) });
	}
	return resumedSystems(samples, { suites: [now], app: appDouble(), settings: runSettingsFixture() }, 'log.jsonl');
}

it('a run goes on under the same prompts', async () => {
	expect(
		await resumed(
			suiteOf(() => 'One word.'),
			suiteOf(() => 'One word.'),
		),
	).toEqual([]);
	expect(
		await resumed(
			suiteOf((input) => `On ${input}.`),
			suiteOf((input) => `On ${input}.`),
		),
	).toEqual([]);
});

it('a run does not go on under another prompt of its solver', async () => {
	await expect(
		resumed(
			suiteOf(() => 'One word.'),
			suiteOf(() => 'Two words.'),
		),
	).rejects.toThrow(/log\.jsonl: cannot be resumed, .+ now asks a under another system prompt/u);
});

it('a run whose prompts tell the time goes on, and says that they differ', async () => {
	let minutes = 0;
	const clock = suiteOf(() => `It is 9:${minutes++}.`);
	const [doubt, ...others] = await resumed(clock, clock);
	expect(doubt).toMatch(/^the run was resumed, and .+ gives its samples other system prompts now$/u);
	expect(others).toEqual([]);
});
