import type { LlamaModel } from 'node-llama-cpp';
import { message } from '../../../src/base/message.ts';
import type { PromptPart } from '../../../src/model/completer.ts';
import { EngineProblem, type Reuse } from '../protocol.ts';

/** A stretch of the prompt as token ids. `written` ones came out of the model and were evaluated one by one. */
interface TokenisedPart {
	readonly tokens: readonly number[];
	readonly written: boolean;
}

/**
 * The steps in which a prompt is evaluated. They depend on the prompt alone, never on what is cached, because a cut in
 * another place gives other floating-point results.
 */
export interface EvaluationPlan {
	readonly tokens: readonly number[];
	/** End of each step, ascending; the last is the end of the prompt. */
	readonly cuts: readonly number[];
	/** End of the shared beginning; 0 without one. Always a cut. */
	readonly boundary: number;
	/** End of the first part and start of the last one. */
	readonly firstPartEnd: number;
	readonly lastPartStart: number;
}

/** What a sequence holds: its tokens, and the steps in which they were evaluated. */
interface EvaluatedState {
	readonly tokens: readonly number[];
	readonly cuts: readonly number[];
}

/** Most tokens evaluated in one step, between which an abort is honoured. */
export const STEP_TOKENS = 256;

/**
 * Cuts at the boundary of the shared beginning, at the end of each part and one token before it, every {@link STEP_TOKENS}
 * tokens, and around each written token. A prompt that comes again has its last token evaluated, for its logits.
 */
export function planEvaluation(parts: readonly TokenisedPart[], boundary: number): EvaluationPlan {
	const tokens: number[] = [];
	const cuts: number[] = [];
	let firstPartEnd = 0;
	let lastPartStart = 0;
	for (const [index, part] of parts.entries()) {
		lastPartStart = tokens.length;
		for (const token of part.tokens) tokens.push(token);
		const last = Math.max(lastPartStart, tokens.length - 1);
		const shared = index === 0 ? Math.min(boundary, last) : lastPartStart;
		cutSteps(cuts, lastPartStart, shared, STEP_TOKENS);
		cutSteps(cuts, shared, last, part.written ? 1 : STEP_TOKENS);
		cutSteps(cuts, last, tokens.length, 1);
		if (index === 0) firstPartEnd = tokens.length;
	}
	return { tokens, cuts, boundary, firstPartEnd, lastPartStart };
}

/** How many leading tokens need not be evaluated again. The last step is always evaluated: its logits are needed. */
export function reusableTokens(plan: EvaluationPlan, state: EvaluatedState, reuse: Reuse): number {
	const same = Math.min(sameSteps(plan, state), plan.cuts.at(-2) ?? 0);
	if (reuse === 'all') return same;
	return reuse === 'shared' || goesOn(plan, same) ? Math.min(same, newestStart(plan, same)) : 0;
}

/** Whether more was reused than a new prompt has in common with another one, so that its time is none of a user's. */
export function isRepeated(plan: EvaluationPlan, reused: number): boolean {
	return reused > newestStart(plan, reused);
}

/**
 * Where the tokens start that no other prompt has: a conversation that goes on has everything before its newest part in
 * common with the prompt before, another one the shared beginning.
 */
function newestStart(plan: EvaluationPlan, same: number): number {
	return goesOn(plan, same) ? plan.lastPartStart : plan.boundary;
}

function goesOn({ firstPartEnd, lastPartStart }: EvaluationPlan, same: number): boolean {
	return lastPartStart > 0 && same >= firstPartEnd;
}

/**
 * How many tokens of the shared beginning a state on disk brings back exactly; 0 for none. Of layers with a sliding window it
 * holds the window only, which then lies nearer to the cache's start: sums over the cache come out the same, to the last
 * bit, where it is nearer by whole steps.
 */
export function restorableTokens({ cuts, boundary }: EvaluationPlan, slidingWindow: number | undefined): number {
	const isExact = (cut: number): boolean =>
		slidingWindow === undefined || cut <= slidingWindow || (cut - slidingWindow) % STEP_TOKENS === 0;
	return cuts.findLast((cut) => cut <= boundary && isExact(cut)) ?? 0;
}

/** Length of the common token prefix. */
export function commonPrefix(one: readonly number[], two: readonly number[]): number {
	let length = 0;
	while (length < one.length && one[length] === two[length]) length++;
	return length;
}

function cutSteps(cuts: number[], from: number, to: number, step: number): void {
	for (let at = from; at < to; at += step) cuts.push(Math.min(at + step, to));
}

function sameSteps(plan: EvaluationPlan, state: EvaluatedState): number {
	const sameTokens = commonPrefix(plan.tokens, state.tokens);
	let same = 0;
	for (const [index, cut] of plan.cuts.entries()) {
		if (cut > sameTokens || state.cuts[index] !== cut) break;
		same = cut;
	}
	return same;
}

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
	if (plan.tokens.length === 0) throw new EngineProblem('protocol', message('engine.empty-prompt', {}));
	if (count >= contextSize) {
		const sizes = { tokens: count, size: contextSize, larger: 2 ** Math.ceil(Math.log2(count + 512)) };
		throw new EngineProblem('context-overflow', message('engine.context-full', sizes));
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
