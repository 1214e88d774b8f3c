import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { message } from '../../src/base/message.ts';
import { dialectOf, openConversation } from '../../src/dialects/conversation/open-conversation.ts';
import { answer, completionOf, conversationOptions } from '../../src/testing/contract/contract-request.ts';
import { type BrowserFolders, keptProfile, temporaryProfile } from '../browser/browser.ts';
import { createWebLlmRunner } from './index.ts';

const MODEL = 'gemma-4-E2B-it-q4f32_1-MLC';
const double = fileURLToPath(new URL('./web-llm-double.ts', import.meta.url));
const offline = { hosts: [], folders: temporaryProfile };

describe('web-llm in a real page', () => {
	it('names the adapter, and says that timings on a software GPU are not comparable', async () => {
		const model = await createWebLlmRunner({ ...offline, script: double }).load({ model: MODEL });
		expect(model.engine.backend).toMatch(/^webgpu \(.*swiftshader.*\)$/i);
		expect(model.engine.timingsNotComparable).toEqual(message('browser.gpu-emulated'));
		await model.dispose();
	});

	it('has its output read in the dialect of its template: text, then the call', async () => {
		const model = await createWebLlmRunner({ ...offline, script: double }).load({ model: MODEL });
		expect(dialectOf(model)).toBe('gemma4');
		const conversation = openConversation(model, dialectOf(model), conversationOptions({ maxTokens: 64 }));
		const events = await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '도구로 추가해 줘' }));
		expect(
			events
				.filter((event) => event.type === 'text')
				.map((event) => event.text)
				.join(''),
		).toBe('추가할게요. ');
		expect(events.at(-2)).toMatchObject({
			type: 'call',
			call: { name: 'add_habit', arguments: { title: '물 마시기' }, repairs: [] },
		});
		await model.dispose();
	});

	it.each(['gemma-4-E2B-it-q4f32_1-MLC', 'gemma-2-2b-it-q4f32_1-MLC'])(
		'evaluates one BOS, whether the engine adds it or not (%s)',
		async (name) => {
			const model = await createWebLlmRunner({ ...offline, script: double }).load({ model: name });
			const conversation = openConversation(model, dialectOf(model), conversationOptions({ maxTokens: 64 }));
			const events = await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: 'BOS는 몇 개?' }));
			expect(events.flatMap((event) => (event.type === 'text' ? event.text : [])).join('')).toBe('1개');
			await model.dispose();
		},
	);

	it('reports progress of download and load', async () => {
		const done: number[] = [];
		const onProgress = (progress: { readonly done: number }): void => void done.push(progress.done);
		const model = await createWebLlmRunner({ ...offline, script: double }).load({ model: MODEL, onProgress });
		expect(done).toEqual([0, 0.5, 1]);
		await model.dispose();
	});

	it('has no top-k sampling, and says so', async () => {
		const model = await createWebLlmRunner({ ...offline, script: double }).load({ model: MODEL });
		const request = { ...completionOf(model, {}), sampling: { temperature: 1, seed: 1, topK: 40 } };
		await expect(Array.fromAsync(model.completer.complete(request))).rejects.toMatchObject({ failure: 'protocol' });
		expect((await answer(model)).ends).toBe(1);
		await model.dispose();
	});

	it('keeps its profile, where the weights are, for the next time', async () => {
		const cache = mkdtempSync(join(tmpdir(), 'gemmark-web-llm-'));
		const folders = (): BrowserFolders => keptProfile('web-llm', { GEMMARK_CACHE: cache });
		const model = await createWebLlmRunner({ hosts: [], folders, script: double }).load({ model: MODEL });
		await model.dispose();
		expect(readdirSync(join(cache, 'browser', 'web-llm'))).toContain('Default');
		rmSync(cache, { recursive: true });
	});

	it('imports the real package, which cannot reach its models without a network', async () => {
		const failed = createWebLlmRunner(offline).load({ model: MODEL });
		await expect(failed).rejects.toMatchObject({
			name: 'EngineError',
			failure: 'unavailable',
			message: expect.stringContaining('cannot be downloaded'),
		});
	});

	it('refuses a model whose GPU features are not there, before anything is downloaded', async () => {
		await expect(createWebLlmRunner(offline).load({ model: 'gemma-4-E2B-it-q4f16_1-MLC' })).rejects.toMatchObject({
			failure: 'model-unsupported',
			message: expect.stringContaining('shader-f16'),
		});
	});

	it('fails on a broken script', async () => {
		const broken = createWebLlmRunner({ ...offline, script: '/no/such/script.js' }).load({ model: MODEL });
		await expect(broken).rejects.toMatchObject({ name: 'EnvironmentError' });
	});
});
