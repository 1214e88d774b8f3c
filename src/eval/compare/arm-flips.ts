import type { EvaluatedRun, EvaluatedSuite } from '../run.ts';
import type { PairedSample } from './paired-sample.ts';
import { type ScoreFlips, scoreFlips } from './score-flips.ts';

interface ArmChoice {
	readonly from: string;
	readonly to: string;
}

/** Each rate of a suite from one of its arms (first) to another (second), over the samples that ran in both. */
export function armFlips(run: EvaluatedRun, suite: EvaluatedSuite, arms: ArmChoice): readonly ScoreFlips[] {
	return scoreFlips(armPairs(run, suite, arms), [suite]);
}

/** The samples that ran in both arms, side by side. */
export function armPairs(run: EvaluatedRun, suite: EvaluatedSuite, { from, to }: ArmChoice): readonly PairedSample[] {
	const of = (arm: string): readonly (readonly [string, number])[] =>
		run.samples.flatMap((sample, index) =>
			sample.suite === suite.name && sample.arm === arm ? [[`${sample.sampleId} ${sample.epoch}`, index] as const] : [],
		);
	const others = new Map(of(to));
	return of(from).flatMap(([key, firstIndex]) => {
		const secondIndex = others.get(key);
		const first = run.samples[firstIndex];
		const second = secondIndex === undefined ? undefined : run.samples[secondIndex];
		if (first === undefined || second === undefined || secondIndex === undefined) return [];
		return [{ key, first, second, firstIndex, secondIndex }];
	});
}
