import { describe, expect, it } from 'vitest';
import { english } from '../base/message.ts';
import { appDouble } from '../testing/doubles/app-double.ts';
import { suiteDouble } from '../testing/doubles/suite-double.ts';
import { runSettingsFixture } from '../testing/run-settings-fixture.ts';
import { evaluateScripted } from '../testing/scripted-evaluation.ts';
import type { AppUnderTest } from './app.ts';
import { solveAppTurn } from './define/app-turn.ts';
import { evaluatePlan } from './evaluate/evaluate-plan.ts';
import type { SampleResult } from './sample.ts';
import type { Suite } from './suite.ts';

const answered = async () => ({ messages: [{ role: 'user', text: 'x' }] as const, facts: {} });

describe("an operator's own code that fails", () => {
	const solving = (given: unknown): Suite =>
		suiteDouble(['a', 'b'], async (sample) => (sample.id === 'a' ? (given as never) : answered()));
	const throwing = (error: unknown): Suite =>
		suiteDouble(['a', 'b'], async ({ id }) => {
			if (id === 'a') throw error;
			return answered();
		});
	const cyclic: Record<string, unknown> = {};
	cyclic.self = cyclic;
	const snapshot = (state: unknown): AppUnderTest =>
		opening(() => ({ ...appDouble().open(), snapshot: () => state as never }));
	const asking = suiteDouble(['a', 'b'], async ({ id, input }, context) =>
		id === 'a' ? solveAppTurn(input, context) : answered(),
	);
	it.each<[string, Suite, AppUnderTest, RegExp]>([
		[
			'a solver that throws',
			throwing(new TypeError('no x')),
			appDouble(),
			/^suite double: sample a: solve\(\): threw TypeError: no x \(at .*user-code\.test\.ts:/u,
		],
		['a solver that throws no error', throwing('gone'), appDouble(), /solve\(\): threw gone$/u],
		[
			'a solver that gives nothing',
			solving(undefined),
			appDouble(),
			/sample a: solve\(\): returned an invalid value: messages is missing$/u,
		],
		[
			'a solver without facts',
			solving({ messages: [] }),
			appDouble(),
			/solve\(\): returned an invalid value: facts is missing$/u,
		],
		[
			'a solver whose facts hold a BigInt',
			solving({ messages: [], facts: { n: 1n } }),
			appDouble(),
			/solve\(\): facts\.n: is a BigInt, which no JSON can hold\. Give a number or a text\.$/u,
		],
		[
			'a solver whose message holds a Map',
			solving({ messages: [{ role: 'tool-call', call: {}, result: { type: 'ok', data: new Map() } }], facts: {} }),
			appDouble(),
			/solve\(\): messages\[0\]\.result\.data: is a Map, which no JSON can hold\. Give a plain object\.$/u,
		],
		[
			'groups that are a Map',
			{ ...throwing(0), groups: ({ id }) => (id === 'a' ? (new Map() as never) : { kind: 'x' }) },
			appDouble(),
			/sample a: groups\(\): returned an invalid value: must be an object$/u,
		],
		[
			'groups that throw',
			{ ...throwing(0), groups: groupsThrowing },
			appDouble(),
			/sample a: groups\(\): threw Error: no group/u,
		],
		[
			'an app that does not open',
			asking,
			opening(() => {
				throw new Error('locked');
			}),
			/^app app-double: open\(\): threw Error: locked \(at /u,
		],
		[
			'a state that is cyclic',
			asking,
			snapshot(cyclic),
			/^app app-double: snapshot\(\): returned a value that JSON cannot represent: /u,
		],
		[
			'a state with a Set',
			asking,
			snapshot({ cart: [new Set(['milk'])] }),
			/^app app-double: snapshot\(\): cart\[0\]: is a Set, which no JSON can hold\. Give a list\.$/u,
		],
		['a state that is none', asking, snapshot(undefined), /snapshot\(\): returned an invalid value: is missing$/u],
	])('fails the sample alone, by name: %s', async (_, suite, app, said) => {
		const [failed, other] = await evaluated(suite, app);
		const { failure, failureDetail = '' } = failed?.transcript ?? {};
		expect([failure, english(failureDetail)]).toEqual(['own-code', expect.stringMatching(said)]);
		expect(english(failureDetail)).not.toContain('\n');
		expect(failed?.scores).toMatchObject({ spoke: { unscored: 'own-code-failed', detail: failureDetail } });
		expect(() => JSON.stringify(failed)).not.toThrow();
		expect(other?.scores).toEqual({ spoke: { value: true } });
	});
});

it('a state that the app goes on changing is kept as it was before and after the turn', async () => {
	const cart = { items: [] as string[] };
	const buying = appDouble({
		search_catalog: () => {
			cart.items.push('milk');
			return { type: 'ok', data: null };
		},
	});
	const app = { ...buying, open: () => ({ ...buying.open(), snapshot: () => cart }) };
	const suite = suiteDouble(['a'], ({ input }, context) => solveAppTurn(input, context));
	const script = [[{ call: 'search_catalog' }], [{ text: '담았어요' }]];
	const { transcript } = await evaluateScripted(suite, { id: 'a', input: '우유' }, script, { app });
	expect(transcript.facts).toMatchObject({ before: { items: [] }, after: { items: ['milk'] } });
});

it('a sample has the end reported by a user engine', async () => {
	const suite = suiteDouble(['a'], ({ input }, context) => solveAppTurn(input, context));
	const [failed] = await evaluated(suite, appDouble());
	expect(failed?.transcript).toMatchObject({ failure: 'Error', failureDetail: 'Error: engine gone: habits.db' });
});

function groupsThrowing({ id }: { readonly id: string }): Readonly<Record<string, string>> {
	if (id === 'a') throw new Error('no group');
	return { kind: 'x' };
}

function opening(open: AppUnderTest['open']): AppUnderTest {
	return { ...appDouble(), open };
}

async function evaluated(suite: Suite, app: AppUnderTest): Promise<readonly SampleResult[]> {
	const plan = suite.samples.map((sample) => ({ suite, sample, variant: 'free', epoch: 0, seed: 1 }));
	const results: SampleResult[] = [];
	const settings = runSettingsFixture({});
	const openConversation = () => ({
		sendChatTurn: () => {
			throw new Error('engine gone:\n/home/kim/habits.db');
		},
	});
	for await (const result of evaluatePlan({ plan, app, settings, openConversation })) results.push(result);
	return results;
}
