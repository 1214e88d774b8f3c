import { basename, join } from 'node:path';
import { compose } from '../../run/compose/compose.ts';
import type { LlamaCppModel } from '../../runners/llama-cpp/index.ts';
import { loadOwnCorpus } from '../../src/corpus/corpus-files.ts';
import { rowsOf } from '../../src/corpus/corpus-text.ts';
import { type SampleResult, sampleKey } from '../../src/eval/sample.ts';
import type { Suite } from '../../src/eval/suite.ts';
import type { ProbedThreads } from '../../src/model/runner.ts';
import { declareTool } from '../../src/tool/declaration.ts';
import { prefixSample } from '../../suites/prefix/index.ts';
import { inTemporaryFolder } from './bench-folder.ts';
import { benchSettings, planSamples, runSamples } from './bench-samples.ts';
import { promptTokens, recorded } from './prompt-tokens.ts';
import type { EvaluatedTokens, LabBenchRequest, SharingResult, SharingResults } from './report.ts';
import { sideBySide } from './side-by-side.ts';

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
/** Prompt tokens evaluated, by the fewest. */
const MOST_EVALUATED = 1.03;

/** Samples at once of the run that is compared with one at a time. */
const PARALLEL = 4;

/**
 * The prefix suite with each prompt evaluated once, and with every prompt evaluated from its first token: time, and whether the
 * outputs are the same. Then how many prompt tokens runs evaluate, beside the fewest that they could.
 */
export async function benchSharing(
	model: string,
	request: LabBenchRequest,
	onProgress: OnProgress,
): Promise<SharingResults> {
	const own = await compareSharing(model, MAX_TOKENS, request, onProgress);
	const compared = request.large ? [own, await compareLarge(request, onProgress)] : [own];
	return { compared, evaluated: await countEvaluated(model, request, onProgress) };
}

/** The prefix suite sampled, one sample at a time and several at once, and the default suites as `npm start` runs them. */
async function countEvaluated(
	path: string,
	{ runnerOptions, epochs }: LabBenchRequest,
	onProgress: OnProgress,
): Promise<readonly EvaluatedTokens[]> {
	const { llamaCppRunner } = await import('../../runners/llama-cpp/index.ts');
	const composition = await compose(undefined);
	const [prefix, usual] = [await composition.suites(['prefix']), await composition.suites()];
	const rows: EvaluatedTokens[] = [];
	const count = async (name: string, suites: readonly Suite[], repeats: number, sequences = 1): Promise<void> => {
		const model = await llamaCppRunner.load({ ...runnerOptions, model: path, sequences });
		try {
			const own = recorded(model);
			const settings = { ...benchSettings(repeats, MAX_TOKENS, model), ...(repeats === 1 && { temperature: 0 }) };
			const plan = planSamples(model, suites, settings);
			const startedAt = performance.now();
			await runSamples(
				own.model,
				plan,
				composition.app,
				settings,
				(done) => onProgress(done, plan.length, name),
				sequences,
			);
			const ms = performance.now() - startedAt;
			const isWanted = sequences === 1 ? { most: MOST_EVALUATED } : {};
			rows.push({ name, samples: plan.length, ms, ...isWanted, ...(await promptTokens(path, own.generations)) });
		} finally {
			await model.dispose();
		}
	};
	await count(`prefix, ${epochs} epochs`, prefix, epochs);
	await count(`prefix, ${epochs} epochs, ${PARALLEL} at once`, prefix, epochs, PARALLEL);
	await count('default suites', usual, 1);
	return rows;
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

/** Prompt by prompt with and without sharing, in turns, so that both meet the same machine. */
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
			for (const turn of Map.groupBy(plan, ({ sample }) => sample.id).values()) {
				for (const side of [sides.shared, sides.anew]) {
					const before = side.results.length;
					const startedAt = performance.now();
					const results = await runSamples(side.model, turn, app, settings, (done) =>
						onProgress(before + done, plan.length, side.label),
					);
					side.turnMs.push(performance.now() - startedAt);
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

/** One way of evaluating: what it gave, and how long all epochs of each prompt took. */
interface Side {
	readonly label: string;
	readonly model: LlamaCppModel;
	readonly results: SampleResult[];
	readonly turnMs: number[];
}

function newSide(name: string, model: LlamaCppModel): Side {
	return { label: `${model.identity.name} ${name}`, model, results: [], turnMs: [] };
}

function sharingResult(model: string, shared: Side, anew: Side): SharingResult {
	const outputs = new Map(anew.results.map((result) => [sampleKey(result), outputOf(result)]));
	const usages = shared.results.flatMap(({ transcript }) => transcript.generations.map(({ usage }) => usage));
	const timings = shared.results.flatMap(({ timings }) => timings.generations);
	const promptTokens = mean(usages.flatMap((usage) => usage.promptTokens ?? []));
	const prefillMs = { shared: prefillOf(shared), anew: prefillOf(anew) };
	const cachedPromptTokens = mean(timings.flatMap((timing) => timing.cachedPromptTokens ?? []));
	const { interval } = sideBySide(shared.turnMs, anew.turnMs);
	const [sharedMs, anewMs] = [sum(shared.turnMs), sum(anew.turnMs)];
	return {
		model,
		samples: shared.results.length,
		identical: shared.results.filter((result) => outputs.get(sampleKey(result)) === outputOf(result)).length,
		sharedMs,
		anewMs,
		factor: anewMs / sharedMs,
		interval,
		...(prefillMs.shared === 0 ? {} : { prefillMs }),
		promptTokens,
		cachedPromptTokens,
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
