/**
 * Entry of a process that loads a model once, as anyone would over node-llama-cpp (`bare`) or through gemmark, and waits for
 * its end. Both have the context that gemmark has by default.
 */
const [way = '', model = ''] = process.argv.slice(2);
const CONTEXT_TOKENS = 8192;

async function loadBare(): Promise<void> {
	const { getLlama, LlamaLogLevel } = await import('node-llama-cpp');
	const llama = await getLlama({ build: 'never', gpu: false, logLevel: LlamaLogLevel.error });
	const weights = await llama.loadModel({ modelPath: model });
	const context = await weights.createContext({ contextSize: CONTEXT_TOKENS, swaFullCache: true });
	context.getSequence();
}

async function loadGemmark(): Promise<void> {
	const { llamaCppRunner } = await import('../../runners/llama-cpp/index.ts');
	await llamaCppRunner.load({ model, contextSize: CONTEXT_TOKENS });
}

process.on('disconnect', () => process.exit());
await (way === 'bare' ? loadBare() : loadGemmark());
process.send?.('loaded');
