import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectCompletion } from '../../src/testing/contract/collect-completion.ts';
import { createLlamaCppRunner, type LlamaCppModel } from './index.ts';

const MINIATURE = fileURLToPath(new URL('../../models/mini/mini-q8_0.gguf', import.meta.url));
const SYSTEM = `<bos><|turn>system\n${'너는 습관 코치야. '.repeat(20)}<turn|>\n`;
const QUESTIONS = ['물 마시기 시작할래', '오늘 산책 30분 했어요', '잠이 안 와', '며칠째야?', '운동 추천 좀'];

const ask = (text: string) => ({
	parts: [{ text: `${SYSTEM}<|turn>user\n${text}<turn|>\n<|turn>model\n` }],
	sharedChars: SYSTEM.length,
	maxTokens: 12,
	ignoreEnd: true,
});

describe('three samples at once in llama.cpp', () => {
	let model: LlamaCppModel;
	beforeAll(async () => {
		model = await createLlamaCppRunner().load({ model: MINIATURE, threads: 1, sequences: 3 });
	}, 60_000);
	afterAll(() => model?.dispose());

	it('are reported in the identity, with what that means for timings', () => {
		expect(model.engine).toMatchObject({
			sequences: 3,
			timingsNotComparable: { code: 'run.samples-at-once', params: { n: 3 } },
		});
	});

	it('evaluate what they share once', async () => {
		const evaluated = (answers: readonly Awaited<ReturnType<typeof collectCompletion>>[]): number[] =>
			answers.map(({ end: { usage } }) => (usage.promptTokens ?? 0) - (usage.cachedPromptTokens ?? 0));
		const [first = 0, ...others] = evaluated(
			await Promise.all(QUESTIONS.map((text) => collectCompletion(model.completer, ask(text)))),
		);
		expect(first).toBeGreaterThan(150);
		expect(Math.max(...others)).toBeLessThan(40);
		const again = await Promise.all([1, 2, 3, 4].map(() => collectCompletion(model.completer, ask('하나'))));
		expect(evaluated(again).slice(1)).toEqual([1, 1, 1]);
	});

	it('are all answered, more of them than there are sequences', async () => {
		const answers = await Promise.all(QUESTIONS.map((text) => collectCompletion(model.completer, ask(text))));
		for (const { end, pieces } of answers) {
			expect(end.finish).toEqual({ unified: 'length', raw: 'max-tokens' });
			expect(pieces).toHaveLength(12);
		}
	});

	it('go on where they were, each in its own sequence', async () => {
		const dialogue = async (text: string): Promise<readonly [before: number, cached: number]> => {
			const first = await collectCompletion(model.completer, ask(text));
			const said = { text: first.text, tokens: first.tokens.flatMap((token) => token ?? []) };
			const more = { ...ask(text), parts: [...ask(text).parts, said, { text: '<turn|>\n' }] };
			const second = await collectCompletion(model.completer, more);
			return [first.end.usage.promptTokens ?? 0, second.end.usage.cachedPromptTokens ?? 0];
		};
		for (const [before, cached] of await Promise.all(QUESTIONS.slice(0, 3).map(dialogue))) {
			expect(cached).toBeGreaterThanOrEqual(before);
		}
	});

	it('end when they are aborted, and the others go on', async () => {
		const controller = new AbortController();
		const [aborted, other] = await Promise.all([
			collectCompletion(model.completer, { ...ask('그만'), maxTokens: 500, signal: controller.signal }),
			collectCompletion(model.completer, ask('계속')).finally(() => controller.abort()),
		]);
		expect(aborted.end.finish.unified).toBe('aborted');
		expect(other.pieces).toHaveLength(12);
	});
});
