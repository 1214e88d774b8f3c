import { english, englishOf, message } from '../../src/base/message.ts';
import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import type { DecisionSummary } from '../../src/summary/decisions/decisions.ts';
import type { ScoreFlips } from '../../src/summary/flips.ts';
import { repeatsMessage } from '../../src/summary/notices.ts';
import { stateOf } from '../../src/summary/state/state.ts';
import { stopsOf } from '../../src/summary/state/stops.ts';
import { toolCountLine } from '../document/tool-counts.ts';
import { localeOf } from '../messages/catalogue.ts';
import type { ReportedRun } from '../reported-run.ts';
import { finalVerdictLine, verdictRemedies } from '../verdict.ts';

const EN = localeOf('en');

/** The output of `--json`. */
export function summaryJson({ log, summary, gate }: ReportedRun, folder: string): object {
	const { target, model, engine } = summary.run;
	return {
		folder,
		target,
		model,
		notice: model.miniature ? MINIATURE_NOTICE.en : undefined,
		engine,
		warnings: log.header.warnings,
		repeats: summary.repeats && { ...summary.repeats, text: englishOf(repeatsMessage(summary.repeats)) },
		sampling: summary.greedy ? english(message('run.greedy')) : undefined,
		outcome: summary.outcome,
		gate,
		stops: stopsOf(summary, gate),
		state: stateOf(summary, gate),
		calls: summary.calls,
		samples: summary.samples.evaluated,
		failed: summary.failures,
		ownFailures: summary.userCodeFailures,
		decisions: summary.decisions.map(decisionFacts),
		replays: summary.variants.flatMap(({ kind, suite, flips, measures, place }) =>
			kind === 'replay' ? [{ suite, place, measures, flips: flips.map(flipFacts) }] : [],
		),
		reflections: summary.variants.flatMap(({ kind, suite, variant, flips, reflected }) =>
			kind === 'reflection' ? [{ suite, variant, reflected, flips: flips.map(flipFacts) }] : [],
		),
		toolCounts: summary.toolCounts.map((one) => ({ ...one, said: toolCountLine(one, EN) })),
		suites: summary.suites.map(({ suite, main, variants }) => ({
			suite: suite.name,
			main,
			variants: variants.map(({ variant, evaluated, scores, facets }) => ({
				variant,
				evaluated,
				scores: scores.map(({ name, rate, values, reasons, unscored }) => ({ name, rate, values, reasons, unscored })),
				facets: suite.facets && facets,
			})),
		})),
	};
}

function decisionFacts(summary: DecisionSummary): object {
	const { suite, rule, standing, people } = summary;
	return {
		suite: suite.name,
		verdict: rule.verdict,
		beforeCall: standing.beforeCall,
		figure: standing.figure,
		reasons: rule.reasons,
		people: people && {
			verdict: people.verdict,
			standing: standing.verdict,
			labelled: people.labelled,
			disputed: people.disputed,
			of: people.of,
		},
		said: finalVerdictLine(summary, EN),
		remedies: verdictRemedies(summary, EN),
	};
}

function flipFacts({ score, first, second, gained, lost, p }: ScoreFlips): object {
	return { score, first, second, gained, lost, p };
}
