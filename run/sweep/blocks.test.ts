import { expect, it } from 'vitest';
import { type PlannedSample, plannedKey, planRun, spreadPlan } from '../../src/eval/plan.ts';
import { suiteDouble } from '../../src/testing/doubles/suite-double.ts';
import { runSettingsFixture } from '../../src/testing/run-settings-fixture.ts';
import { Blocks } from './blocks.ts';

const plan = ['a', 'b', 'c'].map(
	(id) =>
		({ suite: { name: 's' }, sample: { id, input: id }, variant: 'v', epoch: 0, seed: 1 }) as unknown as PlannedSample,
);

/** Three runs that log which prompt they answered; `skip` has what each has done before. */
function start(skip: readonly number[] = [0, 0, 0]) {
	const blocks = new Blocks(plan, 3);
	const log: string[] = [];
	const done = skip.map(async (from, run) => {
		for (const planned of plan.slice(from)) {
			const answer = await blocks.of(run)(planned, async () => log.push(`${planned.sample.id}${run}`));
			if (answer === undefined) break;
		}
		blocks.leave(run);
	});
	return { blocks, log, done };
}

it('blocks ask one prompt of all living runs, in an order that rotates', async () => {
	const { blocks, log } = start();
	for (let block = 0; block < 3; block += 1) await blocks.next(() => true);
	expect(log).toEqual(['a0', 'a1', 'a2', 'b1', 'b2', 'b0', 'c2', 'c0', 'c1']);
	expect(await blocks.next(() => true)).toBeUndefined();
});

it('a run that lives no more is asked nothing, and ends with the blocks', async () => {
	const { blocks, log, done } = start();
	await blocks.next(() => true);
	await blocks.next((run) => run !== 1);
	expect(log.slice(3)).toEqual(['b2', 'b0']);
	blocks.end();
	await Promise.all(done);
	expect(log).toHaveLength(5);
});

it('a run that lags behind has blocks of its own, which are not whole', async () => {
	const { blocks, log } = start([1, 0, 1]);
	const key = (place: number): string => plannedKey(plan[place] as PlannedSample);
	expect(await blocks.next(() => true)).toEqual({ key: key(0), runs: [1], whole: false });
	expect(await blocks.next(() => true)).toMatchObject({ key: key(1), whole: true });
	expect(log[0]).toBe('a1');
});

it('a plan cut short has some of each suite, in all variants', () => {
	const suites = [
		suiteDouble(['a', 'b'], async () => ({ messages: [], facts: {} }), [{ name: 'free' }, { name: 'tight' }]),
		{ ...suiteDouble(['c'], async () => ({ messages: [], facts: {} }), [{ name: 'free' }]), name: 'other' },
	];
	const plans = planRun(suites, { ...runSettingsFixture(), epochs: 2 }, { grammar: true });
	expect(spreadPlan(plans).map((one) => `${one.epoch} ${one.sample.id} ${one.variant}`)).toEqual([
		...['0 a free', '0 a tight', '0 c free', '0 b tight', '0 b free'],
		...['1 a free', '1 a tight', '1 c free', '1 b tight', '1 b free'],
	]);
});
