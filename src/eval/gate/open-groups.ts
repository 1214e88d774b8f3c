import { absentSamples } from '../absent.ts';
import { type EvaluatedRun, type EvaluatedSuite, mainScore } from '../run.ts';
import { type SampleResult, scoreNamed } from '../sample.ts';

/** Of an arm's samples that say nothing of a score, which could be of which group. */
export interface OpenGroups {
	/** How many of them could be of this group. */
	readonly within: (group: string, value: string) => number;
	/** How many have no line that tells their groups: they could be of any, also of one that no line tells. */
	readonly untold: number;
}

/** A sample that has no line itself is of the groups that a line of another arm or epoch tells. */
export function openGroups(run: EvaluatedRun, suite: EvaluatedSuite, arm: string, score: string): OpenGroups {
	const own = run.samples.filter((sample) => sample.suite === suite.name);
	const told = new Map(own.map(({ sampleId, groups = {} }) => [sampleId, groups]));
	const { missing, leftOut } = absentSamples(run);
	const absent = [...missing, ...leftOut].filter((sample) => sample.suite === suite.name && sample.arm === arm);
	const silent = own.filter((sample) => sample.arm === arm && saysNothing(sample, score, mainScore(suite)));
	const groups = [
		...silent.map(({ groups = {} }) => groups),
		...absent.map(({ sampleId }) => told.get(sampleId) ?? {}),
	];
	const counts = Map.groupBy(
		groups.flatMap((names) => Object.entries(names).map((group) => keyOf(...group))),
		(key) => key,
	);
	const untold = absent.filter(({ sampleId }) => !told.has(sampleId)).length;
	return { untold, within: (group, value) => untold + (counts.get(keyOf(group, value))?.length ?? 0) };
}

function keyOf(group: string, value: string): string {
	return JSON.stringify([group, value]);
}

/** A sample without the score is one that it does not apply to, unless it is the main one. */
function saysNothing(sample: SampleResult, name: string, main: string | undefined): boolean {
	const score = scoreNamed(sample, name);
	return score === undefined ? name === main : score.unscored !== undefined;
}
