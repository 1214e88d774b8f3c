import type { DocumentedServer } from './documented-server-fixture.ts';

/**
 * LM Studio's answers, written from their documented shapes: https://lmstudio.ai/docs/api/rest-api (`GET /api/v0/models`)
 * and https://lmstudio.ai/docs/advanced/tool-use (calls in pieces, their text as content where they cannot be read). Pages
 * that it does not have it answers with 200. Read 2026-11-22.
 */
const chunk = (delta: object, finish: string | null = null): object => ({
	id: 'chatcmpl-6i1gj',
	object: 'chat.completion.chunk',
	created: 1763776800,
	model: 'gemma-3-4b-it-qat',
	system_fingerprint: 'gemma-3-4b-it-qat',
	choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
});
const usage = (prompt: number, completion: number): object => ({
	...chunk({}),
	choices: [],
	usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
});
const piece = (index: number, fragment: object): object =>
	chunk({ tool_calls: [{ index, type: 'function', ...fragment }] });
const unexpected = (page: string): object => ({ error: `Unexpected endpoint or method. (GET ${page})` });

export const lmStudio: DocumentedServer = {
	model: 'gemma-3-4b-it-qat',
	pages: {
		'/props': unexpected('/props'),
		'/api/version': unexpected('/api/version'),
		'/v1/models': {
			object: 'list',
			data: [
				{ id: 'gemma-3-4b-it-qat', object: 'model', owned_by: 'organization_owner' },
				{ id: 'text-embedding-nomic-embed-text-v1.5', object: 'model', owned_by: 'organization_owner' },
			],
		},
		'/api/v0/models': {
			object: 'list',
			data: [
				{
					id: 'gemma-3-4b-it-qat',
					object: 'model',
					type: 'vlm',
					publisher: 'lmstudio-community',
					arch: 'gemma3',
					compatibility_type: 'gguf',
					quantization: 'Q4_0',
					state: 'not-loaded',
					max_context_length: 131072,
				},
			],
		},
	},
	text: [
		chunk({ role: 'assistant', reasoning_content: '짧게.' }),
		chunk({ role: 'assistant', content: '물 두 잔' }),
		chunk({ content: '이에요.' }),
		chunk({}, 'stop'),
		usage(26, 9),
		'[DONE]',
	],
	calls: [
		chunk({ role: 'assistant', content: '찾아볼게요.' }),
		piece(0, { id: '814890118', function: { name: 'search', arguments: '' } }),
		piece(0, { function: { arguments: '{"key' } }),
		piece(0, { function: { arguments: 'word":"잠"}' } }),
		piece(1, { id: '814890119', function: { name: 'list_habits', arguments: '' } }),
		piece(1, { function: { arguments: '{}' } }),
		chunk({}, 'tool_calls'),
		usage(90, 40),
		'[DONE]',
	],
	refused: { status: 400, body: { error: 'Trying to keep the first 5000 tokens when context overflows' } },
};
