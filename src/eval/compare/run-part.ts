import type { EvaluatedRun } from '../run.ts';

/** How much of a suite's corpus a run has, and what chose that; in samples, times arms and epochs. */
export interface RunPart {
	readonly suite: string;
	readonly there: number;
	readonly whole: number;
	/** Such as `limit 3`; empty where lines are missing that were planned. */
	readonly chosen: readonly string[];
}

export const EARLY_STOP = 'early stop';

/** The suites of which a run has only a part: it asked some of the samples, or its log has not all that it asked. */
export function partsOf({ header, samples }: EvaluatedRun): readonly RunPart[] {
	const { epochs, limit, filter, shard, missingShards = [], earlyStop } = header.settings;
	const chosen = [
		...(limit === undefined ? [] : [`limit ${limit}`]),
		...(filter === undefined ? [] : [`filter ${filter}`]),
		...(shard === undefined ? [] : [`shard ${shard.index} of ${shard.count}`]),
		...(missingShards.length === 0 ? [] : [`without shard ${missingShards.join(', ')}`]),
		...(earlyStop === true ? [EARLY_STOP] : []),
	];
	return header.suites.flatMap(({ name, planned, samples: corpus = 0, plan }) => {
		const there = samples.filter(({ suite }) => suite === name).length;
		const whole = Math.max(planned, corpus * epochs * (plan?.arms.length ?? 1));
		return there < whole ? [{ suite: name, there, whole, chosen }] : [];
	});
}

/** `prefix 3 of 15 (limit 3)` */
export function partText({ suite, there, whole, chosen }: RunPart): string {
	return `${suite} ${there} of ${whole}${chosen.length === 0 ? '' : ` (${chosen.join(', ')})`}`;
}
