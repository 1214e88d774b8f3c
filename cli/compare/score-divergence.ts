import type { LlamaCppModel } from '../../runners/llama-cpp/index.ts';
import { UsageError } from '../../src/base/errors.ts';
import { counted } from '../../src/base/message.ts';
import type { SampleResult } from '../../src/eval/sample.ts';
import type { Log } from '../../src/log/record.ts';
import { findModelFileOf } from '../../src/run/find-model-file.ts';
import {
	type ReplayedRequest,
	type ReplayedRequests,
	replayedRequests,
} from '../../src/run/inputs/replayed-requests.ts';
import {
	type ScoredDivergence,
	type TokenProbabilities,
	tokenDivergence,
} from '../../src/summary/compare/token-divergence.ts';
import { composeNamed } from '../compose.ts';
import { createProgress, type Progress } from '../terminal/progress.ts';

/** Tokens told per position: the whole vocabulary of a small model, nearly all of the probability of a large one. */
const TOP = 16_384;

interface Asked {
	readonly requests: readonly ReplayedRequest[];
	readonly skipped: number;
	readonly suites: readonly string[];
	readonly samples: number;
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
	const paths = await Promise.all(logs.map(({ header }) => findModelFileOf(header.model, named)));
	const progress = createProgress(process.stderr, 'divergence');
	try {
		const [path = ''] = paths;
		const { asked, scores } = await withModel(path, baseline, async (model) => {
			const asked = await askedAgain(baseline, model);
			return { asked, scores: await score(model, asked.requests, progress) };
		});
		const divergences: ScoredDivergence[] = [];
		for (const [index, other] of others.entries()) {
			const second = await withModel(paths[index + 1] ?? '', other, (model) => score(model, asked.requests, progress));
			const generations = asked.requests.map(({ tokens, spans }, at) => ({
				first: scores[at] ?? [],
				second: second[at] ?? [],
				tokens,
				spans,
			}));
			const { suites, samples, skipped } = asked;
			divergences.push({ ...tokenDivergence(generations, TOP), suites, samples, skipped });
		}
		return divergences;
	} finally {
		progress.finish();
	}
}

/** Every suite's first repeat in its first arm: the others repeat it, or decode under a grammar. */
async function askedAgain(baseline: Log, model: LlamaCppModel): Promise<Asked> {
	const names = baseline.header.suites.map(({ name }) => name);
	const { app, suites } = await composeNamed(names);
	const parts: ReplayedRequests[] = [];
	let samples = 0;
	for (const suite of suites) {
		const own = firstRepeat(baseline.samples, suite.name);
		samples += own.length;
		parts.push(await replayedRequests(baseline, own, suite, model, app));
	}
	const requests = parts.flatMap((part) => part.requests);
	const skipped = parts.reduce((sum, part) => sum + part.skipped, 0);
	if (requests.length > 0) return { requests, skipped, suites: names, samples };
	throw new UsageError(`none of the ${counted(skipped, 'prompt')} of the baseline can be asked again`, {
		hint: 'Its prompts, corpus or tools were others: run it again with this gemmark.',
	});
}

function firstRepeat(samples: readonly SampleResult[], suite: string): readonly SampleResult[] {
	const first = samples.find((sample) => sample.suite === suite);
	return samples.filter((sample) => sample.suite === suite && sample.arm === first?.arm && sample.epoch === 0);
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
