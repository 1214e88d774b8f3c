import type { LlamaContextSequence, Token } from 'node-llama-cpp';
import { distribution } from '../../../src/stats/distribution.ts';
import type { StepThreads } from './context.ts';

interface ThreadProbe {
	/** Tokens a second of many at once, with the chosen threads; absent where the tokens alone settled them. */
	readonly prefillSpeed?: number;
	readonly tookMs: number;
}

/** Room in the context that a probe needs. */
export const PROBE_TOKENS = 256;
const MAX_ROUNDS = 48;
const MIN_ROUNDS = 2;
const STEP_TOKENS = 64;
const MAX_STEPS = 5;
/** Of all thread counts together. */
const ENOUGH_MS = 300;
/** From this on a model is slow: a few tokens at once are work enough to compare threads by. */
const SLOW_TOKEN_MS = 20;
const SLOW_STEP_TOKENS = 8;
/** Time, by that of fewer threads, at which more threads are worth their cores. Between, noise would choose. */
const WORTH_IT = 0.9;

/**
 * Decodes a few tokens with one thread, with half of the cores and with all, in turns, and sets the count from which more
 * threads are hardly faster: large models gain from each, small ones lose. Many tokens at once gain from every core, unless
 * others are at work there: then a thread waits for the one that has none. Leaves in the sequence what is there.
 */
export async function probeThreads(
	sequence: LlamaContextSequence,
	threads: StepThreads,
	cores: number,
	onProgress: (done: number) => void = () => undefined,
): Promise<ThreadProbe> {
	const started = performance.now();
	const start = sequence.nextTokenIndex;
	const rewind = (): Promise<void> =>
		sequence.eraseContextTokenRanges([{ start, end: Math.max(start, sequence.nextTokenIndex) }]);
	threads.decode = 1;
	const tokenMs = await measureTokens(sequence, threads, [...new Set([1, Math.ceil(cores / 2), cores])]);
	await rewind();
	onProgress(0.5);
	const msOf = (count: number): number => tokenMs.get(count) ?? 0;
	let decode = 1;
	for (const [count, ms] of tokenMs) {
		if (ms < WORTH_IT * msOf(decode)) decode = count;
	}
	const isSlow = msOf(decode) >= SLOW_TOKEN_MS;
	// A token that takes long enough gains from cores, unless others are at work there; a step would be no faster then.
	const isBusy = isSlow && msOf(cores) > msOf(1);
	if (decode === cores || isBusy) {
		threads.decode = decode;
		threads.prefill = decode;
		return { tookMs: performance.now() - started };
	}
	const tokens = isSlow ? SLOW_STEP_TOKENS : STEP_TOKENS;
	const [few = 0, all = 0] = await measureSteps(sequence, threads, [decode, cores], tokens, rewind);
	threads.decode = decode;
	threads.prefill = all < WORTH_IT * few ? cores : decode;
	onProgress(1);
	const prefillMs = threads.prefill === cores ? all : few;
	return { prefillSpeed: (1000 * tokens) / prefillMs, tookMs: performance.now() - started };
}

/** Mean milliseconds per token, stalls included; the first, which may have to read the weights from disk, does not count. */
async function measureTokens(
	sequence: LlamaContextSequence,
	threads: StepThreads,
	counts: readonly number[],
): Promise<ReadonlyMap<number, number>> {
	const spent = new Map(counts.map((count) => [count, 0]));
	const tokens = sequence.evaluate([anyToken(sequence)], { temperature: 0, seed: 0, yieldEogToken: true });
	await tokens.next();
	const started = performance.now();
	const isEnough = (): boolean => rounds >= MIN_ROUNDS && performance.now() - started > ENOUGH_MS;
	let rounds = 0;
	for (; rounds < MAX_ROUNDS && !isEnough(); rounds++) {
		for (const count of counts) {
			threads.decode = count;
			const before = performance.now();
			await tokens.next();
			spent.set(count, (spent.get(count) ?? 0) + performance.now() - before);
		}
	}
	await tokens.return();
	return new Map(Array.from(spent, ([count, ms]) => [count, ms / rounds]));
}

/** Median milliseconds for a step of a prompt: a machine that has nothing else to do stalls now and then, a busy one mostly. */
async function measureSteps(
	sequence: LlamaContextSequence,
	threads: StepThreads,
	counts: readonly number[],
	tokens: number,
	rewind: () => Promise<void>,
): Promise<readonly number[]> {
	const step = new Array<Token>(tokens).fill(anyToken(sequence));
	const times = counts.map((): number[] => []);
	const started = performance.now();
	for (let round = 0; round < MAX_STEPS && performance.now() - started < ENOUGH_MS; round++) {
		for (const [index, count] of counts.entries()) {
			// Of many sequences, a step is no more tokens than one of each.
			threads.decode = count;
			threads.prefill = count;
			const before = performance.now();
			await sequence.evaluateWithoutGeneratingNewTokens(step);
			times[index]?.push(performance.now() - before);
			await rewind();
		}
	}
	return times.map((all) => distribution(all).p50 ?? Number.POSITIVE_INFINITY);
}

function anyToken({ model }: LlamaContextSequence): Token {
	return (model.tokens.bos ?? model.tokens.nl ?? 0) as Token;
}
