import type { LlamaModel } from 'node-llama-cpp';
import type { PromptPart } from '../../../../src/index.ts';
import { EngineProblem } from '../engine-problem.ts';
import { commonPrefix, type EvaluationPlan, planEvaluation, type TokenisedPart } from './evaluation-plan.ts';

/**
 * Tokenises the prompt, special tokens as such, and plans its evaluation. No token is added, BOS neither. Throws when
 * the prompt is empty, or leaves no room for an answer beyond `reserved` tokens; the binding would cut it without a word.
 */
export function planPrompt(
	model: LlamaModel,
	parts: readonly PromptPart[],
	sharedChars: number,
	contextSize: number,
	reserved = 0,
): EvaluationPlan {
	const tokenised = parts.map(
		({ text, tokens }): TokenisedPart =>
			tokens === undefined ? { tokens: tokenise(model, text), written: false } : { tokens, written: true },
	);
	const plan = planEvaluation(tokenised, sharedBoundary(model, parts[0], tokenised[0], sharedChars));
	const count = plan.tokens.length + reserved;
	if (plan.tokens.length === 0)
		throw new EngineProblem('protocol', 'The prompt is empty: there is nothing to continue');
	if (count >= contextSize) {
		throw new EngineProblem(
			'context-overflow',
			`The prompt has ${count} tokens, and the context holds ${contextSize} with the answer`,
			{
				hint: `Load the model with a larger context, such as --context-size ${2 ** Math.ceil(Math.log2(count + 512))}.`,
			},
		);
	}
	return plan;
}

/** Where a token spans the end of the shared text, the boundary lies before that token. */
function sharedBoundary(
	model: LlamaModel,
	part: PromptPart | undefined,
	tokenised: TokenisedPart | undefined,
	sharedChars: number,
): number {
	if (part === undefined || tokenised === undefined || sharedChars <= 0) return 0;
	return commonPrefix(tokenised.tokens, tokenise(model, part.text.slice(0, sharedChars)));
}

/** The shared beginning comes with every prompt, and a conversation's first part with each of its generations. */
const REMEMBERED = 4;
const remembered = new WeakMap<LlamaModel, Map<string, readonly number[]>>();

function tokenise(model: LlamaModel, text: string): readonly number[] {
	const known = remembered.get(model) ?? new Map<string, readonly number[]>();
	remembered.set(model, known);
	const tokens = known.get(text) ?? model.tokenize(text, true);
	known.delete(text);
	known.set(text, tokens);
	const [oldest] = known.keys();
	if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
	return tokens;
}
