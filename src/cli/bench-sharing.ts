import { basename, join } from 'node:path';
import type { SharingResult } from '../bench/bench-report.ts';
import { loadCorpus } from '../corpus/corpus-files.ts';
import type { SampleResult } from '../eval/sample.ts';
import { sampleKey } from '../eval/sample-key.ts';
import { declareTool } from '../tool/declaration.ts';
import { inTemporaryFolder } from './bench-folder.ts';
import type { BenchRequest } from './bench-request.ts';
import { benchSettings, runSamples } from './bench-samples.ts';
import { composeApp, composeSuites } from './compose.ts';

type OnProgress = (done: number, total: number, label: string) => void;

const MAX_TOKENS = 512;
/** Random weights never stop by themselves. */
const LARGE_MAX_TOKENS = 24;
const LARGE_VOCABULARY = 262_144;

/**
 * The prefix suite with the prefix shared between its samples, and with every prompt evaluated from its first token:
 * time, and whether the outputs are the same.
 */
export async function benchSharing(
	model: string,
	request: BenchRequest,
	onProgress: OnProgress,
): Promise<readonly SharingResult[]> {
	const own = await compareSharing(model, MAX_TOKENS, request, onProgress);
	return request.large ? [own, await compareLarge(request, onProgress)] : [own];
}

async function compareLarge(request: BenchRequest, onProgress: OnProgress): Promise<SharingResult> {
	const { writeRandomGguf } = await import('../testing/random-gguf.ts');
	return inTemporaryFolder(async (folder) => {
		const path = join(folder, 'random-gemma3-270m-q8_0.gguf');
		onProgress(0, 1, 'writing a random model of 270M');
		writeRandomGguf(path, 'gemma3-270m', {
			type: 'q8_0',
			vocabularySize: LARGE_VOCABULARY,
			words: await promptWords(),
		});
		return compareSharing(path, LARGE_MAX_TOKENS, request, onProgress);
	});
}

/** The words of the app's own prompts: with them a prompt has about as many tokens as a real Gemma gives it. */
async function promptWords(): Promise<ReadonlySet<string>> {
	const app = await composeApp();
	const session = app.open();
	try {
		const questions = loadCorpus('prefix').contents.map(({ input }) => input);
		const text = [app.system, JSON.stringify(session.tools.map(declareTool)), ...questions].join(' ');
		return new Set(text.match(/[\p{L}\p{N}_]{2,}/gu) ?? []);
	} finally {
		session.close();
	}
}

async function compareSharing(
	model: string,
	maxTokens: number,
	request: BenchRequest,
	onProgress: OnProgress,
): Promise<SharingResult> {
	const shared = await runSuite(model, maxTokens, true, request, onProgress);
	const anew = await runSuite(model, maxTokens, false, request, onProgress);
	const outputs = new Map(anew.results.map((result) => [sampleKey(result), outputOf(result)]));
	const usages = shared.results.flatMap(({ transcript }) => transcript.generations.map(({ usage }) => usage));
	const timings = shared.results.flatMap(({ timings }) => timings.generations);
	const promptTokens = mean(usages.flatMap((usage) => usage.promptTokens ?? []));
	const cachedPromptTokens = mean(timings.flatMap((timing) => timing.cachedPromptTokens ?? []));
	return {
		model: basename(model),
		samples: shared.results.length,
		identical: shared.results.filter((result) => outputs.get(sampleKey(result)) === outputOf(result)).length,
		sharedMs: shared.tookMs,
		anewMs: anew.tookMs,
		factor: anew.tookMs / shared.tookMs,
		...(promptTokens === undefined ? {} : { promptTokens }),
		...(cachedPromptTokens === undefined ? {} : { cachedPromptTokens }),
	};
}

async function runSuite(
	model: string,
	maxTokens: number,
	sharePrefix: boolean,
	request: BenchRequest,
	onProgress: OnProgress,
): Promise<{ readonly results: readonly SampleResult[]; readonly tookMs: number }> {
	const { llamaCppRunner } = await import('../../runners/llama-cpp/index.ts');
	const [suites, app] = await Promise.all([composeSuites(['prefix']), composeApp()]);
	const loaded = await llamaCppRunner.load({
		model,
		flashAttention: request.flashAttention,
		sharePrefix,
		evaluateAnew: !sharePrefix,
		...(request.threads === undefined ? {} : { threads: request.threads }),
	});
	try {
		const settings = benchSettings(request.epochs, maxTokens, loaded);
		const label = `${basename(model)} ${sharePrefix ? 'shared' : 'anew'}`;
		const startedAt = performance.now();
		const results = await runSamples(loaded, suites, app, settings, (done, total) => onProgress(done, total, label));
		return { results, tookMs: performance.now() - startedAt };
	} finally {
		await loaded.dispose();
	}
}

function outputOf({ transcript }: SampleResult): string {
	return JSON.stringify(transcript.generations.map(({ tokens, pieces }) => tokens ?? pieces));
}

function mean(values: readonly number[]): number | undefined {
	return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
