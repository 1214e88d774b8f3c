import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectCompletion } from '../../../src/testing/contract/collect-completion.ts';
import { writeRandomGguf } from '../../../src/testing/gguf/random-gguf.ts';
import { createLlamaCppRunner, type LlamaCppModel } from '../index.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-score-'));
const PROMPT = { parts: [{ text: '<bos>오늘은 물을 마셨어요. ' }], sharedChars: 6 };
const ALL = 100_000;
let model: LlamaCppModel;
let said: readonly number[];

beforeAll(async () => {
	writeRandomGguf(join(folder, 'random.gguf'), 'tiny-gemma4');
	model = await createLlamaCppRunner().load({ model: join(folder, 'random.gguf'), threads: 1 });
	const { tokens } = await collectCompletion(model.completer, { ...PROMPT, ignoreEnd: true, maxTokens: 12 });
	said = tokens.filter((token) => token !== undefined);
}, 60_000);

afterAll(async () => {
	await model?.dispose();
	rmSync(folder, { recursive: true });
});

describe('the probabilities of what might come next', () => {
	it('have what the model says at temperature 0 on top, at every position', async () => {
		const positions = await model.scoreTokens({ ...PROMPT, tokens: said, top: 1 });
		expect(positions).toHaveLength(said.length + 1);
		expect(positions.slice(0, -1).map(({ tokens }) => tokens[0])).toEqual(said);
	});

	it('of the whole vocabulary sum to 1, the most probable first', async () => {
		for (const { tokens, probabilities } of await model.scoreTokens({
			...PROMPT,
			tokens: said.slice(0, 3),
			top: ALL,
		})) {
			expect(new Set(tokens).size).toBe(tokens.length);
			expect(probabilities.reduce((sum, probability) => sum + probability, 0)).toBeCloseTo(1, 4);
			expect(probabilities).toEqual([...probabilities].sort((one, two) => two - one));
		}
	});

	it('are the same again, whatever was generated in between', async () => {
		const ask = () => model.scoreTokens({ ...PROMPT, tokens: said, top: 8 });
		const first = await ask();
		await collectCompletion(model.completer, { parts: [{ text: '<bos>다른 이야기' }], maxTokens: 6 });
		expect(await ask()).toEqual(first);
	});

	it('leave a conversation as it was', async () => {
		const request = { ...PROMPT, ignoreEnd: true, maxTokens: 12 };
		await model.scoreTokens({ ...PROMPT, tokens: [5, 6, 7], top: 2 });
		expect((await collectCompletion(model.completer, request)).tokens).toEqual(said);
	});

	it('of more than the context holds are refused', async () => {
		const tokens = Array.from({ length: 5000 }, () => 5);
		await expect(model.scoreTokens({ ...PROMPT, tokens, top: 1 })).rejects.toMatchObject({
			failure: 'context-overflow',
		});
	});
});
