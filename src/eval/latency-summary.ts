import type { Distribution } from '../stats/distribution.ts';
import type { EvaluatedRun } from './evaluated-run.ts';

/** Defined in docs/metrics.md. */
export type LatencyMetric =
	| 'timeToFirstTokenMs'
	| 'timeToFirstCallTokenMs'
	| 'timeToCallMs'
	| 'prefillTokensPerSecond'
	| 'decodeTokensPerSecond'
	| 'interTokenLatencyMs'
	| 'turnMs'
	| 'endToEndMs';

/** One metric of one suite and arm, cold and warm apart. */
export interface LatencyRow {
	readonly suite: string;
	readonly arm: string;
	readonly metric: LatencyMetric;
	readonly unit: 'ms' | 'tokens/s';
	/** Whose clock. */
	readonly source: 'engine' | 'wall-clock';
	/** Cold: the first generation after the model was loaded. */
	readonly state: 'cold' | 'warm';
	/** Raw measurements in the order they were made; at least one. */
	readonly values: readonly number[];
	readonly distribution: Distribution;
}

export interface LatencySummary {
	/** Only rows with measurements. */
	readonly rows: readonly LatencyRow[];
	readonly tokens: {
		/** Prompt tokens really evaluated, and those taken from the cache; where the engine tells. */
		readonly evaluated?: number;
		readonly cached?: number;
		readonly output?: number;
	};
	readonly loadMs?: number;
	readonly peakRssBytes?: number;
	/** Why these timings say nothing, as on a software GPU. */
	readonly notComparable?: string;
}

export function summarizeLatencies(_run: EvaluatedRun): LatencySummary {
	throw new Error('not written yet');
}
