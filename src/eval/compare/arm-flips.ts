import type { EvaluatedRun, EvaluatedSuite } from '../evaluated-run.ts';
import { type ScoreFlips, scoreFlips } from './score-flips.ts';

/** Each rate of a suite from one of its arms (first) to another (second), over the samples that ran in both. */
export function armFlips(
	run: EvaluatedRun,
	suite: EvaluatedSuite,
	{ from, to }: { readonly from: string; readonly to: string },
): readonly ScoreFlips[] {
	const of = (arm: string): readonly (readonly [string, number])[] =>
		run.samples.flatMap((sample, index) =>
			sample.suite === suite.name && sample.arm === arm ? [[`${sample.sampleId} ${sample.epoch}`, index] as const] : [],
		);
	const others = new Map(of(to));
	const pairs = of(from).flatMap(([key, firstIndex]) => {
		const secondIndex = others.get(key);
		const first = run.samples[firstIndex];
		const second = secondIndex === undefined ? undefined : run.samples[secondIndex];
		if (first === undefined || second === undefined || secondIndex === undefined) return [];
		return [{ key, first, second, firstIndex, secondIndex }];
	});
	return scoreFlips(pairs, [suite]);
}
