/** One rule on one named metric. */
export interface GateRule {
	/** A name of `namedMetrics`, or `flips.SUITE.ARM.SCORE.{lost,gained}` against a baseline. */
	readonly metric: string;
	readonly min?: number | undefined;
	readonly max?: number | undefined;
	/** Against a baseline run: how much less, or more, than there is tolerated. */
	readonly maxDrop?: Tolerance | undefined;
	readonly maxRise?: Tolerance | undefined;
	/** A soft rule that failed, or is undecided, is told and does not hold up the gate. */
	readonly soft?: boolean | undefined;
}

/** In the metric's own unit, or a share of the baseline such as `5%`. */
export type Tolerance = number | string;

export interface Gate {
	readonly version: 1;
	readonly rules: readonly GateRule[];
}

/** With which the metrics begin that a baseline alone gives. */
export const FLIPS = 'flips.';

/** Whether the gate looks at a baseline, so that one is needed. */
export function needsBaseline(gate: Gate): boolean {
	return gate.rules.some(
		({ metric, maxDrop, maxRise }) => metric.startsWith(FLIPS) || maxDrop !== undefined || maxRise !== undefined,
	);
}
