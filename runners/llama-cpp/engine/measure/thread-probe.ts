import type { LlamaModel, Token } from 'node-llama-cpp';
import { type ContextOptions, createContext } from '../context/model-context.ts';

export interface ThreadProbe {
	readonly threads: number;
	readonly tookMs: number;
}

const PROBE_CONTEXT = 256;
const MAX_TOKENS = 48;
const MIN_TOKENS = 3;
/** For each thread count. */
const ENOUGH_MS = 300;
/** Time per token, by that of fewer threads, at which more threads are worth their cores. Between, noise would choose. */
const WORTH_IT = 0.9;

/**
 * Decodes a few tokens with one thread, with half of the cores and with all, and takes the count from which more threads
 * are hardly faster: large models gain from each, small ones lose.
 */
export async function probeThreads(
	model: LlamaModel,
	cores: number,
	options: ContextOptions,
	onProgress: (stage: 'probe', done: number) => void,
): Promise<ThreadProbe> {
	const started = performance.now();
	const candidates = [...new Set([1, Math.ceil(cores / 2), cores])];
	if (candidates.length === 1) return { threads: 1, tookMs: 0 };
	let best = { threads: 1, tokenMs: Number.POSITIVE_INFINITY };
	for (const [index, threads] of candidates.entries()) {
		const tokenMs = await measureToken(model, { ...options, contextSize: PROBE_CONTEXT }, threads);
		if (tokenMs < WORTH_IT * best.tokenMs) best = { threads, tokenMs };
		onProgress('probe', (index + 1) / candidates.length);
	}
	return { threads: best.threads, tookMs: performance.now() - started };
}

/** Mean milliseconds per token, stalls included; the first, which may have to read the weights from disk, does not count. */
async function measureToken(model: LlamaModel, options: ContextOptions, threads: number): Promise<number> {
	const context = await createContext(model, { ...options, threads: { decode: threads, prefill: threads } });
	try {
		const sequence = context.getSequence();
		const token = (model.tokens.bos ?? model.tokens.nl ?? 0) as Token;
		const started = performance.now();
		let firstAt: number | undefined;
		let lastAt = started;
		let count = 0;
		for await (const _token of sequence.evaluate([token], { temperature: 0, seed: 0, yieldEogToken: true })) {
			lastAt = performance.now();
			firstAt ??= lastAt;
			if (count >= MAX_TOKENS || (count >= MIN_TOKENS && lastAt - started > ENOUGH_MS)) break;
			count++;
		}
		return count === 0 ? Number.POSITIVE_INFINITY : (lastAt - (firstAt ?? lastAt)) / count;
	} finally {
		await context.dispose();
	}
}
