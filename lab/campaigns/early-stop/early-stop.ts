import { decide } from '../../../src/eval/decision.ts';
import { Judged } from '../../../src/eval/evaluate/evaluate.ts';
import { type PlannedSample, planRun } from '../../../src/eval/plan.ts';
import type { SampleResult } from '../../../src/eval/sample.ts';
import { promptOutcomes } from '../../../src/eval/verdict.ts';
import { decisionFixture } from '../../../src/testing/declared-suite-fixture.ts';
import { suiteDouble } from '../../../src/testing/doubles/suite-double.ts';
import { logSampleFixture } from '../../../src/testing/log-line-fixture.ts';
import { runSettingsFixture } from '../../../src/testing/run-settings-fixture.ts';

/** What early stop came to over every order of hits and misses. */
export interface EarlyStops {
	readonly epochs: number;
	readonly shards: number;
	readonly runs: number;
	/** Runs that took another path than the full run. */
	readonly wrong: number;
	/** Mean share of the samples that were not asked, 0 to 1. */
	readonly saved: number;
}

const DECISION = decisionFixture(5, 15);
const IDS = Array.from({ length: 15 }, (_, index) => `p${index}`);

/**
 * Every one of the `orders` first orders of hits and misses of 15 prompts (2^15 are all), stopped early in each of the
 * shards by itself, against the run to the end. Further epochs hit in the same order, a prompt later.
 */
export function earlyStops(epochs: number, shards: number, orders: number): EarlyStops {
	const suite = { ...suiteDouble(IDS, async () => ({ messages: [], facts: {} })), decision: DECISION };
	const parts = Array.from({ length: shards }, (_, index) =>
		planRun([suite], runSettingsFixture({ epochs, shard: { index: index + 1, count: shards } }), {
			grammar: false,
		}).flatMap(({ samples }) => samples),
	);
	let wrong = 0;
	let asked = 0;
	for (let order = 0; order < orders; order += 1) {
		const all = parts.map((part) => part.map((planned) => resultOf(planned, order)));
		const kept = all.flatMap((results, shard) => stoppedEarly(parts[shard] ?? [], results, epochs));
		asked += kept.length;
		if (pathOf(kept, epochs) !== pathOf(all.flat(), epochs)) wrong += 1;
	}
	return { epochs, shards, runs: orders, wrong, saved: 1 - asked / (orders * IDS.length * epochs) };
}

const HIT = { meaningful: { value: true } } as const;
const MISS = { meaningful: { value: false } } as const;

function resultOf({ sample, variant, epoch }: PlannedSample, order: number): SampleResult {
	const bit = (Number(sample.id.slice(1)) + epoch) % IDS.length;
	return logSampleFixture({
		suite: 'double',
		sampleId: sample.id,
		variant,
		epoch,
		scores: (order >> bit) % 2 === 1 ? HIT : MISS,
	});
}

function stoppedEarly(
	plan: readonly PlannedSample[],
	results: readonly SampleResult[],
	epochs: number,
): SampleResult[] {
	const judged = new Judged({ plan, settings: runSettingsFixture({ epochs, earlyStop: true }) });
	return results.filter((result, index) => {
		const planned = plan[index];
		if (planned === undefined || judged.isDone(planned)) return false;
		judged.add(result);
		return true;
	});
}

function pathOf(results: readonly SampleResult[], epochs: number): string | undefined {
	const outcomes = promptOutcomes(results, DECISION.score, epochs);
	const count = (wanted: boolean): number => outcomes.filter(({ hit }) => hit === wanted).length;
	return decide(DECISION, { hits: count(true), misses: count(false), n: IDS.length }).path;
}
