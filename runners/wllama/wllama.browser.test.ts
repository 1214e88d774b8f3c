import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompletionRequest, RawModel } from '../../src/index.ts';
import { wllamaRunner } from './index.ts';

let model: RawModel;
beforeAll(async () => {
	model = await wllamaRunner.load({ model: 'models/mini/mini-q8_0.gguf', contextSize: 2048 });
}, 120_000);
afterAll(() => model?.dispose());

const ask: CompletionRequest = {
	parts: [{ text: '<bos><|turn>user\n물 마시기 습관을 추천해 줘<turn|>\n<|turn>model\n' }],
	sharedChars: 0,
	stop: ['<turn|>'],
	maxTokens: 24,
	sampling: { temperature: 0, seed: 1 },
	deadlineMs: 60_000,
};
describe('wllama', () => {
	it('runs', async () => {
		console.log(model.identity, model.engine, model.loadMs, await model.peakRssBytes());
		for await (const event of model.completer.complete(ask)) console.log(JSON.stringify(event));
		expect(1).toBe(1);
	});
});
