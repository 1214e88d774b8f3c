import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Token } from 'node-llama-cpp';
import { expect, onTestFinished, test } from 'vitest';
import { writeRandomGguf } from '../../../src/testing/gguf/random-gguf.ts';
import { loadWeights } from './load.ts';
import { probeThreads } from './thread-probe.ts';

test('a probe during a run leaves the prompt in the sequence, and the tokens after it the same', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-probe-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const modelPath = join(folder, 'tiny.gguf');
	writeRandomGguf(modelPath, 'tiny-gemma3');
	const request = { type: 'load', modelPath, gpu: false, flashAttention: false, kvCacheType: 'f16' } as const;
	const { llama, model, sequences } = await loadWeights(
		{ ...request, threads: 2, prefillThreads: 1, sequences: 1, spare: 0 },
		() => undefined,
		() => undefined,
	);
	onTestFinished(() => llama.dispose());
	const [sequence] = sequences;
	if (sequence === undefined) throw new Error('no sequence');
	const prompt = model.tokenize('call user model response '.repeat(8), false);

	const said = async (): Promise<readonly Token[]> => {
		const tokens: Token[] = [];
		const options = { temperature: 0, seed: 0, yieldEogToken: true };
		for await (const token of sequence.evaluate(prompt.slice(-1), options)) if (tokens.push(token) === 8) break;
		await sequence.eraseContextTokenRanges([{ start: prompt.length - 1, end: sequence.nextTokenIndex }]);
		return tokens;
	};
	await sequence.evaluateWithoutGeneratingNewTokens(prompt.slice(0, -1));
	const before = await said();
	const threads = { decode: 2, prefill: 2 };
	await probeThreads(sequence, threads, 2);
	expect(sequence.contextTokens).toEqual(prompt.slice(0, -1));
	expect(await said()).toEqual(before);
});
