import type { EvaluatedSuite } from '../evaluated-run.ts';
import type { LoggedSettings } from '../run-settings.ts';
import type { SampleResult } from '../sample.ts';

/**
 * Whether a run has only a part of a suite because it chose so: some of its prompts, or as a shard (or merged without one)
 * not every repeat of them. `samples` are those that it has of the suite, or of an arm of it.
 */
export function hasPart(
	suite: EvaluatedSuite,
	settings: LoggedSettings,
	samples: readonly Pick<SampleResult, 'sampleId' | 'epoch'>[],
): boolean {
	const { filter, limit, shard, missingShards, epochs } = settings;
	const shards = shard ?? missingShards;
	if (filter === undefined && limit === undefined && shards === undefined) return false;
	const n = promptsOf(suite, settings);
	if (new Set(samples.map(({ sampleId }) => sampleId)).size < n) return true;
	return shards !== undefined && samples.length < n * epochs;
}

/** Prompts of the whole corpus, or where a log does not tell them, of the plan. */
export function promptsOf({ samples, planned }: EvaluatedSuite, { epochs }: LoggedSettings): number {
	return samples ?? Math.max(0, Math.round(planned / epochs));
}
