import type { DocumentedServer } from './documented-server-fixture.ts';

/**
 * vLLM's answers, written from their documented shapes: https://docs.vllm.ai/en/latest/features/tool_calling/,
 * https://docs.vllm.ai/en/v0.8.3/features/reasoning_outputs.html (`reasoning_content`, later `reasoning`), and `ModelCard`,
 * `DeltaToolCall`, `ErrorResponse` of vllm/entrypoints/openai. Read 2026-11-22.
 */
const chunk = (delta: object, finish: string | null = null): object => ({
	id: 'chatcmpl-9a1c',
	object: 'chat.completion.chunk',
	created: 1763776800,
	model: 'google/gemma-3-4b-it',
	choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
});
const usage = (prompt: number, completion: number): object => ({
	...chunk({}),
	choices: [],
	usage: { prompt_tokens: prompt, total_tokens: prompt + completion, completion_tokens: completion },
});
const piece = (index: number, fragment: object): object => chunk({ tool_calls: [{ index, ...fragment }] });

export const vllm: DocumentedServer = {
	model: 'google/gemma-3-4b-it',
	pages: {
		'/version': { version: '0.11.0' },
		'/v1/models': {
			object: 'list',
			data: [
				{
					id: 'google/gemma-3-4b-it',
					object: 'model',
					created: 1763776800,
					owned_by: 'vllm',
					root: 'google/gemma-3-4b-it',
					parent: null,
					max_model_len: 8192,
				},
			],
		},
	},
	text: [
		chunk({ role: 'assistant', content: '' }),
		chunk({ reasoning_content: '짧게.' }),
		chunk({ content: '물 두 잔' }),
		chunk({ content: '이에요.' }),
		chunk({ content: '' }, 'stop'),
		usage(26, 9),
		'[DONE]',
	],
	calls: [
		chunk({ role: 'assistant', content: '' }),
		chunk({ content: '찾아볼게요.' }),
		piece(0, { id: 'chatcmpl-tool-a1', type: 'function', function: { name: 'search' } }),
		piece(0, { function: { arguments: '{"keyword": "' } }),
		piece(0, { function: { arguments: '잠"}' } }),
		piece(1, { id: 'chatcmpl-tool-b2', type: 'function', function: { name: 'list_habits' } }),
		piece(1, { function: { arguments: '{}' } }),
		chunk({ content: '' }, 'tool_calls'),
		usage(90, 40),
		'[DONE]',
	],
	refused: {
		status: 400,
		body: {
			error: {
				message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
				type: 'BadRequestError',
				param: null,
				code: 400,
			},
		},
	},
};
