import { describe, expect, it } from 'vitest';
import { evaluatePlan } from '../src/eval/evaluate/evaluate-plan.ts';
import { type PlannedSample, planRun } from '../src/eval/plan.ts';
import { appDouble } from '../src/testing/doubles/app-double.ts';
import { suiteDouble } from '../src/testing/doubles/suite-double.ts';
import { runSettingsFixture } from '../src/testing/run-settings-fixture.ts';
import { Turns } from './interleave.ts';

const said: string[] = [];
const plan = planned('a', 'b', 'c');

function planned(...ids: readonly string[]): readonly PlannedSample[] {
	const suite = suiteDouble(ids, async () => ({ messages: [], facts: {} }));
	return planRun([suite], runSettingsFixture(), { grammar: true }).flatMap(({ samples }) => samples);
}

/** Runs that say what they begin and end; each leaves at its end. */
async function inTurns(...plans: readonly (readonly PlannedSample[])[]): Promise<readonly string[]> {
	said.length = 0;
	const turns = new Turns(plan, plans.length);
	await Promise.all(
		plans.map(async (own, run) => {
			for (const one of own) {
				await turns.of(run)(one, async () => {
					said.push(`${run}${one.sample.id}`);
					await new Promise((resolve) => setTimeout(resolve, run));
					said.push('.');
				});
			}
			turns.leave(run);
		}),
	);
	return said;
}

describe('Turns', () => {
	it('give every sample to one run after the other, never to two at once', async () => {
		expect((await inTurns(plan, plan)).join('')).toBe('0a.1a.0b.1b.0c.1c.');
		expect((await inTurns(plan, plan, plan)).join('')).toBe('0a.1a.2a.0b.1b.2b.0c.1c.2c.');
	});

	it('keep to the same samples where a run lacks some', async () => {
		expect((await inTurns(planned('c'), plan)).join('')).toBe('1a.1b.0c.1c.');
	});

	it('go on with the others when a run has ended', async () => {
		expect((await inTurns(planned('a'), plan)).join('')).toBe('0a.1a.1b.1c.');
	});

	it('are what an evaluation waits for', async () => {
		const turns = new Turns(plan, 2);
		const began: string[] = [];
		const one = async (run: number): Promise<void> => {
			const suite = suiteDouble(['a', 'b'], async (sample) => {
				began.push(`${run}${sample.id}`);
				return { messages: [], facts: {} };
			});
			const results = evaluatePlan({
				plan: planRun([suite], runSettingsFixture(), { grammar: true }).flatMap(({ samples }) => samples),
				openConversation: () => {
					throw new Error('this suite asks nothing');
				},
				app: appDouble(),
				settings: runSettingsFixture(),
				inTurn: turns.of(run),
			});
			for await (const _ of results);
			turns.leave(run);
		};
		await Promise.all([one(0), one(1)]);
		expect(began).toEqual(['0a', '1a', '0b', '1b']);
	});
});
