import { getLlama, LlamaLogLevel } from 'node-llama-cpp';
import type { Completer, CompletionRequest, PromptPart } from '../../src/model/completer.ts';
import type { RawModel } from '../../src/model/runner.ts';

/** Prompt tokens of generations, and how many of them had to be evaluated. */
export interface PromptTokens {
	readonly prompts: number;
	readonly tokens: number;
	readonly evaluated: number;
	/** Tokens after the longest beginning that was evaluated or generated before, at least one a prompt. */
	readonly minimum: number;
}

interface Generation extends Pick<CompletionRequest, 'parts'> {
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
				else generations.push({ parts: request.parts, output, cached: event.usage.cachedPromptTokens ?? 0 });
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
		const idsOf = ({ text, tokens }: PromptPart): readonly number[] => tokens ?? vocabulary.tokenize(text, true);
		const known: Node = new Map();
		let [tokens, evaluated, minimum] = [0, 0, 0];
		for (const { parts, output, cached } of generations) {
			const prompt = parts.flatMap(idsOf);
			tokens += prompt.length;
			evaluated += prompt.length - cached;
			minimum += Math.max(1, add(known, prompt));
			add(known, [...prompt, ...output]);
		}
		return { prompts: generations.length, tokens, evaluated, minimum };
	} finally {
		await llama.dispose();
	}
}

/** Tokens by what follows them. */
type Node = Map<number, Node>;

/** How many of the tokens were not there. */
function add(root: Node, tokens: readonly number[]): number {
	let [at, fresh] = [root, 0];
	for (const token of tokens) {
		let next = at.get(token);
		if (next === undefined) {
			next = new Map();
			at.set(token, next);
			fresh += 1;
		}
		at = next;
	}
	return fresh;
}
