import type { MissingSample } from '../../src/eval/absent.ts';
import type { EvaluatedSuite } from '../../src/eval/run.ts';
import type { SampleIdentity, SampleResult } from '../../src/eval/sample.ts';
import type { GradingResult, ProviderResponse } from '../promptfoo-shapes.ts';
import { sampleGrading } from '../sample-grading.ts';
import { sampleResponse } from '../sample-response.ts';

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

export interface ExportPlace {
	readonly provider: { readonly id: string; readonly label: string };
	readonly prompt: { readonly id: string; readonly raw: string; readonly label: string };
	/** Row of the table, 0-based. */
	readonly testIdx: number;
}

/** One sample as a row. What was asked and said in it is the log's own; a suite that the log does not declare is unscored. */
export function exportedResult(
	sample: SampleResult,
	suites: readonly EvaluatedSuite[],
	{ provider, prompt, testIdx }: ExportPlace,
): ExportedResult {
	const { suite, arm } = sample;
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
			metadata: { suite, arm },
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
export function missingResult(missing: MissingSample, { provider, prompt, testIdx }: ExportPlace): ExportedResult {
	const { suite, sampleId, arm, input = sampleId } = missing;
	const vars = { input };
	const error = 'unscored: missing';
	return {
		promptIdx: 0,
		testIdx,
		promptId: prompt.id,
		provider,
		prompt: { raw: input, label: prompt.label },
		vars,
		testCase: { description: descriptionOf(missing), vars, metadata: { suite, arm }, assert: [NONE] },
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

function descriptionOf({ suite, sampleId, arm, epoch }: SampleIdentity): string {
	return `${suite} ${sampleId}${arm === 'free' ? '' : `, ${arm}`}${epoch === 0 ? '' : `, epoch ${epoch}`}`;
}

const NONE = { type: 'javascript', value: 'no score of gemmark' };
