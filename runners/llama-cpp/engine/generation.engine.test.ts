import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompletionRequest } from '../../../src/model/completer.ts';
import { collectCompletion } from '../../../src/testing/contract/collect-completion.ts';
import { createLlamaCppRunner, type LlamaCppModel } from '../index.ts';

const MINIATURE = fileURLToPath(new URL('../../../models/mini/mini-q8_0.gguf', import.meta.url));
const SYSTEM = `<bos><|turn>system\n${'너는 습관 코치야. 사용자의 습관을 짧게 돕는다. '.repeat(20)}<turn|>\n`;
const PROMPTS = ['물 마시기 시작할래', '오늘 산책 30분 했어요', '며칠째야?', '잠이 안 와', '고마워!', '운동 추천 좀'];

function prompt(text: string): Pick<CompletionRequest, 'parts' | 'sharedChars'> {
	return {
		parts: [{ text: `${SYSTEM}<|turn>user\n${text}<turn|>\n<|turn>model\n` }],
		sharedChars: SYSTEM.length,
	};
}

describe('the miniature in llama.cpp', () => {
	let model: LlamaCppModel;

	beforeAll(async () => {
		model = await createLlamaCppRunner().load({ model: MINIATURE, threads: 1 });
	}, 60_000);

	afterAll(() => model?.dispose());

	it('reports who it is', async () => {
		expect(model.identity).toMatchObject({
			name: 'mini-q8_0.gguf',
			architecture: 'gemma4',
			quantization: 'Q8_0',
			miniature: true,
		});
		expect(model.identity.sha256).toMatch(/^[0-9a-f]{64}$/);
		expect(model.identity.templateSha256).toMatch(/^[0-9a-f]{64}$/);
		expect(model.engine).toMatchObject({ runner: 'llama-cpp', backend: 'cpu', threads: 1, threadsFrom: 'option' });
		expect(model.engine.version).toMatch(/^node-llama-cpp \d+\.\d+\.\d+ \(llama\.cpp \S+\)$/);
		expect([model.bosToken, model.eosToken]).toEqual(['<bos>', '<eos>']);
		expect(model.loadMs).toBeGreaterThan(0);
		if (process.platform === 'linux') expect(await model.peakRssBytes()).toBeGreaterThan(10_000_000);
	});

	it('says the same for the same seed, and something else for another', async () => {
		const say = (seed: number) =>
			collectCompletion(model.completer, { ...prompt('물 마시기'), sampling: { temperature: 1.5, seed } });
		const [first, other, again] = [await say(7), await say(8), await say(7)];
		expect(again.tokens).toEqual(first.tokens);
		expect(again.text).toBe(first.text);
		expect(other.text).not.toBe(first.text);
	});

	it('says the same where prompts are evaluated on more cores than tokens', async () => {
		expect(model.engine.prefillThreads).toBe(1);
		const probedThreads = { threads: 1, prefillThreads: 2 };
		const free = await createLlamaCppRunner().load({ model: MINIATURE, probedThreads });
		const outputs = await Promise.all([dialogues(model), dialogues(free)]);
		await free.dispose();
		expect(free.engine).toMatchObject({ ...probedThreads, threadsFrom: 'probe' });
		expect(outputs[1].texts).toEqual(outputs[0].texts);
	});

	it('says the same with and without the shared beginning, also in turns that go on', async () => {
		const unshared = await createLlamaCppRunner().load({ model: MINIATURE, threads: 1, promptCache: false });
		const outputs = await Promise.all([dialogues(model), dialogues(unshared)]);
		await unshared.dispose();
		expect(outputs[1].texts).toEqual(outputs[0].texts);
		expect(new Set(outputs[0].texts).size).toBeGreaterThan(PROMPTS.length);
		expect(outputs[0].cached.slice(2).every((cached) => cached > 200)).toBe(true);
		expect(outputs[1].cached.filter((_, index) => index % 2 === 0)).toEqual(PROMPTS.map(() => 0));
	});

	it('evaluates a prompt that comes again from its last token, or again where it is timed, and says the same', async () => {
		const timed = await createLlamaCppRunner().load({ model: MINIATURE, threads: 1, repeats: 'evaluate' });
		const ask = (engine: LlamaCppModel, seed: number) =>
			collectCompletion(engine.completer, { ...prompt('산책'), sampling: { temperature: 1, seed }, maxTokens: 24 });
		const twice = async (engine: LlamaCppModel) => [await ask(engine, 1), await ask(engine, 2)] as const;
		const [reused, evaluated] = [await twice(model), await twice(timed)];
		await timed.dispose();
		expect(reused.map(({ tokens }) => tokens)).toEqual(evaluated.map(({ tokens }) => tokens));
		const { usage, repeated } = reused[1].end;
		expect([usage.cachedPromptTokens, repeated]).toEqual([(usage.promptTokens ?? 0) - 1, true]);
		expect([reused[0], ...evaluated].map(({ end }) => end.repeated)).toEqual([undefined, undefined, undefined]);
		expect(evaluated[1].end.usage.cachedPromptTokens).toBe(reused[0].end.usage.cachedPromptTokens);
	});

	it('evaluates nothing of a conversation again when it goes on, and everything in the same steps when it was lost', async () => {
		const first = await collectCompletion(model.completer, { ...prompt('물 마시기'), maxTokens: 12 });
		const { parts, sharedChars } = prompt('물 마시기');
		const more = {
			parts: [...parts, { text: first.text, tokens: ids(first.tokens) }, { text: '<turn|>\n' }],
			sharedChars,
		};
		const sampling = { temperature: 1, seed: 3 };
		const goesOn = await collectCompletion(model.completer, { ...more, sampling });
		// The last token of an answer is said, and not evaluated. How long the answer is depends on the processor.
		const evaluated = (first.end.usage.promptTokens ?? 0) + first.tokens.length - 1;
		expect(goesOn.end.usage.cachedPromptTokens).toBeGreaterThanOrEqual(evaluated);
		expect(first.tokens.length).toBeGreaterThan(2);
		// More of them than the engine keeps.
		for (const letter of 'abcdefgh') {
			await collectCompletion(model.completer, {
				parts: [{ text: `<bos>${letter}${'다른 이야기 '.repeat(9)}` }],
				maxTokens: 4,
			});
		}
		const again = await collectCompletion(model.completer, { ...more, sampling });
		expect(again.end.usage.cachedPromptTokens).toBeLessThan(10);
		expect(again.tokens).toEqual(goesOn.tokens);
	});

	it('counts tokens and times from the acceptance of the request', async () => {
		const { pieces, end } = await collectCompletion(model.completer, { ...prompt('며칠째야?'), maxTokens: 5 });
		expect(end.finish).toEqual({ unified: 'length', raw: 'max-tokens' });
		expect(end.usage.outputTokens).toBe(5);
		expect(pieces).toHaveLength(5);
		const times = pieces.map((piece) => piece.atMs);
		expect(times).toEqual([...times].sort((one, two) => one - two));
		expect(end.source).toBe('engine');
		expect(end.prefillMs).toBeLessThanOrEqual(times[0] ?? 0);
		expect(end.totalMs).toBeGreaterThanOrEqual(times.at(-1) ?? Number.POSITIVE_INFINITY);
	});

	it('ends at a stop text that spans pieces, and does not leak it', async () => {
		const sampling = { temperature: 1.5, seed: 11 };
		const free = await collectCompletion(model.completer, { ...prompt('운동'), sampling, maxTokens: 40 });
		const characters = [...free.text];
		const at = characters.findIndex((_, index) => index > 10 && index % 2 === 1);
		const stop = characters.slice(at, at + 4).join('');
		const stopped = await collectCompletion(model.completer, {
			...prompt('운동'),
			sampling,
			stop: [stop],
			maxTokens: 40,
		});
		expect(stopped.end.finish).toEqual({ unified: 'stop', raw: stop });
		expect(stopped.text).toBe(free.text.slice(0, free.text.indexOf(stop)));
	});

	it('refuses a prompt that is longer than its context, with the numbers', async () => {
		const long = prompt('가나다라 '.repeat(3000));
		await expect(collectCompletion(model.completer, long)).rejects.toMatchObject({
			failure: 'context-overflow',
			message: expect.stringMatching(/^mini-q8_0\.gguf: the prompt has \d{4,} tokens, and the context of 4096/),
		});
		expect((await collectCompletion(model.completer, { ...prompt('응'), maxTokens: 2 })).pieces).toHaveLength(2);
	});

	it('stops where its context ends instead of forgetting the beginning', async () => {
		const small = await createLlamaCppRunner().load({ model: MINIATURE, threads: 1, contextSize: 256 });
		const { end, pieces } = await collectCompletion(small.completer, {
			parts: [{ text: '<bos>안녕' }],
			sampling: { temperature: 3, seed: 4 },
			grammar: 'root ::= [가-힣]{400}',
			maxTokens: 4000,
		});
		expect(end.finish).toEqual({ unified: 'length', raw: 'context-full' });
		expect((end.usage.promptTokens ?? 0) + pieces.length).toBe(small.engine.contextSize);
		await small.dispose();
	});

	it('answers requests one after the other, however they come', async () => {
		const alone = await collectCompletion(model.completer, { ...prompt('잠이 안 와'), maxTokens: 10 });
		const together = await Promise.all(
			[1, 2, 3].map(() => collectCompletion(model.completer, { ...prompt('잠이 안 와'), maxTokens: 10 })),
		);
		expect(together.map(({ text }) => text)).toEqual([alone.text, alone.text, alone.text]);
	});
});

/** For each prompt a first turn and one that goes on from it. */
async function dialogues(model: LlamaCppModel): Promise<{ texts: string[]; cached: number[] }> {
	const texts: string[] = [];
	const cached: number[] = [];
	for (const [seed, words] of PROMPTS.entries()) {
		const request = { ...prompt(words), sampling: { temperature: 1, seed }, maxTokens: 24 };
		const first = await collectCompletion(model.completer, request);
		const second = await collectCompletion(model.completer, {
			...request,
			parts: [
				...request.parts,
				{ text: first.text, tokens: ids(first.tokens) },
				{ text: '<turn|>\n<|turn>user\n더 알려 줘<turn|>\n<|turn>model\n' },
			],
		});
		texts.push(first.text, second.text);
		cached.push(first.end.usage.cachedPromptTokens ?? -1, second.end.usage.cachedPromptTokens ?? -1);
	}
	return { texts, cached };
}

function ids(tokens: readonly (number | undefined)[]): readonly number[] {
	return tokens.filter((token) => token !== undefined);
}
