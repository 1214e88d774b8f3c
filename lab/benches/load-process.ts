import { getLlama, LlamaLogLevel } from 'node-llama-cpp';
import { llamaCppRunner } from '../../runners/llama-cpp/index.ts';
import { DEFAULT_CONTEXT } from '../../runners/llama-cpp/options.ts';

/**
 * Entry of a process that loads a model once, as anyone would with node-llama-cpp (`bare`) or through gemmark (`gemmark`),
 * says so, and waits for its end.
 */
const [way = '', model = ''] = process.argv.slice(2);
process.send?.(way === 'bare' ? await loadBare() : await loadGemmark());
process.on('disconnect', () => process.exit());

async function loadBare(): Promise<string> {
	const llama = await getLlama({ build: 'never', gpu: false, logLevel: LlamaLogLevel.error });
	const weights = await llama.loadModel({ modelPath: model });
	const context = await weights.createContext({ contextSize: DEFAULT_CONTEXT, swaFullCache: true });
	return `${context.getSequence().contextSize} tokens`;
}

async function loadGemmark(): Promise<string> {
	const { engine } = await llamaCppRunner.load({ model });
	return `${engine.contextSize} tokens, threads ${engine.threads}, prefill ${engine.prefillThreads}`;
}
