import { getLlama, LlamaLogLevel, type Token } from 'node-llama-cpp';
import type { BareLoopOptions, BareLoopRun } from './bare-loop-process.ts';

/**
 * Entry of a process that does what anyone would write over node-llama-cpp in an afternoon: load, tokenise, and loop
 * over `evaluate`. The bench sets gemmark against it. First message: the options; each further one asks for a run.
 */

process.once('message', (message) => {
	void serve(message as BareLoopOptions);
});

async function serve(options: BareLoopOptions): Promise<void> {
	const run = await load(options);
	process.on('message', () => void run().then((done) => process.send?.(done)));
	process.send?.('ready');
}

async function load(options: BareLoopOptions): Promise<() => Promise<BareLoopRun>> {
	const { contextSize, threads, flashAttention, prompt, maxTokens, sampling } = options;
	const llama = await getLlama({ build: 'never', gpu: false, maxThreads: threads, logLevel: LlamaLogLevel.error });
	const model = await llama.loadModel({ modelPath: options.model });
	const context = await model.createContext({
		contextSize,
		threads,
		flashAttention,
		batchSize: options.batchSize,
		swaFullCache: true,
	});
	const sequence = context.getSequence();
	const tokens: Token[] = model.tokenize(prompt, true);
	return async () => {
		await sequence.clearHistory();
		const startedAt = performance.now();
		const generated: Token[] = [];
		const tokenAtMs: number[] = [];
		// The same steps as gemmark's: other ones give other last bits, and other tokens.
		await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(0, -1));
		for await (const token of sequence.evaluate(tokens.slice(-1), { minP: 0, ...sampling, yieldEogToken: true })) {
			generated.push(token);
			tokenAtMs.push(performance.now() - startedAt);
			if (tokenAtMs.length === maxTokens) break;
		}
		return { tokens: generated, tokenAtMs, totalMs: performance.now() - startedAt };
	};
}
