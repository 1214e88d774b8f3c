import type { LlamaModel, Token } from 'node-llama-cpp';
import { type ContextOptions, createContext } from './model-context.ts';

export interface ThreadProbe {
	readonly threads: number;
	readonly tookMs: number;
}

const PROBE_CONTEXT = 256;
const MAX_TOKENS = 12;
const MIN_TOKENS = 3;
/** For each thread count. */
const ENOUGH_MS = 300;

/**
 * Decodes a few tokens with one thread, with half of the cores and with all, and takes the fastest: small models
 * are slower with more threads, large ones faster.
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
	let fastest = { threads: 1, tokenMs: Number.POSITIVE_INFINITY };
	for (const [index, threads] of candidates.entries()) {
		const tokenMs = await measureToken(model, { ...options, contextSize: PROBE_CONTEXT, threads });
		if (tokenMs < fastest.tokenMs) fastest = { threads, tokenMs };
		onProgress('probe', (index + 1) / candidates.length);
	}
	return { threads: fastest.threads, tookMs: performance.now() - started };
}

/** Median milliseconds per token; the first, which may have to read the weights from disk, does not count. */
async function measureToken(
	model: LlamaModel,
	options: ContextOptions & { readonly threads: number },
): Promise<number> {
	const context = await createContext(model, options);
	try {
		const sequence = context.getSequence();
		const token = (model.tokens.bos ?? model.tokens.nl ?? 0) as Token;
		const gaps: number[] = [];
		const started = performance.now();
		let before: number | undefined;
		for await (const _token of sequence.evaluate([token], { temperature: 0, seed: 0, yieldEogToken: true })) {
			const now = performance.now();
			if (before !== undefined) gaps.push(now - before);
			before = now;
			if (gaps.length >= MAX_TOKENS || (gaps.length >= MIN_TOKENS && now - started > ENOUGH_MS)) break;
		}
		return gaps.sort((one, two) => one - two)[Math.floor(gaps.length / 2)] ?? Number.POSITIVE_INFINITY;
	} finally {
		await context.dispose();
	}
}
