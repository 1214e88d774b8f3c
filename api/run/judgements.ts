import { type PeoplesJudgement, resolveLabels } from '../../src/eval/scoring/labels.ts';
import type { Log } from '../../src/log/record.ts';
import { labelsBeside } from '../../src/run/inputs/labels-file.ts';

/** What people say of a run's samples, by sample key, in the labels beside its log; undefined where there are none. */
export async function judgementsBeside(
	folder: string,
	log: Log,
): Promise<ReadonlyMap<string, PeoplesJudgement> | undefined> {
	const labels = labelsBeside(folder);
	return labels.length === 0 ? undefined : (await resolveLabels(log, labels)).judgements;
}
