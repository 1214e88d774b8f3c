import { basename, join } from 'node:path';
import type { LlamaCppModel } from '../../runners/llama-cpp/index.ts';
import { sideBySide } from '../../src/bench/speed-row.ts';
import { loadOwnCorpus } from '../../src/corpus/corpus-files.ts';
import { rowsOf } from '../../src/corpus/corpus-text.ts';
import { type SampleResult, sampleKey } from '../../src/eval/sample.ts';
import type { Suite } from '../../src/eval/suite.ts';
import type { ProbedThreads } from '../../src/model/runner.ts';
import { compose } from '../../src/run/compose/compose.ts';
import { declareTool } from '../../src/tool/declaration.ts';
import { prefixSample } from '../../suites/prefix/index.ts';
import { inTemporaryFolder } from './bench-folder.ts';
import { benchSettings, planSamples, runSamples } from './bench-samples.ts';
import type { LabBenchRequest, SharingResult } from './report.ts';

const suitesNamed = async (names: readonly string[]): Promise<readonly Suite[]> =>
	(await compose(undefined)).suites(names);

type OnProgress = (done: number, total: number, label: string) => void;

const MAX_TOKENS = 512;
/** Random weights never stop by themselves. */
const LARGE_MAX_TOKENS = 24;
const LARGE_VOCABULARY = 262_144;
/** Factors wanted on the bundled miniature, and on the large model of random weights. */
const TARGET = 5;
const LARGE_TARGET = 2;

/**
 * The prefix suite with the prefix shared between its samples, and with every prompt evaluated from its first token:
 * time, and whether the outputs are the same.
 */
export async function benchSharing(
	model: string,
	request: LabBenchRequest,
	onProgress: OnProgress,
): Promise<readonly SharingResult[]> {
	const own = await compareSharing(model, MAX_TOKENS, request, onProgress);
	return request.large ? [own, await compareLarge(request, onProgress)] : [own];
}

async function compareLarge(request: LabBenchRequest, onProgress: OnProgress): Promise<SharingResult> {
	const { writeRandomGguf } = await import('../../src/testing/gguf/random-gguf.ts');
	return inTemporaryFolder(async (folder) => {
		const path = join(folder, 'random-gemma3-270m-q8_0.gguf');
		onProgress(0, 1, 'writing a random model of 270M');
		writeRandomGguf(path, 'gemma3-270m', {
			type: 'q8_0',
			vocabularySize: LARGE_VOCABULARY,
			words: await promptWords(),
		});
		return { ...(await compareSharing(path, LARGE_MAX_TOKENS, request, onProgress)), target: LARGE_TARGET };
	});
}

/** The words of the app's own prompts: with them a prompt has about as many tokens as a real Gemma gives it. */
async function promptWords(): Promise<ReadonlySet<string>> {
	const app = await compose(undefined).then(({ app }) => app);
	const session = app.open();
	try {
		const questions = loadOwnCorpus('prefix', rowsOf(prefixSample)).contents.map(({ input }) => input);
		const text = [app.system, JSON.stringify(session.tools.map(declareTool)), ...questions].join(' ');
		return new Set(text.match(/[\p{L}\p{N}_]{2,}/gu) ?? []);
	} finally {
		session.close();
	}
}

/** Epoch by epoch with and without sharing, in turns, so that both meet the same machine. */
async function compareSharing(
	model: string,
	maxTokens: number,
	request: LabBenchRequest,
	onProgress: OnProgress,
): Promise<SharingResult> {
	const [suites, app] = await Promise.all([suitesNamed(['prefix']), compose(undefined).then(({ app }) => app)]);
	const shared = await load(model, request, true);
	try {
		const anew = await load(model, request, false, shared.engine);
		try {
			const settings = benchSettings(request.epochs, maxTokens, shared);
			const plan = planSamples(shared, suites, settings);
			const sides = { shared: newSide('shared', shared), anew: newSide('anew', anew) };
			for (let epoch = 0; epoch < request.epochs; epoch += 1) {
				const turn = plan.filter((planned) => planned.epoch === epoch);
				for (const side of [sides.shared, sides.anew]) {
					const before = side.results.length;
					const startedAt = performance.now();
					const results = await runSamples(side.model, turn, app, settings, (done) =>
						onProgress(before + done, plan.length, side.label),
					);
					side.epochMs.push(performance.now() - startedAt);
					side.results.push(...results);
				}
			}
			const result = sharingResult(basename(model), sides.shared, sides.anew);
			return shared.identity.miniature ? { ...result, target: TARGET } : result;
		} finally {
			await anew.dispose();
		}
	} finally {
		await shared.dispose();
	}
}

/** One way of evaluating: what it gave, and how long each epoch took. */
interface Side {
	readonly label: string;
	readonly model: LlamaCppModel;
	readonly results: SampleResult[];
	readonly epochMs: number[];
}

function newSide(name: string, model: LlamaCppModel): Side {
	return { label: `${model.identity.name} ${name}`, model, results: [], epochMs: [] };
}

function sharingResult(model: string, shared: Side, anew: Side): SharingResult {
	const outputs = new Map(anew.results.map((result) => [sampleKey(result), outputOf(result)]));
	const usages = shared.results.flatMap(({ transcript }) => transcript.generations.map(({ usage }) => usage));
	const timings = shared.results.flatMap(({ timings }) => timings.generations);
	const promptTokens = mean(usages.flatMap((usage) => usage.promptTokens ?? []));
	const prefillMs = { shared: prefillOf(shared), anew: prefillOf(anew) };
	const cachedPromptTokens = mean(timings.flatMap((timing) => timing.cachedPromptTokens ?? []));
	const { interval } = sideBySide(shared.epochMs, anew.epochMs);
	const [sharedMs, anewMs] = [sum(shared.epochMs), sum(anew.epochMs)];
	return {
		model,
		samples: shared.results.length,
		identical: shared.results.filter((result) => outputs.get(sampleKey(result)) === outputOf(result)).length,
		sharedMs,
		anewMs,
		factor: anewMs / sharedMs,
		...(interval === undefined ? {} : { interval }),
		...(prefillMs.shared === 0 ? {} : { prefillMs }),
		...(promptTokens === undefined ? {} : { promptTokens }),
		...(cachedPromptTokens === undefined ? {} : { cachedPromptTokens }),
	};
}

async function load(
	model: string,
	{ runnerOptions }: LabBenchRequest,
	promptCache: boolean,
	probedThreads?: ProbedThreads,
): Promise<LlamaCppModel> {
	const { llamaCppRunner } = await import('../../runners/llama-cpp/index.ts');
	return llamaCppRunner.load({ ...runnerOptions, model, probedThreads, promptCache, evaluateAnew: !promptCache });
}

function prefillOf({ results }: Side): number {
	return sum(results.flatMap(({ timings }) => timings.generations.flatMap(({ prefillMs }) => prefillMs ?? [])));
}

function outputOf({ transcript }: SampleResult): string {
	return JSON.stringify(transcript.generations.map(({ tokens, pieces }) => tokens ?? pieces));
}

function mean(values: readonly number[]): number | undefined {
	return values.length === 0 ? undefined : sum(values) / values.length;
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}
