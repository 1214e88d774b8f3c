import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RawModel } from '../../src/model/runner.ts';
import { ask } from '../../src/testing/contract/contract-request.ts';
import { llamaCppRunner } from '../llama-cpp/index.ts';
import { wllamaRunner } from './index.ts';

const PROMPTS = [
	'물 마시기 습관을 추가해 줘',
	'오늘 산책했어',
	'내 습관 목록을 보여 줘',
	'독서 30분 기록해 줘',
	'스트레칭 습관을 지워 줘',
];

/** Native and WASM kernels add in another order: a near tie may fall the other way, but not at once. */
const SAME_TOKENS = 3;

describe('the same GGUF in llama.cpp, native and in a browser', () => {
	let native: RawModel;
	let wasm: RawModel;
	beforeAll(async () => {
		const options = { model: 'models/mini/mini-q8_0.gguf', contextSize: 2048, threads: 1 };
		[native, wasm] = [await llamaCppRunner.load(options), await wllamaRunner.load(options)];
	});
	afterAll(() => Promise.all([native?.dispose(), wasm?.dispose()]));

	it('differs only in its engine', () => {
		expect(wasm.identity).toEqual(native.identity);
		expect(wasm.chatTemplate).toBe(native.chatTemplate);
		expect([wasm.bosToken, wasm.eosToken]).toEqual([native.bosToken, native.eosToken]);
		expect(wasm.engine.contextSize).toBe(native.engine.contextSize);
		expect(wasm.engine.batchSize).toBe(native.engine.batchSize);
	});

	it.each(PROMPTS)('writes the same text at temperature 0, or parts at a token that is named: %s', async (text) => {
		const [one, other] = [await generated(native, text), await generated(wasm, text)];
		const token = one.pieces.findIndex((piece, index) => piece !== other.pieces[index]);
		if (token === -1) {
			expect(other).toEqual(one);
			return;
		}
		const named = `token ${token}: ${JSON.stringify(one.pieces[token])} or ${JSON.stringify(other.pieces[token])}`;
		expect(token, named).toBeGreaterThanOrEqual(SAME_TOKENS);
		expect(other.promptTokens).toBe(one.promptTokens);
	});
});

/** '' pieces of unfinished characters join the next, so that engines that report them or not are comparable. */
async function generated(model: RawModel, text: string): Promise<{ pieces: readonly string[]; promptTokens?: number }> {
	const pieces: string[] = [];
	for await (const event of ask(model, { text, maxTokens: 48 })) {
		if (event.type === 'pieces')
			pieces.push(...event.pieces.map((piece) => piece.text).filter((piece) => piece !== ''));
		if (event.type === 'end' && event.usage.promptTokens !== undefined) {
			return { pieces, promptTokens: event.usage.promptTokens };
		}
	}
	return { pieces };
}
