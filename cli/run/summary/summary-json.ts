import type { ScoreFlips } from '../../../src/eval/compare/score-flips.ts';
import { mainScore, runOutcome } from '../../../src/eval/run.ts';
import { summarizeReflections } from '../../../src/eval/summary/arms/reflection-summary.ts';
import { summarizeReplays } from '../../../src/eval/summary/arms/replay-summary.ts';
import { summarizeDecisions } from '../../../src/eval/summary/decision/decision-summary.ts';
import { standingSummary } from '../../../src/eval/summary/decision/standing-summary.ts';
import { verdictRemedies } from '../../../src/eval/summary/decision/verdict-text.ts';
import { failureCounts } from '../../../src/eval/summary/failure-counts.ts';
import { ownFailures } from '../../../src/eval/summary/own-failures.ts';
import { samplingNote } from '../../../src/eval/summary/sampling-note.ts';
import { facetsOf } from '../../../src/eval/summary/suite/facets.ts';
import { summarizeSuites } from '../../../src/eval/summary/suite/suite-summary.ts';
import type { Log } from '../../../src/log/record.ts';
import { MINIATURE_NOTICE } from '../../../src/model/miniature-notice.ts';
import { localized } from '../../../src/text/text.ts';
import type { SummaryOptions } from './summary.ts';

/** What `--json` prints of a run that ended, for scripts, with what its gate came to, where there was one. */
export function summaryJson(
	log: Log,
	folder: string,
	{ judgements, gate }: Pick<SummaryOptions, 'judgements' | 'gate'>,
): object {
	const { target, model, engine, warnings } = log.header;
	const greedy = samplingNote(log);
	return {
		folder,
		target,
		model,
		notice: model.miniature ? MINIATURE_NOTICE.en : undefined,
		engine,
		warnings,
		sampling: greedy && localized(greedy, 'en'),
		outcome: runOutcome(log),
		gate,
		samples: log.samples.length,
		failed: failureCounts(log),
		ownFailures: ownFailures(log),
		decisions: summarizeDecisions(log, judgements).map((summary) => {
			const { suite, verdict, reasons, people } = summary;
			const standing = standingSummary(summary).verdict;
			return {
				suite: suite.name,
				verdict,
				reasons,
				people: people && {
					verdict: people.verdict,
					standing,
					labelled: people.labelled,
					disputed: people.disputed,
					of: people.of,
				},
				remedies: verdictRemedies(standing),
			};
		}),
		replays: summarizeReplays(log).map(({ suite, flips, measures, place }) => ({
			suite: suite.name,
			place,
			measures,
			flips: flips.map(flipFacts),
		})),
		reflections: summarizeReflections(log).map(({ suite, arm, flips, reflected }) => ({
			suite: suite.name,
			arm,
			reflected,
			flips: flips.map(flipFacts),
		})),
		suites: summarizeSuites(log).map(({ suite, arms }) => ({
			suite: suite.name,
			main: mainScore(suite),
			arms: arms.map(({ arm, evaluated, scores }) => ({
				arm,
				evaluated,
				scores: scores.map(({ name, rate, values, reasons, unscored }) => ({ name, rate, values, reasons, unscored })),
				facets: suite.facets && facetsOf(suite, { scores }),
			})),
		})),
	};
}

function flipFacts({ score, first, second, gained, lost, p }: ScoreFlips): object {
	return { score, first, second, gained, lost, p };
}
