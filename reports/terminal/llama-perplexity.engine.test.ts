import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledModelFolder } from '../../run/compose/load.ts';
import { createLlamaCppRunner } from '../../runners/llama-cpp/index.ts';
import { type TokenProbabilities, tokenDivergence } from '../../src/summary/compare/token-divergence.ts';
import { LLAMA_CHUNKS, LLAMA_PERPLEXITIES, LLAMA_PERPLEXITY } from './llama-perplexity-fixture.ts';

const BOS = 2;
const ALL = 1_000_000;
const HALF = 64;

/** Probabilities of a model at each position of the second halves. */
async function scores(quantization: string): Promise<readonly (readonly TokenProbabilities[])[]> {
	const path = join(bundledModelFolder(), `mini-${quantization}.gguf`);
	const model = await createLlamaCppRunner().load({ model: path, threads: 1 });
	try {
		return await Array.fromAsync(LLAMA_CHUNKS, async (chunk) => {
			const parts = [{ text: '<bos>', tokens: [BOS, ...chunk.slice(1, HALF + 1)] }];
			const all = await model.scoreTokens({ parts, sharedChars: 0, tokens: chunk.slice(HALF + 1), top: ALL });
			return all.slice(0, -1);
		});
	} finally {
		await model.dispose();
	}
}

describe('the divergence of a quantized miniature', () => {
	it('equals the output of llama-perplexity for the same tokens', async () => {
		const first = await scores('f16');
		for (const quantization of ['q4_0', 'q8_0'] as const) {
			const second = await scores(quantization);
			const ours = tokenDivergence(
				LLAMA_CHUNKS.map((chunk, at) => ({
					first: first[at] ?? [],
					second: second[at] ?? [],
					tokens: chunk.slice(HALF + 1),
				})),
				ALL,
			);
			const theirs = LLAMA_PERPLEXITY[quantization];
			expect(ours.positions).toBe(252);
			// Another processor's kernels round otherwise: by some hundredths of what quantization does.
			expect((ours.kl.mean ?? 0) / theirs.kl).toBeCloseTo(1, 1);
			// One position in a hundred decides p99: 1.125 on an AMD EPYC, where the mean is within 0.05.
			expect(Math.abs((ours.kl.p99 ?? 0) / theirs.p99 - 1)).toBeLessThan(0.2);
			expect(Math.abs(ours.sameTop / ours.positions - theirs.sameTop)).toBeLessThan(1.5 / 252);
			expect(ours.deltaP.mean).toBeCloseTo(theirs.deltaP, 3);
			const ratio = LLAMA_PERPLEXITIES[quantization] / LLAMA_PERPLEXITIES.f16;
			expect(ours.perplexityRatio).toBeCloseTo(ratio, 2);
		}
	}, 60_000);
});
