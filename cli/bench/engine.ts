import { spawnSync } from 'node:child_process';
import { singleLine } from '../../reports/terminal/text.ts';
import { hostIdentity } from '../../run/host.ts';
import { type LlamaCppModel, llamaCppRunner } from '../../runners/llama-cpp/index.ts';
import type { LlamaCppOptions } from '../../runners/llama-cpp/options.ts';
import { UsageError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { parseLlamaBench } from '../../src/bench/llama-bench.ts';
import type { EngineSpeed } from '../../src/bench/report.ts';
import { type SpeedLengths, type SpeedRun, type SpeedSubject, speedRow } from '../../src/bench/speed-row.ts';
import type { EngineIdentity } from '../../src/model/identity.ts';

/** The options of `gemmark bench`. Lists follow llama-bench: every combination is a test. */
export interface BenchRequest {
	/** Absent: the bundled miniature. Several are measured one after the other. */
	readonly model?: readonly string[];
	readonly nPrompt: readonly number[];
	readonly nGen: readonly number[];
	readonly nDepth: readonly number[];
	readonly repetitions: number;
	/** Do the work once before it counts, as llama-bench does. */
	readonly warmup: boolean;
	readonly runnerOptions: Pick<LlamaCppOptions, 'threads' | 'flashAttention'>;
	readonly format: 'md' | 'json' | 'jsonl' | 'csv';
	readonly out?: string;
}

/** Loads of the model for the cold row: each starts a process. */
const MAX_COLD = 5;

/** Runs of a fixed length on the engine, and the same tests by llama-bench if it is installed. */
export async function benchEngine(
	model: string,
	request: BenchRequest,
	onProgress: (done: number, total: number, label: string) => void,
): Promise<EngineSpeed> {
	const { nPrompt, nGen, nDepth, repetitions } = request;
	// Prompt and generation apart, at every depth, as llama-bench tests them.
	const apart = nDepth.flatMap((depth) => [
		...nPrompt.map((promptTokens) => ({ promptTokens, outputTokens: 0, depth })),
		...nGen.map((outputTokens) => ({ promptTokens: 0, outputTokens, depth })),
	]);
	const tests = apart.filter(({ promptTokens, outputTokens }) => promptTokens + outputTokens > 0);
	if (tests.length === 0) {
		throw new UsageError(message('command.bench-nothing'));
	}
	// Both together: what a user waits for.
	const longest = { promptTokens: Math.max(...nPrompt), outputTokens: Math.max(...nGen), depth: 0 };
	const latency = longest.promptTokens > 0 && longest.outputTokens > 0 ? [longest] : [];
	const total = tests.length + latency.length * 2 + 1;
	const load = {
		...request.runnerOptions,
		repeats: 'evaluate' as const,
		model,
		contextSize: contextFor([...tests, ...latency]),
	};
	const rows: ReturnType<typeof speedRow>[] = [];
	const warm = await llamaCppRunner.load(load);
	const add = (
		lengths: SpeedLengths,
		state: 'cold' | 'warm',
		runs: readonly SpeedRun[],
		decoded?: readonly SpeedRun[],
	): void => {
		rows.push(speedRow(subjectOf(model, warm, lengths), lengths, state, runs, new Date().toISOString(), decoded));
	};
	try {
		for (const lengths of [...tests, ...latency]) {
			onProgress(rows.length, total, 'engine, warm');
			if (request.warmup) await warm.measure(lengths);
			const runs = await repeat(repetitions, () => warm.measure(lengths));
			const bare = { ...lengths, choosesNone: true };
			const decoded = lengths.promptTokens > 0 ? [] : await repeat(repetitions, () => warm.measure(bare));
			add(lengths, 'warm', runs, decoded);
		}
	} finally {
		await warm.dispose();
	}
	for (const lengths of latency) {
		onProgress(rows.length, total, 'engine, cold');
		const runs = await repeat(Math.min(repetitions, MAX_COLD), async () => {
			const cold = await llamaCppRunner.load({ ...load, probedThreads: warm.engine });
			try {
				return { ...(await cold.measure(lengths)), loadMs: cold.loadMs };
			} finally {
				await cold.dispose();
			}
		});
		add(lengths, 'cold', runs);
	}
	onProgress(rows.length, total, 'llama-bench');
	return { rows, ...runLlamaBench(model, warm.engine, request) };
}

function contextFor(tests: readonly SpeedLengths[]): number {
	const lengths = tests.map(({ promptTokens, outputTokens, depth }) => promptTokens + outputTokens + depth);
	return Math.ceil((Math.max(...lengths, 256) + 1) / 256) * 256;
}

/** A test of the prompt alone has the threads of prefill, any other those of decode. */
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

async function repeat(times: number, work: () => Promise<SpeedRun>): Promise<readonly SpeedRun[]> {
	const results: SpeedRun[] = [];
	while (results.length < times) results.push(await work());
	return results;
}

/** The same tests by llama-bench with the same settings. It is never required: without it the reason is reported. */
function runLlamaBench(
	model: string,
	engine: EngineIdentity,
	request: BenchRequest,
): Pick<EngineSpeed, 'llamaBench' | 'withoutLlamaBench'> {
	const lists: readonly (readonly [flag: string, values: readonly unknown[]])[] = [
		['-p', request.nPrompt],
		['-n', request.nGen],
		['-d', request.nDepth],
		['-r', [request.repetitions]],
		['-t', [...new Set([engine.prefillThreads, engine.threads])]],
		['-b', [engine.batchSize]],
		['-ub', [engine.batchSize]],
		['-fa', [engine.flashAttention ? 1 : 0]],
		['-ngl', [0]],
	];
	const known = lists.filter(([, values]) => !values.includes(undefined));
	const { error, status, signal, stdout, stderr } = spawnSync(
		process.env.GEMMARK_LLAMA_BENCH ?? 'llama-bench',
		['-m', model, ...known.flatMap(([flag, values]) => [flag, values.join(',')]), '-o', 'csv'],
		{ encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 600_000, maxBuffer: 16 * 1024 * 1024 },
	);
	if (error !== undefined && 'code' in error && error.code === 'ENOENT') {
		return { withoutLlamaBench: 'llama-bench not found: add it to the PATH, or set GEMMARK_LLAMA_BENCH.' };
	}
	if (error !== undefined) return { withoutLlamaBench: `cannot run llama-bench: ${error.message}` };
	if (status !== 0) {
		// Its last lines name what failed.
		const words = stderr
			.trim()
			.split(/(?<!\s)\s*\n\s*/u)
			.slice(-3)
			.join('; ');
		const end = `llama-bench exited with ${status ?? signal} for ${model}`;
		return { withoutLlamaBench: singleLine(words === '' ? `${end}.` : `${end}: ${words.slice(-300)}`) };
	}
	try {
		return { llamaBench: parseLlamaBench(stdout) };
	} catch (problem) {
		return { withoutLlamaBench: `The output of llama-bench could not be parsed: ${(problem as Error).message}.` };
	}
}
