import { LlamaGrammarEvaluationState, type SequenceEvaluateOptions } from 'node-llama-cpp';
import type { CompleteMessage } from '../../protocol.ts';
import { EngineProblem } from '../engine-problem.ts';
import type { Weights } from '../load-weights.ts';

const MAX_SEED = 2 ** 32;

/** Every sampling option, told in full: the binding's own defaults cut the vocabulary and take the seed from the clock. */
export async function evaluateOptions(
	{ sampling, grammar }: CompleteMessage,
	weights: Weights,
): Promise<SequenceEvaluateOptions> {
	const { temperature, seed, topK = 0, topP = 1 } = sampling;
	return {
		temperature,
		seed: Math.abs(Math.trunc(seed)) % MAX_SEED,
		topK,
		topP,
		minP: 0,
		yieldEogToken: true,
		...(grammar === undefined ? {} : { grammarEvaluationState: await grammarState(grammar, weights) }),
	};
}

async function grammarState(source: string, { llama, model }: Weights): Promise<LlamaGrammarEvaluationState> {
	try {
		return new LlamaGrammarEvaluationState({ model, grammar: await llama.createGrammar({ grammar: source }) });
	} catch (error) {
		throw new EngineProblem('protocol', `llama.cpp refuses the grammar: ${String(error)}`, {
			hint: 'Run without constrained decoding, and report the tool whose grammar it is.',
			detail: source,
		});
	}
}
