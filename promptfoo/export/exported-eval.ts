import { missingSamples } from '../../src/eval/absent.ts';
import { unendedText } from '../../src/eval/run.ts';
import { sampleKey, sampleSeed } from '../../src/eval/sample.ts';
import type { PeoplesJudgement } from '../../src/eval/scoring/labels.ts';
import { standingLine } from '../../src/eval/summary/decision/standing-text.ts';
import type { Log } from '../../src/log/record.ts';
import { engineName } from '../../src/model/identity.ts';
import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import { summarizeDecisions } from '../../src/summary/decisions.ts';
import { runTitle } from '../../src/summary/summarize.ts';
import { PROMPTFOO_VERSION } from '../promptfoo-command.ts';
import { type ExportedResult, exportedResult, missingResult } from './exported-result.ts';
import { promptMetrics, totalTokens } from './prompt-metrics.ts';

/**
 * A run as `promptfoo eval --output` writes one (EvaluateSummary version 3), so that `promptfoo import` and its viewer
 * take it. One column, the run's target; one row per planned sample, arm and epoch. A pure function of the log, and of
 * people's labels by sample key: theirs is the verdict that it tells, rows are judged by the scorers.
 */
export function exportedEval(log: Log, judgements?: Judgements): object {
	const { header, footer } = log;
	const provider = runTitle(header);
	const prompt = { raw: '{{input}}', label: '{{input}}', id: 'gemmark-input' };
	const place = { provider: { id: providerId(log), label: provider }, prompt };
	const asked = log.samples.map((sample, testIdx) => exportedResult(sample, header.suites, { ...place, testIdx }));
	const missing = missingSamples(log).map((sample, index) =>
		missingResult(sample, { ...place, testIdx: asked.length + index }),
	);
	const results = [...asked, ...missing];
	const warnings = [unendedText(log) ?? [], header.warnings ?? []].flat();
	const endedMs = footer === undefined ? undefined : Date.parse(footer.endedAt) - Date.parse(header.startedAt);
	return {
		evalId: evalId(log),
		results: {
			version: 3,
			timestamp: header.startedAt,
			prompts: [{ ...prompt, provider, metrics: promptMetrics(results) }],
			results,
			stats: { ...counts(results), tokenUsage: totalTokens(results), durationMs: endedMs },
		},
		config: {
			description: description(log, judgements),
			prompts: [prompt.raw],
			providers: [{ id: providerId(log), label: provider, config: header.settings }],
			tests: results.map(({ testCase }) => testCase),
			tags: { gemmark: header.gemmark, ...(warnings.length > 0 && { warnings: warnings.join('\n') }) },
		},
		shareableUrl: null,
		metadata: { promptfooVersion: PROMPTFOO_VERSION, evaluationCreatedAt: header.startedAt, command: header.command },
		vars: [...new Set(results.flatMap(({ vars }) => Object.keys(vars)))],
	};
}

/** promptfoo tells evaluations by it: the same run gets the same. */
function evalId({ header, samples }: Log): string {
	const first = samples[0] === undefined ? '' : sampleKey(samples[0]);
	const hash = sampleSeed(header.settings.seed ?? 0, header.model.name, header.command, first);
	return `eval-${hash.toString(36)}-${header.startedAt.slice(0, 19)}`;
}

function providerId({ header }: Log): string {
	return `gemmark:${header.engine.runner}:${header.model.name}`;
}

type Judgements = ReadonlyMap<string, PeoplesJudgement>;

/** What ran, and what that decided: the rows alone would not tell a verdict from half of one. */
function description(log: Log, judgements: Judgements | undefined): string {
	const { header } = log;
	const what = `gemmark: ${header.suites.map(({ name }) => name).join(', ')} on ${runTitle(header)} in ${engineName(header.engine)}`;
	const decided = summarizeDecisions(log, judgements).map(standingLine);
	return [what, ...decided, ...(header.model.miniature === true ? [MINIATURE_NOTICE.en] : [])].join('. ');
}

function counts(results: readonly ExportedResult[]): object {
	return {
		successes: results.filter(({ failureReason }) => failureReason === 0).length,
		failures: results.filter(({ failureReason }) => failureReason === 1).length,
		errors: results.filter(({ failureReason }) => failureReason === 2).length,
	};
}
