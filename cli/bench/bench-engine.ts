import type { LlamaCppModel } from '../../runners/llama-cpp/index.ts';
import type { EngineSpeed } from '../../src/bench/bench-report.ts';
import {
	type SpeedLengths,
	type SpeedRow,
	type SpeedRun,
	type SpeedSubject,
	speedRow,
} from '../../src/bench/speed-row.ts';
import { UsageError } from '../../src/errors/gemmark-error.ts';
import { hostIdentity } from '../../src/run/host.ts';
import type { BenchRequest } from './bench-request.ts';
import { runLlamaBench } from './llama-bench-tool.ts';

/** Loads of the model for the cold row: each costs a process. */
const MAX_COLD = 5;

/** Fixed-length runs of the engine, and the same by llama-bench where there is one. */
export async function benchEngine(
	model: string,
	request: BenchRequest,
	onProgress: (done: number, total: number, label: string) => void,
): Promise<EngineSpeed> {
	const { llamaCppRunner } = await import('../../runners/llama-cpp/index.ts');
	const tests = warmTests(request);
	if (tests.length === 0) {
		throw new UsageError('there is nothing to measure', { hint: 'Give --n-prompt or --n-gen a length above 0.' });
	}
	const latency = latencyTests(request);
	const total = tests.length + latency.length * 2 + 1;
	let done = 0;
	const step = (label: string): void => onProgress(done++, total, label);
	const load = { ...request.runnerOptions, model, contextSize: contextFor([...tests, ...latency]) };
	const rows: SpeedRow[] = [];
	const warm = await llamaCppRunner.load(load);
	const subjectFor = (lengths: SpeedLengths): SpeedSubject => subjectOf(model, warm, lengths);
	try {
		for (const lengths of [...tests, ...latency]) {
			step('engine, warm');
			if (request.warmup) await warm.measure(lengths);
			const runs = await repeat(request.repetitions, () => warm.measure(lengths));
			rows.push(speedRow(subjectFor(lengths), lengths, 'warm', runs, new Date().toISOString()));
		}
	} finally {
		await warm.dispose();
	}
	for (const lengths of latency) {
		step('engine, cold');
		const runs = await repeat(Math.min(request.repetitions, MAX_COLD), async (): Promise<SpeedRun> => {
			const cold = await llamaCppRunner.load({ ...load, probedThreads: warm.engine });
			try {
				return { ...(await cold.measure(lengths)), loadMs: cold.loadMs };
			} finally {
				await cold.dispose();
			}
		});
		rows.push(speedRow(subjectFor(lengths), lengths, 'cold', runs, new Date().toISOString()));
	}
	step('llama-bench');
	return { rows, ...runLlamaBench(model, warm.engine, request) };
}

/** Prompt and generation apart, at every depth, as llama-bench tests them. */
function warmTests({ nPrompt, nGen, nDepth }: BenchRequest): readonly SpeedLengths[] {
	return nDepth.flatMap((depth) => [
		...nPrompt.filter((n) => n > 0).map((promptTokens) => ({ promptTokens, outputTokens: 0, depth })),
		...nGen.filter((n) => n > 0).map((outputTokens) => ({ promptTokens: 0, outputTokens, depth })),
	]);
}

/** Together: what a user waits for. */
function latencyTests({ nPrompt, nGen }: BenchRequest): readonly SpeedLengths[] {
	const promptTokens = Math.max(...nPrompt);
	const outputTokens = Math.max(...nGen);
	return promptTokens > 0 && outputTokens > 0 ? [{ promptTokens, outputTokens, depth: 0 }] : [];
}

function contextFor(tests: readonly SpeedLengths[]): number {
	const longest = Math.max(
		...tests.map(({ promptTokens, outputTokens, depth }) => promptTokens + outputTokens + depth),
		256,
	);
	return Math.ceil((longest + 1) / 256) * 256;
}

/** Of a test of the prompt alone the threads are those of prefill; else those that say the tokens. */
function subjectOf(path: string, { identity, engine }: LlamaCppModel, { outputTokens }: SpeedLengths): SpeedSubject {
	const { architecture, parameters, quantization, sizeBytes } = identity;
	const millions = parameters === undefined ? undefined : `${(parameters / 1e6).toFixed(2)}M`;
	const type = [architecture, millions, quantization].filter((part) => part !== undefined).join(' ');
	return {
		build_commit: engine.version,
		cpu_info: hostIdentity().cpu,
		backends: engine.backend,
		model_filename: path,
		...(type !== '' && { model_type: type }),
		model_size: sizeBytes,
		model_n_params: parameters,
		n_batch: engine.batchSize,
		n_threads: outputTokens === 0 ? engine.prefillThreads : engine.threads,
		flash_attn: engine.flashAttention,
	};
}

async function repeat<T>(times: number, work: () => Promise<T>): Promise<readonly T[]> {
	const results: T[] = [];
	while (results.length < times) results.push(await work());
	return results;
}
