import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createLlamaCppRunner } from '../../../runners/llama-cpp/index.ts';
import type { PromptPart } from '../../model/completer.ts';
import { collectCompletion } from '../contract/collect-completion.ts';
import { type ScriptLine, writeScriptedGguf } from './scripted-gguf.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-scripted-'));

afterAll(() => rmSync(folder, { recursive: true }));

describe('a scripted model in llama.cpp', () => {
	it('says its chunks token for token, and goes on after a tool’s answer', async () => {
		const call = ['<|tool_call>', 'call:', 'get_weather', '{city:<|"|>서울<|"|>}', '<tool_call|>'];
		const lines: readonly ScriptLine[] = [
			{ keyword: '날씨', say: ['네, 확인해 볼게요. ', ...call, '<|tool_response>'], afterTool: ['맑아요.', '<turn|>'] },
			{ keyword: '기온', say: [...call, '<|tool_response>'], afterTool: ['20도예요.', '<turn|>'] },
			{ say: ['안녕하세요', ' ! ', '무엇을 도와드릴까요?', '<turn|>'] },
		];
		const model = await load('gemma4', lines);
		const system = `<bos><|turn>system\n${'너는 비서야. '.repeat(400)}<turn|>\n`;
		const ask = (words: string): PromptPart[] => [{ text: `${system}<|turn>user\n${words}<turn|>\n<|turn>model\n` }];
		const say = (parts: readonly PromptPart[]) =>
			collectCompletion(model.completer, { parts, sharedChars: system.length });

		const greeting = await say(ask('안녕'));
		expect(greeting.pieces.map(({ text }) => text)).toEqual(['안녕하세요', ' ! ', '무엇을 도와드릴까요?']);
		expect(greeting.end.finish).toEqual({ unified: 'stop', raw: '<turn|>' });
		const weather = await say(ask('오늘 날씨 알려 줘'));
		expect(weather.pieces.map(({ text }) => text)).toEqual(['네, 확인해 볼게요. ', ...call]);
		expect(weather.end.finish).toEqual({ unified: 'stop', raw: '<|tool_response>' });
		const tokens = weather.tokens.filter((token) => token !== undefined);
		const answer = { text: '<|tool_response>response:get_weather{sky:<|"|>clear<|"|>}<tool_response|>' };
		const answered = await say([...ask('오늘 날씨 알려 줘'), { text: weather.text, tokens }, answer]);
		expect(answered.pieces.map(({ text }) => text)).toEqual(['맑아요.']);
		const bare = await say(ask('기온만'));
		expect(bare.pieces.map(({ text }) => text)).toEqual(call);
		await model.dispose();
	});

	it('can be a Gemma 3', async () => {
		const model = await load('gemma3', [
			{ keyword: '날씨', say: ['{"name": ', '"get_weather"', '}', '<end_of_turn>'] },
			{ say: ['안녕하세요!', '<end_of_turn>'] },
		]);
		const ask = (words: string) =>
			collectCompletion(model.completer, {
				parts: [{ text: `<bos><start_of_turn>user\n${words}<end_of_turn>\n<start_of_turn>model\n` }],
			});
		expect((await ask('오늘 날씨?')).text).toBe('{"name": "get_weather"}');
		expect(await ask('안녕')).toMatchObject({
			text: '안녕하세요!',
			end: { finish: { unified: 'stop', raw: '<end_of_turn>' } },
		});
		await model.dispose();
	});
});

function load(architecture: 'gemma3' | 'gemma4', lines: readonly ScriptLine[]) {
	const model = join(folder, `${architecture}.gguf`);
	writeScriptedGguf(model, { architecture, lines });
	return createLlamaCppRunner().load({ model, threads: 1 });
}
