import type { LlamaContext, LlamaModel } from 'node-llama-cpp';
import { STEP_TOKENS } from '../prompt/evaluation-plan.ts';
import { nativeContext } from './native-context.ts';
import { queueSampling } from './queue-sampling.ts';
import { type StepThreads, setStepThreads } from './step-threads.ts';

/** What changes the numbers a context computes, apart from its threads, which do not. */
export interface ContextOptions {
	readonly contextSize: number;
	readonly flashAttention: boolean;
}

export async function createContext(
	model: LlamaModel,
	options: ContextOptions & { readonly threads: StepThreads; readonly sequences?: number },
): Promise<LlamaContext> {
	const { contextSize, flashAttention, threads, sequences = 1 } = options;
	const context = await model.createContext({
		contextSize,
		flashAttention,
		threads: threads.decode,
		batchSize: STEP_TOKENS * sequences,
		sequences,
		// Gemma's sliding window could otherwise not be rewound to the end of the shared beginning.
		swaFullCache: true,
		failedCreationRemedy: false,
		// With one sequence a batch is full at once and goes out by itself; waiting for company is work for nothing.
		batching: { dispatchSchedule: sequences === 1 ? () => undefined : 'nextCycle' },
	});
	const native = nativeContext(context);
	if (native !== undefined) {
		setStepThreads(native, threads, sequences);
		if (sequences === 1) queueSampling(native);
	}
	return context;
}
