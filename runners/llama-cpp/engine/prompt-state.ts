import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LlamaContextSequence, SequenceEvaluateOptions, Token } from 'node-llama-cpp';
import type { Reuse } from '../protocol.ts';
import { type EvaluationPlan, restorableTokens, reusableTokens } from './evaluation-plan.ts';

interface Prefill {
	/** Leading tokens that were there already. */
	readonly cached: number;
	/** The prompt's last step, not evaluated yet; absent when the prefill was left early. */
	readonly lastStep?: Token[];
}

/** What of the binding's inside is used, as of node-llama-cpp 3.22. */
interface CopyingSequence {
	/** False where it did not come to exactly `tokens`: the sequence must be cleared. */
	_copyStateFromOtherSequence(other: LlamaContextSequence, tokens: number): Promise<boolean>;
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

	/** Tokens that it holds. */
	get length(): number {
		return this.sequence.nextTokenIndex;
	}

	/** Leading tokens of the prompt that need not be evaluated again here. */
	reusable(plan: EvaluationPlan, reuse: Reuse): number {
		const tokens = reusableTokens(plan, { tokens: this.sequence.contextTokens, cuts: this.#cuts }, reuse);
		return tokens < this.#restored ? 0 : tokens;
	}

	/**
	 * Brings the sequence to where only the last step of the prompt is missing, from what it holds or one of `others` does.
	 * Asks `mayGoOn` between steps.
	 */
	async prefill(
		plan: EvaluationPlan,
		reuse: Reuse,
		mayGoOn: () => boolean,
		others: readonly PromptState[] = [],
	): Promise<Prefill> {
		const held = (await this.#copy(plan, reuse, others)) ?? (await this.#rewind(plan, reuse));
		const cache = reuse !== 'none' && held === 0 ? this.#cache : undefined;
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

	/** Takes over what another sequence has more of than this one, also while it generates. Undefined: there is none. */
	async #copy(plan: EvaluationPlan, reuse: Reuse, others: readonly PromptState[]): Promise<number | undefined> {
		let [most, from] = [this.reusable(plan, reuse), undefined as PromptState | undefined];
		for (const other of others) {
			const tokens = other.reusable(plan, reuse);
			if (tokens > most) [most, from] = [tokens, other];
		}
		const sequence = this.sequence as unknown as Partial<CopyingSequence>;
		if (from === undefined || sequence._copyStateFromOtherSequence === undefined) return undefined;
		this.#cuts = [];
		this.#restored = from.#restored;
		if (!(await sequence._copyStateFromOtherSequence(from.sequence, most))) {
			await this.sequence.clearHistory();
			this.#restored = 0;
			return 0;
		}
		this.#cuts = plan.cuts.filter((cut) => cut <= most);
		return most;
	}

	async #rewind(plan: EvaluationPlan, reuse: Reuse): Promise<number> {
		const reusable = this.reusable(plan, reuse);
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

/**
 * Evaluated shared beginnings of prompts on disk, for the next process with the same model, engine and prefix. A file's name carries
 * the hash of what it was made with and the hash of its contents: anything else in the folder is never loaded.
 */
export class PromptCache {
	readonly #folder: string;
	readonly #madeWith: string;
	/** Of the model's layers that have one, tokens. */
	readonly slidingWindow: number | undefined;
	#kept = 0;

	/** `madeWith`: everything beside the tokens that the state depends on. */
	constructor(folder: string, slidingWindow: number | undefined, madeWith: readonly (string | number | boolean)[]) {
		this.#folder = folder;
		this.slidingWindow = slidingWindow;
		this.#madeWith = JSON.stringify(madeWith);
	}

	/** Puts the prefix into the sequence. False: it is not here, and the sequence is empty or as it was. */
	async restore(sequence: LlamaContextSequence, tokens: readonly number[]): Promise<boolean> {
		const file = await this.#soundFile(this.#key(tokens));
		if (file === undefined) return false;
		try {
			await sequence.loadStateFromFile(file, { acceptRisk: true });
			if (isSame(sequence.contextTokens, tokens)) return true;
		} catch {
			// Of another make after all: evaluating is always possible.
		}
		await sequence.clearHistory();
		return false;
	}

	/** Keeps what the sequence holds, exactly `tokens`. A disk that cannot take it costs time later, nothing else. */
	async keep(sequence: LlamaContextSequence, tokens: readonly number[]): Promise<void> {
		const key = this.#key(tokens);
		const next = join(this.#folder, `${key}.${process.pid}.${this.#kept++}.tmp`);
		try {
			await sequence.saveStateToFile(next);
			const contents = await fileHash(next);
			this.#drop(key);
			renameSync(next, join(this.#folder, `${key}-${contents}.state`));
		} catch {
			rmSync(next, { force: true });
		}
	}

	async #soundFile(key: string): Promise<string | undefined> {
		for (const name of this.#filesOf(key)) {
			const file = join(this.#folder, name);
			try {
				if (name === `${key}-${await fileHash(file)}.state`) return file;
			} catch {
				// Another process has just replaced it.
			}
		}
		return undefined;
	}

	#drop(key: string): void {
		for (const name of this.#filesOf(key)) rmSync(join(this.#folder, name), { force: true });
	}

	#filesOf(key: string): readonly string[] {
		return readdirSync(this.#folder).filter((name) => name.startsWith(`${key}-`) && name.endsWith('.state'));
	}

	#key(tokens: readonly number[]): string {
		return createHash('sha256').update(this.#madeWith).update(Int32Array.from(tokens)).digest('hex').slice(0, 32);
	}
}

async function fileHash(path: string): Promise<string> {
	const hash = createHash('sha256');
	for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer);
	return hash.digest('hex').slice(0, 32);
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
	return one.length === other.length && one.every((token, index) => token === other[index]);
}
