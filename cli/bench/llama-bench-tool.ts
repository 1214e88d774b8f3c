import { spawnSync } from 'node:child_process';
import type { EngineSpeed } from '../../src/bench/bench-report.ts';
import { LlamaBenchError, parseLlamaBench } from '../../src/bench/llama-bench.ts';
import type { EngineIdentity } from '../../src/index.ts';
import type { BenchRequest } from './bench-request.ts';

const TIMEOUT_MS = 600_000;
const MAX_OUTPUT = 16 * 1024 * 1024;

/** The same tests by llama-bench with the same settings. Where it is not to be had, says so: it is never required. */
export function runLlamaBench(
	model: string,
	engine: EngineIdentity,
	request: BenchRequest,
): Pick<EngineSpeed, 'llamaBench' | 'withoutLlamaBench'> {
	const tool = process.env.GEMMARK_LLAMA_BENCH ?? 'llama-bench';
	const lists = [
		['-p', request.nPrompt],
		['-n', request.nGen],
		['-d', request.nDepth],
		['-r', [request.repetitions]],
		['-t', [...new Set([engine.prefillThreads, engine.threads])]],
		['-b', [engine.batchSize]],
		['-ub', [engine.batchSize]],
		['-fa', [engine.flashAttention ? 1 : 0]],
		['-ngl', [0]],
	] as const;
	const { error, status, stdout } = spawnSync(
		tool,
		[
			'-m',
			model,
			...lists
				.filter(([, values]) => !(values as readonly unknown[]).includes(undefined))
				.flatMap(([flag, values]) => [flag, values.join(',')]),
			'-o',
			'csv',
		],
		{ encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT },
	);
	if (error !== undefined) {
		return (error as NodeJS.ErrnoException).code === 'ENOENT'
			? { withoutLlamaBench: 'No llama-bench to compare with: put it on the PATH, or name it in GEMMARK_LLAMA_BENCH.' }
			: { withoutLlamaBench: `llama-bench could not be run: ${error.message}` };
	}
	if (status !== 0) return { withoutLlamaBench: `llama-bench ended with ${status}.` };
	try {
		return { llamaBench: parseLlamaBench(stdout) };
	} catch (problem) {
		if (!(problem instanceof LlamaBenchError)) throw problem;
		return { withoutLlamaBench: `llama-bench said what cannot be read: ${problem.message}.` };
	}
}
