import type { EvaluatedSuite } from '../src/eval/run.ts';
import type { SampleResult } from '../src/eval/sample.ts';
import { turnOf, turnWaiting } from '../src/eval/turn.ts';
import type { ProviderResponse, TokenUsage } from './promptfoo-shapes.ts';
import { unscoredReason } from './sample-grading.ts';

/** A sample as promptfoo takes an answer: what was said and called, tokens, latency, and all scores in `metadata`. */
export function sampleResponse(sample: SampleResult, { scores }: Pick<EvaluatedSuite, 'scores'>): ProviderResponse {
	const { suite, sampleId, arm, epoch, seed, timings } = sample;
	return {
		output: outputOf(sample),
		error: unscoredReason(sample.scores, scores),
		tokenUsage: tokenUsage(sample),
		latencyMs: timings.endToEndMs,
		metadata: {
			suite,
			sample: sampleId,
			arm,
			epoch,
			seed,
			scores: sample.scores,
			...turnWaiting(sample),
			cold: timings.cold,
		},
	};
}

/** The text before the call, a line per call, and the model's last words, in the order in which they came. */
function outputOf({ transcript }: SampleResult): string {
	const { prefix = '', calls, answer } = turnOf(transcript);
	const said = calls.length === 0 ? [answer ?? prefix] : [prefix, ...calls.map(callText), answer ?? ''];
	return said
		.map((part) => part.trim())
		.filter((part) => part !== '')
		.join('\n');
}

function callText({ name, arguments: args }: { readonly name: string; readonly arguments: object }): string {
	return `→ ${name}(${JSON.stringify(args)})`;
}

/** Over all generations of the sample; a count that one of them does not tell is absent. */
function tokenUsage({ transcript: { generations } }: SampleResult): TokenUsage {
	const sum = (counts: readonly (number | undefined)[]): number | undefined =>
		counts.reduce((total, count) => (total === undefined || count === undefined ? undefined : total + count), 0);
	const prompt = sum(generations.map(({ usage }) => usage.promptTokens));
	const completion = sum(generations.map(({ usage }) => usage.outputTokens));
	return { prompt, completion, total: sum([prompt, completion]), numRequests: generations.length };
}
