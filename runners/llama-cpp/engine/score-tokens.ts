import type { ControlledEvaluateInputItem, Token } from 'node-llama-cpp';
import type { ScoredPosition, ScoreMessage } from '../protocol.ts';
import { EngineProblem } from './engine-problem.ts';
import type { GenerationPorts } from './generation.ts';
import type { PromptState } from './prompt/prompt-state.ts';
import { planPrompt } from './prompt/tokenise-parts.ts';

/**
 * Probabilities of the next token at the end of the prompt, and behind each of the given tokens, which are evaluated
 * one by one as if the model had said them.
 */
export async function scoreTokens(
	message: ScoreMessage,
	{ weights, sequences }: Pick<GenerationPorts, 'weights' | 'sequences'>,
): Promise<readonly ScoredPosition[]> {
	const { parts, sharedChars, promptCache, tokens, top } = message;
	const plan = planPrompt(weights.model, parts, sharedChars, weights.ready.contextSize, tokens.length);
	return sequences.use(
		(state) => state.reusable(plan, promptCache),
		async (state) => {
			const { lastStep } = await state.prefill(plan, promptCache, () => true);
			if (lastStep === undefined) throw new EngineProblem('protocol', 'The prompt could not be evaluated');
			const positions: ScoredPosition[] = [];
			for (const step of [lastStep, ...tokens.map((token) => [token as Token])]) {
				positions.push(await scoreStep(step, top, state));
			}
			state.noteGeneration(plan);
			return positions;
		},
	);
}

async function scoreStep(step: readonly Token[], top: number, { sequence }: PromptState): Promise<ScoredPosition> {
	const last = step.length - 1;
	const input = step.map(
		(token, index): ControlledEvaluateInputItem =>
			index < last
				? token
				: [token, { generateNext: { logits: { filter: { tokens: [], includeTop: top } }, totalLogitWeight: true } }],
	);
	const next = (await sequence.controlledEvaluate(input))[last]?.next;
	if (next?.logits === undefined || next.totalLogitWeight === undefined) {
		throw new EngineProblem('protocol', 'llama.cpp tells no probabilities');
	}
	const { logits, totalLogitWeight } = next;
	const [highest = 0] = logits.values();
	return {
		tokens: [...logits.keys()],
		probabilities: [...logits.values()].map((logit) => Math.exp(logit - highest) / totalLogitWeight),
	};
}
