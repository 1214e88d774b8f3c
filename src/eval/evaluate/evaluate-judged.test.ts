import { describe, expect, it } from 'vitest';
import { decisionFixture } from '../../testing/declared-suite-fixture.ts';
import { suiteDouble } from '../../testing/doubles/suite-double.ts';
import { logSampleFixture } from '../../testing/log-line-fixture.ts';
import { runSettingsFixture } from '../../testing/run-settings-fixture.ts';
import { type Decision, decide } from '../decision.ts';
import { type PlannedSample, planRun } from '../plan.ts';
import type { SampleResult } from '../sample.ts';
import type { Score } from '../score.ts';
import { promptOutcomes } from '../verdict.ts';
import { Judged } from './evaluate.ts';

const HIT: Score = { value: true };
const MISS: Score = { value: false };
const CUT: Score = { unscored: 'cut-length' };
const [ALL, HALF, THIRD, TWO_THIRDS] = [
	decisionFixture(1, 1),
	decisionFixture(1, 2),
	decisionFixture(1, 3),
	decisionFixture(2, 3),
];
const SHARES: readonly Decision[] = [ALL, HALF, THIRD, TWO_THIRDS];

interface Case {
	readonly prompts: number;
	readonly epochs: number;
	readonly outcomes: readonly Score[];
	readonly decisions: readonly Decision[];
}

const resultOf = ({ sample, variant, epoch }: PlannedSample, meaningful: Score): SampleResult =>
	logSampleFixture({ suite: 'double', sampleId: sample.id, variant, epoch, scores: { meaningful } });

function planOf({ prompts, epochs }: Pick<Case, 'prompts' | 'epochs'>, decision: Decision): readonly PlannedSample[] {
	const ids = Array.from({ length: prompts }, (_, index) => `p${index}`);
	const suite = { ...suiteDouble(ids, async () => ({ messages: [], facts: {} })), decision };
	return planRun([suite], runSettingsFixture({ epochs }), { grammar: false }).flatMap(({ samples }) => samples);
}

/** What one process judges of its plan with early stop, in the order of the plan. */
function stopEarly(plan: readonly PlannedSample[], all: readonly SampleResult[], epochs: number): SampleResult[] {
	const settings = runSettingsFixture({ epochs, earlyStop: true });
	const judged = new Judged({ plan, settings });
	return plan.flatMap((planned) => {
		if (judged.isDone(planned)) return [];
		const result = all.find(({ sampleId, epoch }) => sampleId === planned.sample.id && epoch === planned.epoch);
		if (result === undefined) throw new Error('every planned sample has a result');
		judged.add(result);
		return [result];
	});
}

function pathOf(decision: Decision, results: readonly SampleResult[], { prompts, epochs }: Case): string | undefined {
	const outcomes = promptOutcomes(results, decision.score, epochs);
	return decide(decision, {
		hits: outcomes.filter(({ hit }) => hit === true).length,
		misses: outcomes.filter(({ hit }) => hit === false).length,
		n: prompts,
	}).path;
}

function orders<T>(items: readonly T[]): T[][] {
	if (items.length < 2) return [[...items]];
	return items.flatMap((item, index) => orders(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

/** Prompts are interchangeable, since every outcome of each is tried: one order of their first samples stands for all. */
function isCanonical(order: readonly PlannedSample[]): boolean {
	const ids = [...new Set(order.map(({ sample }) => sample.id))];
	return ids.every((id, index) => index === 0 || (ids[index - 1] ?? '') < id);
}

function choices(of: readonly Score[], count: number): Score[][] {
	return count === 0 ? [[]] : choices(of, count - 1).flatMap((rest) => of.map((one) => [one, ...rest]));
}

/** Tells each run with every outcome of its samples, in every order, and its full path. */
function everyRun(
	one: Case,
	tell: (decision: Decision, order: readonly PlannedSample[], all: SampleResult[], path: string | undefined) => void,
): void {
	for (const decision of one.decisions) {
		const plan = planOf(one, decision);
		const everyOrder = orders(plan).filter(isCanonical);
		for (const scores of choices(one.outcomes, plan.length)) {
			const all = plan.map((planned, index) => resultOf(planned, scores[index] ?? CUT));
			const path = pathOf(decision, all, one);
			for (const order of everyOrder) tell(decision, order, all, path);
		}
	}
}

const CASES: readonly Case[] = [
	{ prompts: 4, epochs: 1, outcomes: [HIT, MISS, CUT], decisions: SHARES },
	{ prompts: 2, epochs: 2, outcomes: [HIT, MISS, CUT], decisions: SHARES },
	{ prompts: 1, epochs: 3, outcomes: [HIT, MISS, CUT], decisions: SHARES },
	{ prompts: 5, epochs: 1, outcomes: [HIT, MISS], decisions: SHARES },
	{ prompts: 3, epochs: 2, outcomes: [HIT, MISS], decisions: [TWO_THIRDS] },
	{ prompts: 2, epochs: 3, outcomes: [HIT, MISS], decisions: [HALF] },
];

describe('Judged', () => {
	it.each(CASES)(
		'stops $prompts prompts of $epochs epochs early with the path of the full run, in every order',
		(one) => {
			let other = 0;
			let saved = 0;
			everyRun(one, (decision, order, all, path) => {
				const stopped = stopEarly(order, all, one.epochs);
				if (pathOf(decision, stopped, one) !== path) other += 1;
				saved += all.length - stopped.length;
			});
			expect(other).toBe(0);
			expect(saved).toBeGreaterThan(0);
		},
	);

	it.each(CASES)(
		'stops two shards of $prompts prompts and $epochs epochs early with the path of the full run',
		(one) => {
			let other = 0;
			everyRun(one, (decision, order, all, path) => {
				const shards = [0, 1].flatMap((shard) =>
					stopEarly(
						order.filter((_, index) => index % 2 === shard),
						all,
						one.epochs,
					),
				);
				if (pathOf(decision, shards, one) !== path) other += 1;
			});
			expect(other).toBe(0);
		},
	);

	it('knows what an interrupted run has done', () => {
		const [first, second] = planOf({ prompts: 2, epochs: 1 }, decisionFixture(2, 2));
		if (first === undefined || second === undefined) throw new Error('two samples are planned');
		const judged = new Judged({ plan: [], settings: runSettingsFixture(), done: [resultOf(first, HIT)] });
		expect([judged.isDone(first), judged.isDone(second)]).toEqual([true, false]);
	});

	it('settles nothing by a selection that the whole corpus could outvote', () => {
		const plan = planOf({ prompts: 4, epochs: 1 }, decisionFixture(1, 2));
		const selected = plan.slice(0, 2).map((planned) => resultOf(planned, MISS));
		expect(stopEarly(plan.slice(0, 2), selected, 1)).toHaveLength(2);
	});

	it('stops nothing of a suite that decides nothing', () => {
		const [planned] = planOf({ prompts: 1, epochs: 1 }, decisionFixture(1, 1));
		if (planned === undefined) throw new Error('a sample is planned');
		const { decision: _, ...suite } = planned.suite;
		const settings = runSettingsFixture({ earlyStop: true });
		const judged = new Judged({ plan: [], settings, done: [resultOf(planned, HIT)] });
		expect(judged.isDone({ ...planned, suite, epoch: 1 })).toBe(false);
	});
});
