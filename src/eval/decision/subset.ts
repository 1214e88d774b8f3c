import type { EvaluatedSuite } from '../evaluated-run.ts';
import type { LoggedSettings } from '../run-settings.ts';

/** Whether a run chose some of the prompts, or has not the shards of all. */
export function choosesPrompts({ filter, limit, shard, missingShards }: LoggedSettings): boolean {
	return filter !== undefined || limit !== undefined || shard !== undefined || missingShards !== undefined;
}

/** Prompts of the whole corpus, or where a log does not tell them, of the plan. */
export function promptsOf({ samples, planned }: EvaluatedSuite, { epochs }: LoggedSettings): number {
	return samples ?? Math.max(0, Math.round(planned / epochs));
}
