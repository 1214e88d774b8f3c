import { fileURLToPath } from 'node:url';
import {
	getLlama,
	type Llama,
	LlamaGrammar,
	LlamaGrammarEvaluationState,
	LlamaLogLevel,
	type LlamaModel,
} from 'node-llama-cpp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ToolDeclaration } from '../../model/conversation.ts';
import { readText } from '../../testing/contract/spans.ts';
import { DIALECTS } from '../dialects.ts';

const FRAME_TOOL: ToolDeclaration = {
	name: 'emit_frame_candidates',
	description: '프레임 후보',
	parameters: {
		type: 'object',
		properties: {
			candidates: {
				type: 'array',
				minItems: 2,
				maxItems: 3,
				items: {
					type: 'object',
					properties: {
						frame_level: { type: 'string', enum: ['L2', 'L3'] },
						framed_text: { type: 'string', minLength: 1, maxLength: 10 },
						score: { type: 'integer', minimum: 1, maximum: 5 },
					},
					required: ['frame_level', 'framed_text'],
				},
			},
			note: { type: 'string', maxLength: 10 },
			sure: { type: 'boolean' },
			weight: { type: 'number' },
		},
		required: ['candidates'],
	},
};

let llama: Llama;
let model: LlamaModel;

beforeAll(async () => {
	const modelPath = fileURLToPath(new URL('../../../models/mini/mini-q8_0.gguf', import.meta.url));
	llama = await getLlama({ build: 'never', gpu: false, maxThreads: 1, logLevel: LlamaLogLevel.disabled });
	model = await llama.loadModel({ modelPath });
});

afterAll(async () => {
	await llama.dispose();
});

describe.each(DIALECTS.map((dialect) => [dialect.name, dialect] as const))('the grammar of %s', (_name, dialect) => {
	it.each([0, 1.5])('makes llama.cpp write one strict call at temperature %d', async (temperature) => {
		const grammar = new LlamaGrammar(llama, { grammar: dialect.callGrammar(FRAME_TOOL) });
		const context = await model.createContext({ contextSize: 512, threads: 1 });
		try {
			const sequence = context.getSequence();
			const prompt = model.tokenize('<bos><|turn>user\n술을 줄이고 싶어<turn|>\n<|turn>model\n', true);
			const output = [];
			const grammarEvaluationState = new LlamaGrammarEvaluationState({ model, grammar });
			const options = { temperature, seed: 7, grammarEvaluationState, yieldEogToken: true };
			for await (const token of sequence.evaluate(prompt, options)) {
				if (model.isEogToken(token) || output.length === 400) break;
				output.push(token);
			}
			const text = model.detokenize(output, true);
			expect(readText(dialect, 'strict', text)).toMatchObject([
				{ type: 'call-open' },
				{ type: 'call', name: FRAME_TOOL.name, raw: text, arguments: { candidates: expect.any(Array) } },
			]);
		} finally {
			await context.dispose();
		}
	});
});
