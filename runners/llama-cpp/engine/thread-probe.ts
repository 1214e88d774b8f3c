import type { LlamaModel, Token } from 'node-llama-cpp';
import { distribution } from '../../../src/stats/distribution.ts';
import { type ContextOptions, createContext, type StepThreads } from './context.ts';

interface ThreadProbe {
	readonly threads: StepThreads;
	readonly tookMs: number;
}

const PROBE_CONTEXT = 256;
const MAX_TOKENS = 48;
const MIN_TOKENS = 3;
const STEP_TOKENS = 64;
const MAX_STEPS = 5;
/** For each thread count. */
const ENOUGH_MS = 300;
/** Time, by that of fewer threads, at which more threads are worth their cores. Between, noise would choose. */
const WORTH_IT = 0.9;

/**
 * Decodes a few tokens with one thread, with half of the cores and with all, and takes the count from which more threads
 * are hardly faster: large models gain from each, small ones lose. Many tokens at once gain from every core, unless others
 * are at work there: then a thread waits for the one that has none.
 */
export async function probeThreads(
	model: LlamaModel,
	cores: number,
	options: ContextOptions,
	onProgress: (stage: 'probe', done: number) => void,
): Promise<ThreadProbe> {
	const started = performance.now();
	const candidates = [...new Set([1, Math.ceil(cores / 2), cores])];
	if (candidates.length === 1) return { threads: { decode: 1, prefill: 1 }, tookMs: 0 };
	const probed = { ...options, contextSize: PROBE_CONTEXT };
	let best = { threads: 1, tokenMs: Number.POSITIVE_INFINITY };
	for (const [index, threads] of candidates.entries()) {
		const tokenMs = await measureToken(model, probed, threads);
		if (tokenMs < WORTH_IT * best.tokenMs) best = { threads, tokenMs };
		onProgress('probe', (index + 1) / candidates.length);
	}
	const decode = best.threads;
	const prefill = decode < cores && (await gainsFromAll(model, probed, decode, cores)) ? cores : decode;
	return { threads: { decode, prefill }, tookMs: performance.now() - started };
}

async function gainsFromAll(model: LlamaModel, options: ContextOptions, few: number, all: number): Promise<boolean> {
	const fewMs = await measureStep(model, options, few);
	return (await measureStep(model, options, all)) < WORTH_IT * fewMs;
}

/** Median milliseconds for a step of a prompt: a machine that has nothing else to do stalls now and then, a busy one mostly. */
async function measureStep(model: LlamaModel, options: ContextOptions, threads: number): Promise<number> {
	const context = await createContext(model, { ...options, threads: { decode: threads, prefill: threads } });
	try {
		const sequence = context.getSequence();
		const step = new Array<Token>(STEP_TOKENS).fill(anyToken(model));
		await sequence.evaluateWithoutGeneratingNewTokens(step);
		const times: number[] = [];
		for (let spent = 0; times.length < MAX_STEPS && spent < ENOUGH_MS; ) {
			await sequence.clearHistory();
			const started = performance.now();
			await sequence.evaluateWithoutGeneratingNewTokens(step);
			times.push(performance.now() - started);
			spent += times.at(-1) ?? 0;
		}
		return distribution(times).p50 ?? Number.POSITIVE_INFINITY;
	} finally {
		await context.dispose();
	}
}

/** Mean milliseconds per token, stalls included; the first, which may have to read the weights from disk, does not count. */
async function measureToken(model: LlamaModel, options: ContextOptions, threads: number): Promise<number> {
	const context = await createContext(model, { ...options, threads: { decode: threads, prefill: threads } });
	try {
		const sequence = context.getSequence();
		const started = performance.now();
		let firstAt: number | undefined;
		let lastAt = started;
		let count = 0;
		for await (const _token of sequence.evaluate([anyToken(model)], { temperature: 0, seed: 0, yieldEogToken: true })) {
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

function anyToken(model: LlamaModel): Token {
	return (model.tokens.bos ?? model.tokens.nl ?? 0) as Token;
}
