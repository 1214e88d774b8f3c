import { describe, expect, it } from 'vitest';
import { EngineError } from '../../src/base/errors.ts';
import { detectDialect } from '../../src/dialects/dialects.ts';
import { PromptRenderer } from '../../src/dialects/prompt/renderer.ts';
import { chatTemplateFor, webLlmModels, webLlmRunner } from './index.ts';

const TOOL = {
	name: 'add_habit',
	description: '습관을 추가한다',
	parameters: {
		type: 'object',
		properties: {
			title: { type: 'string', description: '이름' },
			days: { type: 'array', items: { type: 'string', enum: ['월', '화'] } },
		},
		required: ['title'],
	},
};

function render(modelId: string, input: object): string {
	const renderer = new PromptRenderer({
		chatTemplate: chatTemplateFor(modelId),
		bosToken: '<bos>',
		eosToken: '<eos>',
		turnOpen: modelId.includes('gemma-4') ? '<|turn>' : '<start_of_turn>',
	});
	return renderer.render({ tools: [], userText: '안녕', ...input }).text;
}

describe('the Gemma models of web-llm', () => {
	it('are listed with what they need', async () => {
		const models = await webLlmModels();
		expect(models.every(({ name }) => /gemma/i.test(name))).toBe(true);
		expect(models.find(({ name }) => name === 'gemma-4-E2B-it-q4f16_1-MLC')).toMatchObject({
			quantization: 'q4f16_1',
			requiredFeatures: ['shader-f16'],
			contextSize: 4096,
			gpuMemoryBytes: expect.any(Number),
		});
	});

	it('have different templates', () => {
		expect(detectDialect(chatTemplateFor('gemma-4-E2B-it-q4f16_1-MLC'))).toBe('gemma4');
		expect(detectDialect(chatTemplateFor('gemma3-1b-it-q4f16_1-MLC'))).toBe('gemma3-json');
	});

	it('are refused by another name, with those there are', async () => {
		const failed = webLlmRunner.load({ model: 'Llama-3-8B' });
		await expect(failed).rejects.toBeInstanceOf(EngineError);
		await expect(failed).rejects.toMatchObject({
			failure: 'model-missing',
			hint: expect.stringContaining('gemma-4-E2B-it-q4f16_1-MLC'),
		});
	});

	it('are refused with a context they were not compiled for, before a browser starts', async () => {
		await expect(
			webLlmRunner.load({ model: 'gemma-4-E2B-it-q4f32_1-MLC', contextSize: 100_000 }),
		).rejects.toMatchObject({ failure: 'model-unsupported' });
	});
});

describe('the chat template for Gemma 4', () => {
	it('opens a system turn with the tools, and ends where the model speaks', () => {
		expect(render('gemma-4-E2B-it-q4f16_1-MLC', { system: '짧게 답하세요.', tools: [TOOL] })).toBe(
			'<bos><|turn>system\n짧게 답하세요.' +
				'<|tool>declaration:add_habit{description:<|"|>습관을 추가한다<|"|>,parameters:{properties:{' +
				'days:{items:{enum:[<|"|>월<|"|>,<|"|>화<|"|>],type:<|"|>STRING<|"|>},type:<|"|>ARRAY<|"|>},' +
				'title:{description:<|"|>이름<|"|>,type:<|"|>STRING<|"|>}},required:[<|"|>title<|"|>],' +
				'type:<|"|>OBJECT<|"|>}}<tool|><turn|>\n' +
				'<|turn>user\n안녕<turn|>\n<|turn>model\n',
		);
	});

	it('has no system turn without system text and tools', () => {
		expect(render('gemma-4-E2B-it-q4f16_1-MLC', {})).toBe('<bos><|turn>user\n안녕<turn|>\n<|turn>model\n');
	});
});

describe('the chat template for Gemma 3 and before', () => {
	it('puts system text before the first user turn', () => {
		expect(render('gemma3-1b-it-q4f16_1-MLC', { system: '짧게 답하세요.' })).toBe(
			'<bos><start_of_turn>user\n짧게 답하세요.\n\n안녕<end_of_turn>\n<start_of_turn>model\n',
		);
	});
});
