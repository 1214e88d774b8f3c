import type { LlamaCppModel } from '../../runners/llama-cpp/index.ts';
import { UsageError } from '../../src/errors/gemmark-error.ts';
import {
	type TokenDivergence,
	type TokenProbabilities,
	tokenDivergence,
} from '../../src/eval/compare/token-divergence.ts';
import type { SampleResult } from '../../src/eval/sample.ts';
import type { Log } from '../../src/log/record.ts';
import { findModelFileOf } from '../../src/run/find-model-file.ts';
import { type ReplayedRequest, replayedRequests } from '../../src/run/replayed-requests.ts';
import { composeNamed } from '../compose.ts';
import { createProgress, type Progress } from '../progress.ts';

/** Tokens told per position: the whole vocabulary of a small model, nearly all of the probability of a large one. */
const TOP = 16_384;

/** What the divergence of a run from the baseline rests on. */
export interface ScoredDivergence extends TokenDivergence {
	readonly suite: string;
	readonly samples: number;
	/** Generations that could not be asked again. */
	readonly skipped: number;
}

/**
 * Leads each run's model through what the baseline's model said, token by token. Models are loaded one after the other.
 * One divergence for each run behind the first. `named` are model files that may be the runs'.
 */
export async function scoreDivergence(
	logs: readonly Log[],
	named: readonly string[],
): Promise<readonly ScoredDivergence[]> {
	const [baseline, ...others] = logs;
	if (baseline === undefined) return [];
	const { suite, samples } = scoredSamples(baseline);
	const paths = await Promise.all(logs.map(({ header }) => findModelFileOf(header.model, named)));
	const progress = createProgress(process.stderr, 'divergence');
	try {
		const [path = ''] = paths;
		const asked = await withModel(path, baseline, async (model) => {
			const { requests, skipped } = await replayed(baseline, suite, samples, model);
			return { requests, skipped, scores: await score(model, requests, progress) };
		});
		const divergences: ScoredDivergence[] = [];
		for (const [index, other] of others.entries()) {
			const second = await withModel(paths[index + 1] ?? '', other, (model) => score(model, asked.requests, progress));
			const generations = asked.scores.map((first, at) => ({ first, second: second[at] ?? [] }));
			divergences.push({
				...tokenDivergence(generations, TOP),
				suite,
				samples: samples.length,
				skipped: asked.skipped,
			});
		}
		return divergences;
	} finally {
		progress.finish();
	}
}

/** The suite that decides something where the baseline has one; its first repeat, without constraints. */
function scoredSamples({ header, samples }: Log): {
	readonly suite: string;
	readonly samples: readonly SampleResult[];
} {
	const suite = header.suites.find(({ decision }) => decision !== undefined) ?? header.suites[0];
	const first = samples.find((sample) => sample.suite === suite?.name);
	if (suite === undefined || first === undefined) {
		throw new UsageError('the baseline has no samples to compute a divergence on');
	}
	return {
		suite: suite.name,
		samples: samples.filter((sample) => sample.suite === suite.name && sample.arm === first.arm && sample.epoch === 0),
	};
}

async function replayed(
	baseline: Log,
	name: string,
	samples: readonly SampleResult[],
	model: LlamaCppModel,
): Promise<{ readonly requests: readonly ReplayedRequest[]; readonly skipped: number }> {
	const {
		app,
		suites: [suite],
	} = await composeNamed([name]);
	if (suite === undefined) throw new Error(`no suite ${name}`);
	const result = await replayedRequests(baseline, samples, suite, model, app);
	if (result.requests.length > 0) return result;
	throw new UsageError(`none of the ${result.skipped} prompts of the baseline can be asked again`, {
		hint: 'Its prompts, corpus or tools were others: run it again with this gemmark.',
	});
}

async function withModel<T>(path: string, { header }: Log, work: (model: LlamaCppModel) => Promise<T>): Promise<T> {
	const { llamaCppRunner } = await import('../../runners/llama-cpp/index.ts');
	const { contextSize, flashAttention, threads } = header.engine;
	const model = await llamaCppRunner.load({ model: path, contextSize, flashAttention, threads });
	try {
		return await work(model);
	} finally {
		await model.dispose();
	}
}

/** Compact, because a large model's scores of a whole suite are a hundred megabytes already. */
async function score(
	model: LlamaCppModel,
	requests: readonly ReplayedRequest[],
	progress: Progress,
): Promise<readonly (readonly TokenProbabilities[])[]> {
	const scores: (readonly TokenProbabilities[])[] = [];
	for (const request of requests) {
		const positions = await model.scoreTokens({ ...request, top: TOP });
		scores.push(
			positions.map(({ tokens, probabilities }) => ({
				tokens: Int32Array.from(tokens),
				probabilities: Float32Array.from(probabilities),
			})),
		);
		progress.update(scores.length, requests.length, model.identity.name);
	}
	return scores;
}
