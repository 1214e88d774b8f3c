import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { splitGeneration } from '../../src/eval/sample.ts';
import { scoreSample } from '../../src/eval/scoring/score-sample.ts';
import * as scorers from '../../src/eval/scoring/scorers.ts';
import type { GenerationRecord } from '../../src/model/generation.ts';
import type { ChatOnlyModel } from '../../src/model/runner.ts';
import { conversationOptions } from '../../src/testing/contract/contract-request.ts';
import { createLiteRtLmRunner, litertLmRunner } from './index.ts';
import { litertFile } from './model-file-fixture.ts';

const file = litertFile();
afterAll(file.remove);
const runner = createLiteRtLmRunner({ script: fileURLToPath(new URL('./litert-lm-double.ts', import.meta.url)) });

describe('litert-lm with the miniature', () => {
	let model: ChatOnlyModel;
	beforeAll(async () => {
		model = await litertLmRunner.load({ model: '' });
	});
	afterAll(() => model?.dispose());

	it('names the miniature, and the backend that runs', () => {
		expect(model.identity).toMatchObject({ name: 'mini-f16.litertlm', miniature: true });
		expect(model.engine).toMatchObject({ backend: 'cpu', contextSize: 4096 });
		expect(model.engine.version).toMatch(/^@litert-lm\/core 0\.17\.1 \(Chromium /);
		expect(model.engine.timingsNotComparable).toBeUndefined();
	});

	it('goes on after a call, with its result, and keeps a record of each generation', async () => {
		const records: GenerationRecord[] = [];
		const conversation = model.openConversation({
			...conversationOptions({ maxTokens: 64 }),
			onGeneration: (record) => records.push(record),
		});
		const first = await Array.fromAsync(
			conversation.sendChatTurn({ type: 'user', text: '물 마시기 습관을 추가해 줘' }),
		);
		const call = first.find((event) => event.type === 'call')?.call;
		expect(call).toMatchObject({ id: 'call-0' });
		if (call === undefined) return;
		const results = [{ call, response: { ok: true } }];
		const second = await Array.fromAsync(conversation.sendChatTurn({ type: 'tool-results', results }));
		expect(second.some(({ type }) => type === 'text')).toBe(true);
		expect(records.map((record) => record.finish.unified)).toEqual(['tool-call', 'stop']);
		expect(records[1]?.usage.cachedPromptTokens).toBeGreaterThan(records[0]?.usage.promptTokens ?? 0);
	});

	it('an answer that stops with its last token stops; one token less is too short', async () => {
		const finish = async (maxTokens: number) => {
			const conversation = model.openConversation(conversationOptions({ maxTokens }));
			const events = await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '안녕' }));
			const end = events.at(-1);
			return end?.type === 'end' ? { ...end.finish, tokens: end.usage.outputTokens ?? 0 } : undefined;
		};
		const { tokens = 0 } = (await finish(200)) ?? {};
		expect(await finish(tokens)).toMatchObject({ unified: 'stop', tokens });
		expect(await finish(tokens - 1)).toMatchObject({ unified: 'length', tokens: tokens - 1 });
	});

	it('times each piece when it came', async () => {
		const conversation = model.openConversation(conversationOptions({ maxTokens: 24 }));
		const events = await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '안녕' }));
		const times = events.flatMap((event) => (event.type === 'text' ? [event.atMs] : []));
		expect(new Set(times).size).toBe(times.length);
		expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(times.length);
	});
});

describe('litert-lm in a real page, over the fakes of its package', () => {
	let model: ChatOnlyModel;
	beforeAll(async () => {
		model = await runner.load({ model: file.path });
	});
	afterAll(() => model?.dispose());

	it('a call that the engine refuses is malformed, and the conversation goes on', async () => {
		const records: GenerationRecord[] = [];
		const conversation = model.openConversation({
			...conversationOptions({ maxTokens: 8 }),
			onGeneration: (record) => records.push(record),
		});
		const first = await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '망가진 호출' }));
		expect(first).toMatchObject([
			{ type: 'text' },
			{ type: 'text' },
			{ type: 'malformed', reason: 'bad-arguments', raw: '<|tool_call>call:add_habit{title}<tool_call|>' },
			{ type: 'end', finish: { unified: 'stop' } },
		]);
		expect(await reasonOf(records)).toBe('swallowed-by-engine');
		const next = await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '고마워' }));
		expect(next.at(-1)).toMatchObject({ type: 'end', finish: { unified: 'length' } });
	});

	it('opens an aborted conversation again with its history', async () => {
		const conversation = model.openConversation(conversationOptions({ maxTokens: 200 }));
		const controller = new AbortController();
		let last: unknown;
		for await (const event of conversation.sendChatTurn(
			{ type: 'user', text: '물 마시기 추가해 줘' },
			{ signal: controller.signal },
		)) {
			controller.abort();
			last = event;
		}
		expect(last).toMatchObject({ type: 'end', finish: { unified: 'aborted' } });
		const next = await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '고마워' }));
		expect(next.at(-1)).toMatchObject({ type: 'end', finish: { unified: 'length' } });
	});

	it('a history that the engine refuses fails its sample alone', async () => {
		const conversation = model.openConversation(conversationOptions({ maxTokens: 8 }));
		const turn = Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '다른 기록' }));
		const said = { params: { problem: { code: 'browser.litert-history' } } };
		await expect(turn).rejects.toMatchObject({ failure: 'generation-failed', said });
	});

	it('imports the real package, which refuses an invalid model', async () => {
		await expect(litertLmRunner.load({ model: file.path })).rejects.toMatchObject({
			name: 'EngineError',
			failure: 'model-invalid',
			message: expect.stringContaining('cannot be loaded'),
		});
	});

	it('refuses a context that the file has no room for, before a browser starts', async () => {
		const { failure, said } = await litertLmRunner.load({ model: '', contextSize: 8192 }).catch((error) => error);
		expect([failure, said]).toMatchObject(['model-unsupported', { code: 'browser.context', params: { tokens: 4096 } }]);
	});

	it('refuses a GGUF, and a file that is not there, before a browser starts', async () => {
		await expect(litertLmRunner.load({ model: 'models/mini/mini-q8_0.gguf' })).rejects.toMatchObject({
			failure: 'model-invalid',
		});
		await expect(litertLmRunner.load({ model: 'none.litertlm' })).rejects.toMatchObject({ failure: 'model-missing' });
	});
});

/** What the sample of such a turn comes to. */
async function reasonOf(records: readonly GenerationRecord[]): Promise<string | undefined> {
	const split = await Promise.all(records.map(splitGeneration));
	const transcript = { generations: split.map(({ generation }) => generation), facts: {} };
	const suite = { scorers: [scorers.meaningfulPrefix()] };
	const { meaningful } = scoreSample(suite, { id: 'p', input: '망가진 호출' }, transcript, { language: 'ko' });
	return meaningful?.reason ?? meaningful?.unscored;
}
