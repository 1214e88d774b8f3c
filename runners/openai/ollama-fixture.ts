import type { DocumentedServer } from './documented-server-fixture.ts';

/**
 * Ollama's answers, written from their documented shapes: https://docs.ollama.com/api-reference/get-version,
 * docs/api.md of github.com/ollama/ollama at 9fbfa74 (Show Model Information), https://docs.ollama.com/api/openai-compatibility, and
 * `ToChunk`, `ToToolCalls`, `ToListCompletion`, `NewError` of github.com/ollama/ollama, openai/openai.go at 0098875. Read
 * 2026-11-22.
 */
const chunk = (delta: object, finish: string | null = null): object => ({
	id: 'chatcmpl-716',
	object: 'chat.completion.chunk',
	created: 1763776800,
	model: 'gemma3:latest',
	system_fingerprint: 'fp_ollama',
	choices: [{ index: 0, delta: { role: 'assistant', content: '', ...delta }, finish_reason: finish }],
});
const usage = (prompt: number, completion: number): object => ({
	...chunk({}),
	choices: [],
	usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
});
/** It sends each call whole, in one event. */
const call = (id: string, name: string, args: string): object => ({
	tool_calls: [{ id, index: 0, type: 'function', function: { name, arguments: args } }],
});

export const ollama: DocumentedServer = {
	model: 'gemma3',
	pages: {
		'/api/version': { version: '0.12.6' },
		'/v1/models': {
			object: 'list',
			data: [{ id: 'gemma3:latest', object: 'model', created: 1763776800, owned_by: 'library' }],
		},
		'/api/show': {
			parameters: 'temperature 0.7',
			template: '{{ .Prompt }}',
			details: {
				parent_model: '',
				format: 'gguf',
				family: 'gemma3',
				families: ['gemma3'],
				parameter_size: '4.3B',
				quantization_level: 'Q4_K_M',
			},
			model_info: { 'general.architecture': 'gemma3', 'general.parameter_count': 4299915632 },
			capabilities: ['completion', 'vision'],
		},
	},
	text: [
		chunk({ reasoning: '짧게.' }),
		chunk({ content: '물 두 잔' }),
		chunk({ content: '이에요.' }, 'stop'),
		usage(26, 9),
		'[DONE]',
	],
	calls: [
		chunk({ content: '찾아볼게요.' }),
		chunk(call('call_a1', 'search', '{"keyword":"잠"}')),
		chunk(call('call_b2', 'list_habits', '{}')),
		chunk({}, 'tool_calls'),
		usage(90, 40),
		'[DONE]',
	],
	refused: {
		status: 400,
		body: {
			error: {
				message: 'registry.ollama.ai/library/gemma3:latest does not support tools',
				type: 'invalid_request_error',
				param: null,
				code: null,
			},
		},
	},
};
