import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import type { LoadProgress, RawModel } from '../../src/model/runner.ts';
import { answer, completionOf, read } from '../../src/testing/contract/contract-request.ts';
import { descendants } from '../browser/keeper/process-tree-fixture.ts';
import { createWllamaRunner, wllamaRunner } from './index.ts';

const OPTIONS = { model: 'models/mini/mini-q8_0.gguf', contextSize: 2048 };
const TEXTS = ['물 마실래', '산책했어', '뭐가 좋을까?', '목록 보여 줘', '독서 기록'];

describe('wllama', () => {
	let model: RawModel;
	beforeAll(async () => {
		model = await wllamaRunner.load(OPTIONS);
	});
	afterAll(() => model?.dispose());

	it('evaluates the shared beginning once, and rewinds exactly to it', async () => {
		const first = await answer(model, { text: TEXTS[0] ?? '' });
		const second = await answer(model, { text: TEXTS[1] ?? '' });
		expect(first.usage.cachedPromptTokens).toBe(0);
		expect(second.usage.cachedPromptTokens).toBeGreaterThan(0);
		const shared = await answer(model, { text: TEXTS[2] ?? '' });
		expect(shared.usage.cachedPromptTokens).toBe(second.usage.cachedPromptTokens);
	});

	it('gives the same texts whether the prefix is shared or evaluated each time', async () => {
		const apart = await wllamaRunner.load({ ...OPTIONS, promptCache: false });
		try {
			for (const text of TEXTS) {
				const alone = await answer(apart, { text, temperature: 0.7 });
				expect(alone.usage.cachedPromptTokens).toBe(0);
				expect((await answer(model, { text, temperature: 0.7 })).text).toBe(alone.text);
			}
		} finally {
			await apart.dispose();
		}
	});

	it('refuses a prompt without BOS, which the engine would add', async () => {
		const request = completionOf(model, {});
		const [part] = request.parts;
		const bare = { ...request, parts: [{ text: part?.text.replace('<bos>', '') ?? '' }], sharedChars: 0 };
		await expect(read(model.completer.complete(bare))).rejects.toMatchObject({ failure: 'protocol' });
	});

	it('refuses a grammar that is none, and goes on', async () => {
		await expect(answer(model, { grammar: 'root ::= (((' })).rejects.toBeInstanceOf(EngineError);
		expect((await answer(model)).ends).toBe(1);
	});

	it('lets its page reach 127.0.0.1 only', () => {
		const commands = descendants(process.pid, '--host-resolver-rules=');
		expect(commands.length).toBeGreaterThan(0);
		for (const { command } of commands) {
			expect(command).toContain('--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1 ');
		}
	});

	it('reports the memory of its page', async () => {
		expect(await model.peakRssBytes()).toBeGreaterThan(model.identity.sizeBytes ?? 0);
	});

	it('obeys the thread count it is given', async () => {
		const threaded = await wllamaRunner.load({ ...OPTIONS, threads: 2 });
		expect(threaded.engine).toMatchObject({ threads: 2, threadsFrom: 'option' });
		await threaded.dispose();
	});

	it('computes on the GPU when asked to, and says that timings on a software GPU are not comparable', async () => {
		const onGpu = await wllamaRunner.load({ ...OPTIONS, gpu: true });
		expect(onGpu.engine.backend).toMatch(/^wasm, webgpu \(.*swiftshader.*\)$/i);
		expect(onGpu.engine.timingsNotComparable).toEqual(message('browser.gpu-emulated'));
		expect((await answer(onGpu, { maxTokens: 4 })).ends).toBe(1);
		await onGpu.dispose();
	});

	it('ends a page that crashes with a typed error, and loads the model again for the next request', async () => {
		const crashing = await wllamaRunner.load(OPTIONS);
		try {
			const events = answer(crashing, { maxTokens: 1500, grammar: 'root ::= "가" root' });
			for (const { pid } of descendants(process.pid, '--type=renderer')) process.kill(pid, 'SIGKILL');
			await expect(events).rejects.toMatchObject({ failure: 'crashed' });
			expect((await answer(crashing)).ends).toBe(1);
		} finally {
			await crashing.dispose();
			// The other model's page was hit as well.
			expect((await answer(model)).ends).toBe(1);
		}
	});

	it('ends a page that does not stop at its deadline with a typed error, and loads the model again', async () => {
		const hanging = await createWllamaRunner({ graceMs: 1 }).load(OPTIONS);
		try {
			const late = answer(hanging, { text: '물 마시기 '.repeat(200), deadlineMs: 1 });
			await expect(late).rejects.toMatchObject({ failure: 'generation-timeout' });
			expect((await answer(hanging)).ends).toBe(1);
		} finally {
			await hanging.dispose();
		}
	});

	it('ends a page that says nothing for too long', async () => {
		const silent = await createWllamaRunner({ idleMs: 1 }).load(OPTIONS);
		await expect(answer(silent)).rejects.toMatchObject({ failure: 'generation-timeout' });
		await silent.dispose();
	});

	it('refuses an invalid model before a browser starts', async () => {
		await expect(wllamaRunner.load({ model: 'package.json' })).rejects.toMatchObject({ failure: 'model-invalid' });
		await expect(wllamaRunner.load({ model: 'no-such.gguf' })).rejects.toMatchObject({ failure: 'model-missing' });
	});

	it('gives up loading when asked to, or when it takes too long', async () => {
		const progress: LoadProgress[] = [];
		const aborted = wllamaRunner.load({ ...OPTIONS, signal: AbortSignal.abort(), onProgress: (p) => progress.push(p) });
		await expect(aborted).rejects.toMatchObject({ failure: 'unavailable' });
		await expect(wllamaRunner.load({ ...OPTIONS, loadTimeoutMs: 1 })).rejects.toMatchObject({
			failure: 'load-timeout',
		});
	});
});
