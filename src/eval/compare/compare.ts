import { UsageError } from '../../base/errors.ts';
import { withoutInterval } from '../../stats/rate.ts';
import { type EvaluatedRun, type RunOutcome, runOutcome } from '../run.ts';
import { type Comparability, compareIdentity, differenceText, isAllowed } from './comparability.ts';
import type { IdentifiedRun } from './differing-code.ts';
import { type OutputDivergence, outputDivergence } from './divergence/output-divergence.ts';
import { type LatencyDifference, latencyDifferences } from './latency-difference.ts';
import { type NumberDifference, numberDifferences } from './number-differences.ts';
import { type OtherScoring, otherScoring } from './other-scoring.ts';
import { type PairedSample, pairSamples } from './paired-sample.ts';
import { partsOf, type RunPart } from './run-part.ts';
import { type ScoreFlips, scoreFlips } from './score-flips.ts';
import { warmCutTurns } from './times-side-by-side.ts';

/** Two runs side by side, on the samples that both have. */
export interface RunComparison {
	readonly identity: Comparability;
	/** Samples both runs have, and those only one has. */
	readonly paired: number;
	readonly onlyFirst: number;
	readonly onlySecond: number;
	/** How either run ended: what did not come to its end may still become another. */
	readonly firstOutcome: RunOutcome;
	readonly secondOutcome: RunOutcome;
	/** Suites of which a run has only some of the samples. */
	readonly firstParts: readonly RunPart[];
	readonly secondParts: readonly RunPart[];
	/**
	 * Every declared rate, and every declared number, of every suite and arm that both runs have. Rates have an interval only
	 * where both have the whole suite, and none of its samples is unscored.
	 */
	readonly scores: readonly ScoreFlips[];
	/** Suites whose very same answers the runs score otherwise. */
	readonly scoredOtherwise: readonly OtherScoring[];
	readonly numbers: readonly NumberDifference[];
	/** Whether the runs took turns, sample by sample, so that what drifts on the machine meets both alike. */
	readonly inTurns: boolean;
	readonly latencies: readonly LatencyDifference[];
	/** Warm user turns of both that were cut in one of them: the times that they were cut before are in no difference. */
	readonly cutTurns: number;
	readonly divergence: OutputDivergence;
}

export interface CompareOptions {
	/** Fields that may differ, such as `settings.temperature` or `corpus`. */
	readonly allow?: readonly string[] | undefined;
}

/**
 * Compares the second run with the first on the suites that both have. Throws {@link UsageError} naming each field that
 * forbids it, or where they have none in common.
 */
export function compareRuns(first: EvaluatedRun, second: EvaluatedRun, options: CompareOptions = {}): RunComparison {
	const identity = requireComparable(first, second, options);
	const suites = first.header.suites.filter(({ name }) => !identity.onlyFirst.includes(name));
	const pairs: readonly PairedSample[] = pairSamples(first, second);
	const { interleaved } = first.header;
	const inTurns = interleaved !== undefined && interleaved === second.header.interleaved;
	const [firstParts, secondParts] = [partsOf(first), partsOf(second)];
	const parts = new Set([...firstParts, ...secondParts].map(({ suite }) => suite));
	return {
		identity,
		paired: pairs.length,
		onlyFirst: first.samples.length - pairs.length,
		onlySecond: second.samples.length - pairs.length,
		firstOutcome: runOutcome(first),
		secondOutcome: runOutcome(second),
		firstParts,
		secondParts,
		scores: scoreFlips(pairs, suites).map((flips) =>
			parts.has(flips.suite) || flips.unpaired > 0 ? countsAlone(flips) : flips,
		),
		scoredOtherwise: otherScoring(pairs),
		numbers: numberDifferences(pairs, suites),
		inTurns,
		latencies: latencyDifferences(pairs, inTurns),
		cutTurns: warmCutTurns(pairs.flatMap(({ first, second }) => [first, second])),
		divergence: outputDivergence(pairs),
	};
}

/** What came out may have chosen the samples that both runs have scores of: then an interval says nothing. */
function countsAlone(flips: ScoreFlips): ScoreFlips {
	return { ...flips, first: withoutInterval(flips.first), second: withoutInterval(flips.second) };
}

/** Throws {@link UsageError} where the runs differ in what must not. */
export function requireComparable(
	first: IdentifiedRun,
	second: IdentifiedRun,
	{ allow = [] }: Pick<CompareOptions, 'allow'> = {},
): Comparability {
	const identity = compareIdentity(first, second);
	if (first.header.suites.every(({ name }) => identity.onlyFirst.includes(name))) {
		throw new UsageError('these runs are not comparable: they have no suite in common', {
			hint: 'Compare runs of the same suites.',
		});
	}
	const forbidden = identity.blocking.filter(({ field }) => !isAllowed(field, allow));
	if (forbidden.length > 0) {
		const fields = forbidden.map(
			({ field, first, second }) =>
				`${field} (${differenceText(first) ?? 'unknown'} against ${differenceText(second) ?? 'unknown'})`,
		);
		const allowed = forbidden.map(({ field }) => field);
		throw new UsageError(`these runs are not comparable: ${fields.join(', ')}`, {
			hint: 'If that is what you want to compare, let it differ.',
			allow: allowed,
		});
	}
	return identity;
}
