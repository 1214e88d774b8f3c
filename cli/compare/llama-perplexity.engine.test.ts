import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLlamaCppRunner, type LlamaCppModel } from '../../runners/llama-cpp/index.ts';
import {
	type ScoredGeneration,
	type TokenProbabilities,
	tokenDivergence,
} from '../../src/eval/compare/token-divergence.ts';
import { bundledModelFolder } from '../../src/run/bundled-model.ts';
import { collectCompletion } from '../../src/testing/contract/collect-completion.ts';
import { llamaDivergence } from '../../src/testing/llama-perplexity.ts';

const ALL = 1_000_000;
const PROMPTS = ['운동 뭐부터 하면 좋을까?', '요즘 잠이 얕아서 걱정이에요.', '며칠째야?', '물 두 잔 마셨어.'].map(
	(words) => ({
		parts: [{ text: `<bos><|turn>user\n${words}<turn|>\n<|turn>model\n` }],
		sharedChars: 5,
	}),
);

async function withMini<T>(quantization: string, work: (model: LlamaCppModel) => Promise<T>): Promise<T> {
	const path = join(bundledModelFolder(), `mini-${quantization}.gguf`);
	const model = await createLlamaCppRunner().load({ model: path, threads: 1 });
	try {
		return await work(model);
	} finally {
		await model.dispose();
	}
}

function scores(
	model: LlamaCppModel,
	said: readonly (readonly number[])[],
): Promise<readonly (readonly TokenProbabilities[])[]> {
	return Array.fromAsync(PROMPTS, (prompt, at) => model.scoreTokens({ ...prompt, tokens: said[at] ?? [], top: ALL }));
}

describe('the divergence of mini-q4_0 from mini-f16', () => {
	it("is what llama.cpp's own calculation makes of the same positions", async () => {
		const { said, first } = await withMini('f16', async (model) => {
			const said = await Array.fromAsync(PROMPTS, async (prompt) => {
				const { tokens } = await collectCompletion(model.completer, { ...prompt, maxTokens: 40 });
				return tokens.filter((token) => token !== undefined);
			});
			return { said, first: await scores(model, said) };
		});
		const second = await withMini('q4_0', (model) => scores(model, said));
		// Without the ends, where nothing was said that llama.cpp could count.
		const generations = said.map(
			(tokens, at): ScoredGeneration => ({
				first: (first[at] ?? []).slice(0, tokens.length),
				second: (second[at] ?? []).slice(0, tokens.length),
				tokens,
			}),
		);
		const ours = tokenDivergence(generations, ALL);
		const theirs = llamaDivergence(
			generations.flatMap(({ first, second, tokens }) =>
				tokens.flatMap((token, index) => {
					const [one, other] = [first[index], second[index]];
					return one === undefined || other === undefined ? [] : [{ first: one, second: other, said: token }];
				}),
			),
		);
		expect(ours.positions).toBeGreaterThan(60);
		expect(ours.kl.mean).toBeGreaterThan(0.001);
		expect((ours.kl.mean ?? 0) / theirs.kl).toBeCloseTo(1, 2);
		expect(ours.sameTop / ours.positions).toBe(theirs.sameTop);
		expect(ours.deltaP.mean).toBeCloseTo(theirs.deltaP, 4);
		expect(ours.perplexityRatio).toBeCloseTo(theirs.perplexityRatio, 4);
	}, 120_000);
});
