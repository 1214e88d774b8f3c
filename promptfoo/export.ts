import type { ReportedRun } from '../reports/reported-run.ts';
import { english } from '../src/base/message.ts';
import type { MissingSample } from '../src/eval/absent.ts';
import { type EvaluatedSuite, unendedNote } from '../src/eval/run.ts';
import { type SampleIdentity, type SampleResult, sampleKey, sampleSeed } from '../src/eval/sample.ts';
import type { Log } from '../src/log/record.ts';
import { engineName } from '../src/model/identity.ts';
import { MINIATURE_NOTICE } from '../src/model/miniature-notice.ts';
import { type RunSummary, runTitle } from '../src/summary/summarize.ts';
import { PROMPTFOO_VERSION } from './promptfoo-command.ts';
import {
	type GradingResult,
	type ProviderResponse,
	sampleGrading,
	sampleResponse,
	type TokenUsage,
} from './response.ts';

/**
 * A run as `promptfoo eval --output` writes one (EvaluateSummary version 3), so that `promptfoo import` and its viewer
 * take it. One column, the run's target; one row per planned sample, variant and epoch. A pure function of the log, and of
 * people's labels by sample key: theirs is its verdict, rows are judged by the scorers.
 */
export function exportedEval({ log, summary }: ReportedRun): object {
	const { header, footer } = log;
	const provider = runTitle(header);
	const prompt = { raw: '{{input}}', label: '{{input}}', id: 'gemmark-input' };
	const place = { provider: { id: providerId(log), label: provider }, prompt };
	const asked = log.samples.map((sample, testIdx) => exportedResult(sample, header.suites, { ...place, testIdx }));
	const missing = summary.samples.missing.map((sample, index) =>
		missingResult(sample, { ...place, testIdx: asked.length + index }),
	);
	const results = [...asked, ...missing];
	const warnings = [unendedNote(log) ?? [], header.warnings ?? []].flat().map(english);
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
			description: description(log, summary),
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

/** promptfoo identifies evaluations by it: the same run gets the same. */
function evalId({ header, samples }: Log): string {
	const first = samples[0] === undefined ? '' : sampleKey(samples[0]);
	const hash = sampleSeed(header.settings.seed ?? 0, header.model.name, header.command, first);
	return `eval-${hash.toString(36)}-${header.startedAt.slice(0, 19)}`;
}

function providerId({ header }: Log): string {
	return `gemmark:${header.engine.runner}:${header.model.name}`;
}

/** What ran, and what that decided: the rows alone do not show whether the verdict is whole. */
function description({ header }: Log, { decisions }: RunSummary): string {
	const what = `gemmark: ${header.suites.map(({ name }) => name).join(', ')} on ${runTitle(header)} in ${engineName(header.engine)}`;
	const decided = decisions.flatMap(({ said }) => said.map((one) => english(one).replace(/\.$/u, '')));
	return [what, ...decided, ...(header.model.miniature === true ? [MINIATURE_NOTICE.en] : [])].join('. ');
}

function counts(results: readonly ExportedResult[]): object {
	return {
		successes: results.filter(({ failureReason }) => failureReason === 0).length,
		failures: results.filter(({ failureReason }) => failureReason === 1).length,
		errors: results.filter(({ failureReason }) => failureReason === 2).length,
	};
}

/** A row of promptfoo's results. `failureReason`: 0 passed, 1 failed, 2 an error (here: unscored). */
export interface ExportedResult {
	readonly testIdx: number;
	readonly promptIdx: 0;
	readonly success: boolean;
	readonly score: number;
	readonly failureReason: 0 | 1 | 2;
	readonly latencyMs: number;
	readonly vars: Readonly<Record<string, string>>;
	readonly testCase: object;
	readonly response: ProviderResponse;
	readonly gradingResult: GradingResult | null;
	readonly namedScores: Readonly<Record<string, number>>;
	readonly [field: string]: unknown;
}

interface ExportPlace {
	readonly provider: { readonly id: string; readonly label: string };
	readonly prompt: { readonly id: string; readonly raw: string; readonly label: string };
	/** Row of the table, 0-based. */
	readonly testIdx: number;
}

/** One sample as a row. What was asked and said in it is the log's own; a suite that the log does not declare is unscored. */
function exportedResult(
	sample: SampleResult,
	suites: readonly EvaluatedSuite[],
	{ provider, prompt, testIdx }: ExportPlace,
): ExportedResult {
	const { suite, variant } = sample;
	const { scores } = suites.find(({ name }) => name === suite) ?? { scores: {} };
	const { error, ...response } = sampleResponse(sample, { scores });
	const grading = sampleGrading(sample.scores, scores);
	const passed = grading?.pass === true;
	const vars = { input: String(sample.sample.input ?? '') };
	return {
		promptIdx: 0,
		testIdx,
		promptId: prompt.id,
		provider,
		prompt: { raw: vars.input, label: prompt.label },
		vars,
		testCase: {
			description: descriptionOf(sample),
			vars,
			metadata: { suite, variant },
			assert: [grading?.assertion ?? NONE],
		},
		response,
		error: error ?? (passed ? undefined : grading?.reason),
		failureReason: grading === undefined ? 2 : passed ? 0 : 1,
		success: passed,
		score: grading?.score ?? 0,
		latencyMs: response.latencyMs ?? 0,
		gradingResult:
			grading === undefined ? null : { ...grading, componentResults: [{ ...grading, namedScores: undefined }] },
		namedScores: grading?.namedScores ?? {},
		tokenUsage: response.tokenUsage,
		cost: 0,
		metadata: response.metadata,
	};
}

/** A sample that was planned and is not in the log: an error, as what is unscored for another cause. */
function missingResult(missing: MissingSample, { provider, prompt, testIdx }: ExportPlace): ExportedResult {
	const { suite, sampleId, variant, input = sampleId } = missing;
	const vars = { input };
	const error = 'unscored: missing';
	return {
		promptIdx: 0,
		testIdx,
		promptId: prompt.id,
		provider,
		prompt: { raw: input, label: prompt.label },
		vars,
		testCase: { description: descriptionOf(missing), vars, metadata: { suite, variant }, assert: [NONE] },
		response: { error, tokenUsage: { prompt: 0, completion: 0, total: 0, numRequests: 0 } },
		error,
		failureReason: 2,
		success: false,
		score: 0,
		latencyMs: 0,
		gradingResult: null,
		namedScores: {},
		cost: 0,
	};
}

function descriptionOf({ suite, sampleId, variant, epoch }: SampleIdentity): string {
	return `${suite} ${sampleId}${variant === 'free' ? '' : `, ${variant}`}${epoch === 0 ? '' : `, epoch ${epoch}`}`;
}

const NONE = { type: 'javascript', value: 'no score of gemmark' };

/** What promptfoo keeps of a column: counts, sums of latency and tokens, and of each named score its sum and count. */
function promptMetrics(results: readonly ExportedResult[]): object {
	const outcomes = Map.groupBy(results, ({ failureReason }) => failureReason);
	const [passed = [], failed = [], errors = []] = [outcomes.get(0), outcomes.get(1), outcomes.get(2)];
	const named = Map.groupBy(
		results.flatMap(({ namedScores }) => Object.entries(namedScores)),
		([name]) => name,
	);
	const ofNamed = (value: (scores: readonly number[]) => number): object =>
		Object.fromEntries(Array.from(named, ([name, entries]) => [name, value(entries.map(([, score]) => score))]));
	return {
		score: sum(results.map(({ score }) => score)),
		testPassCount: passed.length,
		testFailCount: failed.length,
		testErrorCount: errors.length,
		assertPassCount: passed.length,
		assertFailCount: failed.length,
		totalLatencyMs: sum(results.map(({ latencyMs }) => latencyMs)),
		tokenUsage: totalTokens(results),
		namedScores: ofNamed(sum),
		namedScoresCount: ofNamed(({ length }) => length),
		// The model runs on the machine: that costs nothing that promptfoo would count.
		cost: 0,
	};
}

/** Over all rows; a count that one of them does not have is absent. */
function totalTokens(results: readonly ExportedResult[]): TokenUsage {
	const of = (name: keyof TokenUsage): number | undefined => {
		const counts = results.map(({ response }) => response.tokenUsage?.[name]);
		return counts.every((count) => count !== undefined) ? sum(counts) : undefined;
	};
	return { prompt: of('prompt'), completion: of('completion'), total: of('total'), numRequests: of('numRequests') };
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}
