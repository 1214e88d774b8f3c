import { expect, it } from 'vitest';
import { message } from '../../src/base/message.ts';
import { answer } from '../../src/testing/contract/contract-request.ts';
import { wllamaRunner } from './index.ts';

const OPTIONS = { model: 'models/mini/mini-q8_0.gguf', contextSize: 2048, threads: 1 };

it('wllama quantizes its cache of keys and values where flash attention is on, and refuses to without', async () => {
	const model = await wllamaRunner.load({ ...OPTIONS, kvCacheType: 'q8_0', flashAttention: true });
	try {
		expect(model.engine).toMatchObject({ kvCacheType: 'q8_0', flashAttention: true });
		expect((await answer(model, { maxTokens: 8 })).ends).toBe(1);
	} finally {
		await model.dispose();
	}
	await expect(wllamaRunner.load({ ...OPTIONS, kvCacheType: 'q8_0' })).rejects.toMatchObject({
		said: message('engine.kv-flash-attention', { type: 'q8_0' }),
		exitCode: 2,
	});
});
