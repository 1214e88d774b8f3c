import { counted } from '../../base/message.ts';
import { absentSamples, missingSamples } from '../absent.ts';
import type { IdentifiedRun } from '../compare/differing-code.ts';
import type { ScoredSample } from '../compare/paired-sample.ts';
import { EARLY_STOP, partsOf, partText } from '../compare/run-part.ts';
import { type EvaluatedRun, unendedText } from '../run.ts';
import { namedMetrics } from '../summary/named-metrics.ts';
import { lackedOfDecisions } from './absent-metrics.ts';
import type { GatedRun } from './gate-line.ts';
import { metricBounds } from './metric-bounds.ts';

/** Of a run, what a gate looks at: its metrics, what it asked, and the score of each sample. Small enough to commit. */
export interface Baseline extends IdentifiedRun, GatedRun {
	readonly samples: readonly ScoredSample[];
}

export function baselineOf(run: EvaluatedRun): Baseline {
	const metrics = namedMetrics(run);
	return {
		header: run.header,
		metrics,
		bounds: metricBounds(run, metrics),
		leftOut: new Set(absentSamples(run).leftOut.map(({ suite }) => suite)),
		parts: chosenParts(run),
		lacks: lackedOfDecisions(run),
		timesSayNothing: run.header.engine.timingsNotComparable,
		missing: missingOf(run),
		samples: run.samples.map(({ suite, sampleId, arm, epoch, system, scores }) => {
			return { suite, sampleId, arm, epoch, ...(system !== undefined && { system }), scores };
		}),
	};
}

/** What an early stop leaves out could only be what its bounds say; what is chosen is another set of samples. */
function chosenParts(run: EvaluatedRun): ReadonlyMap<string, string> {
	const chosen = partsOf(run).filter(({ chosen: by }) => by.some((one) => one !== EARLY_STOP));
	return new Map(chosen.map((part) => [part.suite, partText(part)]));
}

/** Shards that nobody merged may hold the very failure that a gate is for; a run that has no end yet can go on, also to ask what its model is. */
function missingOf(run: EvaluatedRun): GatedRun['missing'] {
	const { missingShards = [] } = run.header.settings;
	if (missingShards.length > 0) return { what: `shards are missing: ${missingShards.join(', ')}`, status: 'fail' };
	const missing = missingSamples(run).length;
	const unended = unendedText(run);
	if (unended !== undefined) return { what: unended, status: 'undecided' };
	return missing === 0
		? undefined
		: { what: `${counted(missing, 'sample is', 'samples are')} missing`, status: 'undecided' };
}
