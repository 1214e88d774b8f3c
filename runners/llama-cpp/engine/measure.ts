import type { ControlledEvaluateInputItem, LlamaContextSequence, LlamaModel, Token } from 'node-llama-cpp';
import { message } from '../../../src/base/message.ts';
import {
	EngineProblem,
	type FixedLengths,
	type FixedLengthTimes,
	type ScoredPosition,
	type ScoreMessage,
} from '../protocol.ts';
import { decodeOnly } from './context.ts';
import { planPrompt, STEP_TOKENS } from './evaluation-plan.ts';
import type { GenerationPorts } from './generation.ts';
import type { Weights } from './load.ts';
import type { PromptState } from './prompt-state.ts';

/**
 * Probabilities of the next token at the end of the prompt, and after each of the given tokens, which are evaluated
 * one by one as if the model had said them.
 */
export async function scoreTokens(
	request: ScoreMessage,
	{ weights, sequences }: Pick<GenerationPorts, 'weights' | 'sequences'>,
): Promise<readonly ScoredPosition[]> {
	const { parts, sharedChars, reuse, tokens, top } = request;
	const plan = planPrompt(weights.model, parts, sharedChars, weights.ready.contextSize, tokens.length);
	return sequences.use(
		(state) => state.reusable(plan, reuse),
		async (state) => {
			const { lastStep } = await sequences.prefill(state, plan, reuse, () => true);
			if (lastStep === undefined) throw new EngineProblem('protocol', message('engine.prompt-not-evaluated', {}));
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
		throw new EngineProblem('protocol', message('engine.no-probabilities', {}));
	}
	const { logits, totalLogitWeight } = next;
	const [highest = 0] = logits.values();
	return {
		tokens: [...logits.keys()],
		probabilities: [...logits.values()].map((logit) => Math.exp(logit - highest) / totalLogitWeight),
	};
}

/** Ordinary text of both languages; what it says does not matter, only its length does. */
const TEXT =
	'오늘은 아침에 일어나 물을 한 잔 마시고 가볍게 산책했다. The speed of a model does not depend on its words. ';

/** Evaluates prompts and generates tokens of the lengths asked for, whatever the model would say or stop at. */
export async function measureFixedLength(
	lengths: FixedLengths,
	{ model, ready: { threads } }: Weights,
	sequence: LlamaContextSequence,
): Promise<FixedLengthTimes> {
	const { promptTokens, outputTokens, depth, choosesNone = false } = lengths;
	const tokens = textTokens(model, depth + Math.max(promptTokens, 1));
	if (tokens.length + outputTokens > sequence.contextSize) {
		const sizes = { tokens: tokens.length + outputTokens, size: sequence.contextSize };
		throw new EngineProblem('context-overflow', message('engine.context-too-small', sizes));
	}
	await prepare(sequence, tokens.slice(0, depth));
	const prompt = tokens.slice(depth);
	const tokenAtMs: number[] = [];
	const startedAt = performance.now();
	if (choosesNone) {
		await decodeOnly(sequence, textTokens(model, outputTokens), threads, () =>
			tokenAtMs.push(performance.now() - startedAt),
		);
		return { tokenAtMs, totalMs: performance.now() - startedAt };
	}
	// A generation without a prompt starts from one token, as in llama-bench.
	const last = outputTokens > 0 ? lastStepStart(prompt.length) : prompt.length;
	await evaluateSteps(sequence, prompt.slice(0, last));
	if (outputTokens > 0) {
		const options = { temperature: 0, seed: 0, topK: 0, topP: 1, minP: 0, yieldEogToken: true } as const;
		// As quality runs do: `evaluate` is this with one more hop per token.
		for await (const _token of sequence.evaluateWithMetadata(prompt.slice(last), {}, options)) {
			tokenAtMs.push(performance.now() - startedAt);
			if (tokenAtMs.length === outputTokens) break;
		}
		if (tokenAtMs.length < outputTokens) {
			throw new EngineProblem('protocol', message('engine.stopped-early', { tokens: tokenAtMs.length }));
		}
	}
	return { tokenAtMs, totalMs: performance.now() - startedAt };
}

/** Leaves exactly `tokens` in the sequence; what is there of them already stays. */
async function prepare(sequence: LlamaContextSequence, tokens: Token[]): Promise<void> {
	await sequence.adaptStateToTokens(tokens, false);
	if (sequence.nextTokenIndex > tokens.length) await sequence.clearHistory();
	await evaluateSteps(sequence, tokens.slice(sequence.nextTokenIndex));
}

async function evaluateSteps(sequence: LlamaContextSequence, tokens: readonly Token[]): Promise<void> {
	for (let from = 0; from < tokens.length; from += STEP_TOKENS) {
		await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(from, from + STEP_TOKENS));
	}
}

function lastStepStart(length: number): number {
	return Math.floor((length - 1) / STEP_TOKENS) * STEP_TOKENS;
}

function textTokens(model: LlamaModel, count: number): Token[] {
	const once = model.tokenize(TEXT, false);
	return Array.from({ length: count }, (_, index) => once[index % once.length] as Token);
}
