import type { Usage } from '../../../src/index.ts';
import { counted } from '../../../src/index.ts';

/**
 * How few tokens a whole prompt can have. All prompts that share system text and tools have at least the tokens of these,
 * and each prompt that a server counted tells how many that must be: its tokens less all that its own messages can come to.
 */
export class PromptFloor {
	readonly #shortest: number;
	readonly #shared: Map<string, number> = new Map();

	/** No prompt at all has fewer tokens than `shortest`. */
	constructor(shortest = 0) {
		this.#shortest = shortest;
	}

	/** How the server cut a prompt, in words; undefined where it may be whole. `shared` and `own` are its parts as JSON. */
	read({ promptTokens = 0, cachedPromptTokens = 0 }: Usage, shared: string, own: string): string | undefined {
		// A count of 0 is none, and some servers leave out what they had cached.
		if (promptTokens === 0) return undefined;
		const seen = promptTokens + cachedPromptTokens;
		if (seen < this.#shortest) return `${counted(promptTokens, 'token')}, fewer than one letter has`;
		const floor = this.#shared.get(shared) ?? 0;
		if (seen < floor)
			return `${counted(promptTokens, 'token')}, where system text and tools alone had ${floor} or more before`;
		const ownTokens = mostTokens(own);
		// A count that no prompt of these parts can have tells nothing of the others.
		if (promptTokens <= mostTokens(shared) + ownTokens + TEMPLATE_TOKENS)
			this.#shared.set(shared, Math.max(floor, promptTokens - ownTokens));
		return undefined;
	}
}

/** More than any template adds of its own: a default system text, instructions for tools. */
const TEMPLATE_TOKENS = 16 * 1024;

/** No vocabulary makes more tokens of a text than it has bytes; what a template puts around messages is less than their JSON. */
function mostTokens(json: string): number {
	return new TextEncoder().encode(json).length;
}
