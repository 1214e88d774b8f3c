import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../src/base/errors.ts';
import { dialectOf, openConversation } from '../../src/dialects/conversation/open-conversation.ts';
import type { GenerationRecord } from '../../src/model/generation.ts';
import { conversationOptions } from '../../src/testing/contract/contract-request.ts';
import { type Script, writeScriptedGguf } from '../../src/testing/gguf/scripted-gguf.ts';
import { type LlamaCppModel, llamaCppRunner } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-foreign-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CALL = ['{"name": ', '"add_habit"', ', "parameters": {}}', '<end_of_turn>'];

async function load(chatTemplate: string, changes: Partial<Script> = {}): Promise<LlamaCppModel> {
	const model = join(folder, 'foreign.gguf');
	writeScriptedGguf(model, { architecture: 'gemma3', chatTemplate, lines: [{ say: CALL }], ...changes });
	return llamaCppRunner.load({ model, threads: 1 });
}

/** A template of turns, each with its role as `role` writes it. */
const turns = (role: string, open: string, close: string): string =>
	`{% for m in messages %}${open}{{ ${role} }}\n{{ m.content }}${close}\n{% endfor %}`;
const GEMMA_ROLES = "'model' if m.role == 'assistant' else 'user'";

describe('a model whose template is not one of Gemma’s', () => {
	it.each([
		[
			'Zephyr',
			`${turns("'<|' + m.role + '|>'", '', '{{ eos_token }}')}<|assistant|>\n`,
			/turns do not open with <start_of_turn>/u,
		],
		[
			'ChatML',
			`${turns('m.role', '<|im_start|>', '<|im_end|>')}<|im_start|>assistant\n`,
			/turns do not open with <start_of_turn>/u,
		],
		[
			'Gemma’s turns and another’s roles',
			`${turns('m.role', '<start_of_turn>', '<end_of_turn>')}{{ '<start_of_turn>assistant\n' }}`,
			/second turn is .*<start_of_turn>assistant\\n", not .*<start_of_turn>model/u,
		],
	])('(%s) is refused, with the turn in which they differ', async (_, template, words) => {
		const model = await load(template);
		expect(() => dialectOf(model)).toThrow(UsageError);
		expect(() => dialectOf(model)).toThrow(words);
		await model.dispose();
	});
});

describe('a template that prints no BOS', () => {
	const template = `${turns(GEMMA_ROLES, '<start_of_turn>', '<end_of_turn>')}{{ '<start_of_turn>model\n' }}`;

	it.each([
		['has it put before the prompt where the file says so, once for all turns', true],
		['has none put where the file says none', false],
	])('%s', async (_, addsBos) => {
		const model = await load(template, { addsBos });
		const records: GenerationRecord[] = [];
		const conversation = openConversation(model, dialectOf(model), {
			...conversationOptions({}),
			onGeneration: (record) => records.push(record),
		});
		const said = await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '추가해 줘' }));
		const call = said.find((event) => event.type === 'call')?.call;
		if (call === undefined) throw new Error('no call');
		const results = [{ call, response: { ok: true } }];
		await Array.fromAsync(conversation.sendChatTurn({ type: 'tool-results', results }));
		const prompts = records.map(({ promptText = '' }) => promptText);
		expect(prompts.map((prompt) => prompt.startsWith('<bos><start_of_turn>user'))).toEqual([addsBos, addsBos]);
		expect(prompts.map((prompt) => prompt.split('<bos>').length - 1)).toEqual(addsBos ? [1, 1] : [0, 0]);
		expect(prompts[1]).toMatch(/<end_of_turn>\n<start_of_turn>user\n[^<]*<end_of_turn>\n<start_of_turn>model\n$/u);
		await model.dispose();
	});
});
