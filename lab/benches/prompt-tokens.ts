import { getLlama, LlamaLogLevel } from 'node-llama-cpp';
import { planPrompt } from '../../runners/llama-cpp/engine/evaluation-plan.ts';
import type { Completer, CompletionRequest } from '../../src/model/completer.ts';
import type { RawModel } from '../../src/model/runner.ts';

/** Prompt tokens of generations, and how many of them had to be evaluated. */
export interface PromptTokens {
	readonly prompts: number;
	readonly tokens: number;
	readonly evaluated: number;
	/** Tokens after the longest beginning that was evaluated or generated before, at least one a prompt. */
	readonly minimum: number;
	/** The same of whole steps: a cut in another place would give other last bits than a prompt evaluated anew. */
	readonly minimumOfSteps: number;
}

interface Generation extends Pick<CompletionRequest, 'parts' | 'sharedChars'> {
	readonly output: readonly number[];
	readonly cached: number;
}

/** A model that keeps what it was asked and what it said. */
export function recorded(model: RawModel): { readonly model: RawModel; readonly generations: readonly Generation[] } {
	const generations: Generation[] = [];
	const completer: Completer = {
		async *complete(request) {
			const output: number[] = [];
			for await (const event of model.completer.complete(request)) {
				if (event.type === 'pieces') output.push(...event.pieces.flatMap(({ token }) => token ?? []));
				else generations.push({ ...request, output, cached: event.usage.cachedPromptTokens ?? 0 });
				yield event;
			}
		},
	};
	return { model: { ...model, completer }, generations };
}

/** Counts what was evaluated, and what the fewest would have been, by the token ids of the model's file. */
export async function promptTokens(modelPath: string, generations: readonly Generation[]): Promise<PromptTokens> {
	const llama = await getLlama({ build: 'never', gpu: false, logLevel: LlamaLogLevel.disabled, progressLogs: false });
	try {
		const vocabulary = await llama.loadModel({ modelPath, vocabOnly: true });
		const [byToken, bySteps]: readonly Node[] = [new Map(), new Map()];
		const sums = { tokens: 0, evaluated: 0, minimum: 0, minimumOfSteps: 0 };
		for (const { parts, sharedChars, output, cached } of generations) {
			const { tokens, cuts } = planPrompt(vocabulary, parts, sharedChars, Number.POSITIVE_INFINITY);
			const steps = cuts.map((cut, index) => tokens.slice(cuts[index - 1] ?? 0, cut));
			sums.tokens += tokens.length;
			sums.evaluated += tokens.length - cached;
			const alone = output.map((token) => [token]);
			const prompt = tokens.map((token) => [token]);
			sums.minimum += Math.max(1, add(byToken, prompt));
			sums.minimumOfSteps += Math.max(1, add(bySteps, steps));
			add(byToken, [...prompt, ...alone]);
			add(bySteps, [...steps, ...alone]);
		}
		return { prompts: generations.length, ...sums };
	} finally {
		await llama.dispose();
	}
}

/** Steps by what follows them. */
type Node = Map<string, Node>;

/** How many tokens are in steps that were not there. */
function add(root: Node | undefined = new Map(), steps: readonly (readonly number[])[]): number {
	let [at, fresh] = [root, 0];
	for (const step of steps) {
		const key = step.join(' ');
		let next = at.get(key);
		if (next === undefined) {
			next = new Map();
			at.set(key, next);
			fresh += step.length;
		}
		at = next;
	}
	return fresh;
}
