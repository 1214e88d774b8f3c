import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getLlama, type Llama, LlamaLogLevel, type LlamaModel } from 'node-llama-cpp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialectOf, openConversation } from '../../src/dialects/conversation/open-conversation.ts';
import { GEMMA4_CHAT_TEMPLATE } from '../../src/dialects/prompt/gemma4-template.ts';
import { ChatTemplate } from '../../src/dialects/prompt/renderer.ts';
import type { GenerationRecord, Usage } from '../../src/model/generation.ts';
import { CONTRACT_TOOL, conversationOptions } from '../../src/testing/contract/contract-request.ts';
import { writeScriptedGguf } from '../../src/testing/gguf/scripted-gguf.ts';
import { type LlamaCppModel, llamaCppRunner } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-thoughts-'));
const file = join(folder, 'thoughtful.gguf');
const ANSWER = ['O', 'K'];
const TOKENS = { chatTemplate: GEMMA4_CHAT_TEMPLATE, bosToken: '<bos>', eosToken: '<eos>' };

let model: LlamaCppModel;
let llama: Llama;
let vocabulary: LlamaModel;
beforeAll(async () => {
	const say = ['<|channel>', 'thought\n', '물', '이구나.\n', '<channel|>', ...ANSWER, '<turn|>'];
	writeScriptedGguf(file, { chatTemplate: GEMMA4_CHAT_TEMPLATE, lines: [{ say }] });
	model = await llamaCppRunner.load({ model: file, threads: 1 });
	llama = await getLlama({ build: 'never', gpu: false, logLevel: LlamaLogLevel.disabled, progressLogs: false });
	vocabulary = await llama.loadModel({ modelPath: file, vocabOnly: true });
}, 60_000);
afterAll(async () => {
	await model?.dispose();
	await llama?.dispose();
	rmSync(folder, { recursive: true });
});

/** The token ids of a text, special ones as one. */
function tokensOf(text: string): readonly number[] {
	return vocabulary.tokenize(text, true);
}

describe('a model that thinks before each answer, in llama.cpp', () => {
	it('reads of its earlier turns, token for token, what the template prints, and evaluates anew only what thoughts have moved', async () => {
		const asked: (readonly number[])[] = [];
		const records: GenerationRecord[] = [];
		const watched: LlamaCppModel = {
			...model,
			completer: {
				complete(request) {
					asked.push(request.parts.flatMap((part) => part.tokens ?? tokensOf(part.text)));
					return model.completer.complete(request);
				},
			},
		};
		const options = { ...conversationOptions({}), thinking: 'on' as const, maxTokens: 24 };
		const conversation = openConversation(watched, dialectOf(model), {
			...options,
			onGeneration: (record) => records.push(record),
		});
		const messages: object[] = [{ role: 'system', content: options.system }];
		const usages: Usage[] = [];
		for (const text of ['물 한 잔', '또 한 잔', '그만']) {
			messages.push({ role: 'user', content: text });
			await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text }));
			const rendered = new ChatTemplate(TOKENS).render({ messages, tools: [CONTRACT_TOOL], thinking: true });
			const record = records.at(-1);
			expect(record?.promptText).toBe(rendered);
			expect(asked.at(-1)).toEqual(tokensOf(rendered));
			expect(record?.pieces.join('')).toBe(`<|channel>thought\n물이구나.\n<channel|>${ANSWER.join('')}`);
			usages.push(record?.usage ?? {});
			messages.push({ role: 'assistant', content: ANSWER.join(''), reasoning: '물이구나.' });
		}
		const prompts = usages.map(({ promptTokens = 0 }) => promptTokens);
		expect(prompts).toEqual(asked.map((tokens) => tokens.length));
		// Up to the first thought of the turn before.
		expect(usages.map(({ cachedPromptTokens = 0 }) => cachedPromptTokens).slice(1)).toEqual(prompts.slice(0, -1));
		const evaluated = await llamaCppRunner.load({ model: file, threads: 1 });
		const last = records.at(-1);
		const fresh = evaluated.completer.complete({
			parts: [{ text: last?.promptText ?? '' }],
			sharedChars: 0,
			stop: ['<turn|>'],
			maxTokens: 24,
			sampling: options.sampling,
			deadlineMs: 60_000,
		});
		const pieces = (await Array.fromAsync(fresh)).flatMap((event) => (event.type === 'pieces' ? event.pieces : []));
		expect(pieces.map(({ token }) => token)).toEqual(last?.tokens);
		await evaluated.dispose();
	});
});
