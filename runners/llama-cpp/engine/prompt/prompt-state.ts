import type { LlamaContextSequence, SequenceEvaluateOptions, Token } from 'node-llama-cpp';
import { type EvaluationPlan, restorableTokens, reusableTokens } from './evaluation-plan.ts';
import type { PromptCache } from './prompt-cache.ts';

export interface Prefill {
	/** Leading tokens that were there already. */
	readonly cached: number;
	/** The prompt's last step, not evaluated yet; absent when the prefill was left early. */
	readonly lastStep?: Token[];
}

/** A sequence of an engine, and in which steps its tokens were evaluated. */
export class PromptState {
	readonly sequence: LlamaContextSequence;
	readonly #cache: PromptCache | undefined;
	#cuts: number[] = [];
	/** Below it the sequence cannot be rewound: what came from disk lacks what its sliding windows no longer see. */
	#restored = 0;

	constructor(sequence: LlamaContextSequence, cache?: PromptCache) {
		this.sequence = sequence;
		this.#cache = cache;
	}

	/** Leading tokens of the prompt that need not be evaluated again here. */
	reusable(plan: EvaluationPlan, promptCache: boolean): number {
		const tokens = reusableTokens(plan, { tokens: this.sequence.contextTokens, cuts: this.#cuts }, promptCache);
		return tokens < this.#restored ? 0 : tokens;
	}

	/** Brings the sequence to where only the last step of the prompt is missing. Asks `mayGoOn` between steps. */
	async prefill(plan: EvaluationPlan, promptCache: boolean, mayGoOn: () => boolean): Promise<Prefill> {
		const held = await this.#rewind(plan, promptCache);
		const cache = promptCache && held === 0 ? this.#cache : undefined;
		const kept = cache === undefined ? 0 : restorableTokens(plan, cache.slidingWindow);
		const cached = held + (await this.#restore(plan, kept));
		let from = cached;
		for (const cut of plan.cuts) {
			if (cut <= cached) continue;
			if (!mayGoOn()) return { cached };
			const step = plan.tokens.slice(from, cut) as Token[];
			if (cut === plan.tokens.length) return { cached, lastStep: step };
			await this.sequence.evaluateWithoutGeneratingNewTokens(step);
			this.#cuts.push(cut);
			from = cut;
			if (cut === kept) await cache?.keep(this.sequence, plan.tokens.slice(0, cut));
		}
		return { cached };
	}

	/** Evaluates the last step, then token by token what the model says. {@link noteGeneration} must follow. */
	generate(lastStep: Token[], options: SequenceEvaluateOptions): AsyncIterable<{ readonly token: Token }> {
		// `evaluate` is this with one more hop per token.
		return this.sequence.evaluateWithMetadata(lastStep, {}, options);
	}

	/** Keeps in mind what generating left in the sequence. */
	noteGeneration(plan: EvaluationPlan): void {
		for (let cut = plan.tokens.length; cut <= this.sequence.nextTokenIndex; cut++) this.#cuts.push(cut);
	}

	/** After a failure nothing in the sequence is to be relied on. */
	forget(): void {
		this.#cuts = [];
	}

	/** Puts the first `length` tokens there from disk, in place of what the sequence holds: how many there are now. */
	async #restore(plan: EvaluationPlan, length: number): Promise<number> {
		if (this.#cache === undefined || length === 0 || length === plan.tokens.length) return 0;
		if (!(await this.#cache.restore(this.sequence, plan.tokens.slice(0, length)))) return 0;
		this.#cuts = plan.cuts.filter((cut) => cut <= length);
		this.#restored = length;
		return length;
	}

	async #rewind(plan: EvaluationPlan, promptCache: boolean): Promise<number> {
		const reusable = this.reusable(plan, promptCache);
		this.#cuts = [];
		if (reusable === 0) this.#restored = 0;
		await this.sequence.adaptStateToTokens(plan.tokens.slice(0, reusable) as Token[], false);
		// A cache that could not be cut there has been dropped as a whole.
		if (this.sequence.nextTokenIndex !== reusable) {
			await this.sequence.clearHistory();
			this.#restored = 0;
			return 0;
		}
		this.#cuts = plan.cuts.filter((cut) => cut <= reusable);
		return reusable;
	}
}
