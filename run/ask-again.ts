import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { LlamaCppModel } from '../runners/llama-cpp/index.ts';
import { UsageError } from '../src/base/errors.ts';
import { sha256 } from '../src/base/json.ts';
import { message } from '../src/base/message.ts';
import { openConversation } from '../src/dialects/conversation/open-conversation.ts';
import { fileSha256 } from '../src/download/cache.ts';
import { modelCacheFolder } from '../src/download/folders.ts';
import type { AppUnderTest } from '../src/eval/app.ts';
import { evaluatePlan } from '../src/eval/evaluate/evaluate-plan.ts';
import type { SampleResult } from '../src/eval/sample.ts';
import { parseRow } from '../src/eval/scoring/rescore.ts';
import type { Suite } from '../src/eval/suite.ts';
import { ggufFiles } from '../src/gguf/check.ts';
import type { Log } from '../src/log/record.ts';
import { type CompletionRequest, type PromptPart, ScriptedCompleter } from '../src/model/completer.ts';
import type { ModelIdentity } from '../src/model/identity.ts';
import { KV_CACHE_TYPES, type RawModel } from '../src/model/runner.ts';
import { type OutputSpan, tokenSpans } from '../src/summary/compare/divergence.ts';
import {
	type ScoredDivergence,
	type TokenProbabilities,
	tokenDivergence,
} from '../src/summary/compare/token-divergence.ts';
import { bundledModelFolder } from './compose/load.ts';

/** What the model was asked in one generation, and the tokens it answered with. */
interface ReplayedRequest {
	readonly parts: readonly PromptPart[];
	readonly sharedChars: number;
	readonly tokens: readonly number[];
	/** What each token is of, and the end. */
	readonly spans?: readonly OutputSpan[];
}

interface ReplayedRequests {
	readonly requests: readonly ReplayedRequest[];
	/** Generations whose prompt does not match the log's hash, or without tokens. */
	readonly skipped: number;
}

/**
 * Plays logged samples again with a model that says what it said then: the log keeps hashes of the prompts, and this
 * gives the prompts. `model` lends its template.
 */
async function replayedRequests(
	{ header }: Pick<Log, 'header'>,
	samples: readonly SampleResult[],
	suite: Suite,
	model: RawModel,
	app: AppUnderTest,
): Promise<ReplayedRequests> {
	const requests: ReplayedRequest[] = [];
	let skipped = 0;
	for (const sample of samples) {
		const completer = scriptOf(sample);
		await replay(sample, suite, { ...model, completer }, header.settings, app);
		for (const [index, generation] of sample.transcript.generations.entries()) {
			const { tokens, promptSha256 } = generation;
			const request = completer.requests[index];
			if (request === undefined || tokens === undefined || (await promptHash(request)) !== promptSha256) skipped += 1;
			else
				requests.push({
					parts: request.parts,
					sharedChars: request.sharedChars,
					tokens,
					spans: tokenSpans(generation),
				});
		}
	}
	return { requests, skipped };
}

async function replay(
	{ sample, variant, epoch, seed = 0 }: SampleResult,
	suite: Suite,
	model: RawModel,
	settings: Log['header']['settings'],
	app: AppUnderTest,
): Promise<void> {
	const { policy = 'push', reading = 'lenient', reflection = false, dialect = '' } = settings;
	const { temperature = 0, maxTokens = 1, deadlineMs = 60_000, thinking } = settings;
	const results = evaluatePlan({
		plan: [{ suite, sample: parseRow(suite, sample), variant, epoch, seed }],
		openConversation: (options) => openConversation(model, dialect, options),
		app,
		settings: { seed, epochs: 1, temperature, maxTokens, deadlineMs, policy, reading, dialect, reflection, thinking },
	});
	for await (const _ of results);
}

function scriptOf({ transcript }: SampleResult): ScriptedCompleter {
	return new ScriptedCompleter(
		transcript.generations.map(({ pieces, tokens, finish }) => ({
			pieces,
			tokens,
			// A completer knows of no calls: reading the text finds them again.
			finish: finish.unified === 'tool-call' ? { unified: 'stop', raw: finish.raw } : finish,
		})),
	);
}

function promptHash({ parts }: CompletionRequest): Promise<string> {
	return sha256(parts.map(({ text }) => text).join(''));
}

/**
 * The file a run was made with: among the files named, the bundled ones and the downloads, the one with the run's size
 * and hash. Throws {@link UsageError} where it is not there.
 */
export async function findModelFileOf(model: ModelIdentity, named: readonly string[]): Promise<string> {
	const { sha256, sizeBytes } = model;
	if (sha256 === undefined) {
		throw new UsageError(message('usage.model-file-unhashed', { model: model.name }));
	}
	const known = [bundledModelFolder(), modelCacheFolder()].flatMap((folder) =>
		ggufFiles(folder).map((name) => join(folder, name)),
	);
	for (const path of new Set([...named, ...known])) {
		if (sizeOf(path) === sizeBytes && (await fileSha256(path)) === sha256) return path;
	}
	throw new UsageError(message('usage.model-file-missing', { model: model.name, sha256: sha256.slice(0, 12) }));
}

function sizeOf(path: string): number | undefined {
	return statSync(path, { throwIfNoEntry: false })?.size;
}

/** Tokens per position: the whole vocabulary of a small model, nearly all of the probability of a large one. */
const TOP = 16_384;

interface Asked {
	readonly requests: readonly ReplayedRequest[];
	readonly skipped: number;
	readonly suites: readonly string[];
	readonly samples: number;
}

/**
 * Leads each run's model through what the baseline's model said, token by token. Models are loaded one after the other.
 * One divergence for each run after the first. `named` are model files that may be the runs'.
 */
export async function scoreDivergence(
	logs: readonly Log[],
	named: readonly string[],
	{ composed, onProgress }: AskAgainOptions,
): Promise<readonly ScoredDivergence[]> {
	const [baseline, ...others] = logs;
	if (baseline === undefined) return [];
	const paths = await Promise.all(logs.map(({ header }) => findModelFileOf(header.model, named)));
	const [path = ''] = paths;
	const { asked, scores } = await withModel(path, baseline, async (model) => {
		const asked = await askedAgain(baseline, model, composed);
		return { asked, scores: await score(model, asked.requests, onProgress) };
	});
	const divergences: ScoredDivergence[] = [];
	for (const [index, other] of others.entries()) {
		const second = await withModel(paths[index + 1] ?? '', other, (model) => score(model, asked.requests, onProgress));
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
}

interface AskAgainOptions {
	/** App and suites of these names. */
	composed(names: readonly string[]): Promise<{ readonly app: AppUnderTest; readonly suites: readonly Suite[] }>;
	onProgress(done: number, total: number, model: string): void;
}

/** Every suite's first repeat in its first variant: the others repeat it, or decode under a grammar. */
async function askedAgain(baseline: Log, model: LlamaCppModel, composed: AskAgainOptions['composed']): Promise<Asked> {
	const names = baseline.header.suites.map(({ name }) => name);
	const { app, suites } = await composed(names);
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
	throw new UsageError(message('usage.prompts-changed', { n: skipped }));
}

function firstRepeat(samples: readonly SampleResult[], suite: string): readonly SampleResult[] {
	const first = samples.find((sample) => sample.suite === suite);
	return samples.filter((sample) => sample.suite === suite && sample.variant === first?.variant && sample.epoch === 0);
}

async function withModel<T>(path: string, { header }: Log, work: (model: LlamaCppModel) => Promise<T>): Promise<T> {
	const { llamaCppRunner } = await import('../runners/llama-cpp/index.ts');
	const { contextSize, flashAttention, threads, kvCacheType } = header.engine;
	const cache = KV_CACHE_TYPES.find((type) => type === kvCacheType);
	const model = await llamaCppRunner.load({ model: path, contextSize, flashAttention, threads, kvCacheType: cache });
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
	onProgress: AskAgainOptions['onProgress'],
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
		onProgress(scores.length, requests.length, model.identity.name);
	}
	return scores;
}
