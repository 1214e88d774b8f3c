import type { DocumentedServer } from './documented-server-fixture.ts';

/**
 * Answers of `litert-lm serve`, written from its source: google-ai-edge/LiteRT-LM, python/litert_lm_cli/commands/serve,
 * openai_chat_completions.py (1c0d8a0), openai_common.py (6ae7501), openai_handler.py (8dcdf49) and the models of
 * openai_streaming_test.py (3d3c96b). Thoughts are counted and not sent. Each call is a chunk of its own with index 0 and
 * the same id. Errors are pages of Python's http.server. Read 2026-11-26.
 */
const MODEL = 'gemma4-e2b,gpu,4096';
const payload = (choices: readonly object[], usage: object | null = null): object => ({
	id: 'chatcmpl_20261126150000000000',
	object: 'chat.completion.chunk',
	created: 1795705200,
	model: MODEL,
	choices,
	usage,
});
const chunk = (delta: object, finish: string | null = null): object =>
	payload([{ index: 0, delta, finish_reason: finish }]);
const usage = (prompt: number, completion: number): object =>
	payload([], {
		prompt_tokens: prompt,
		completion_tokens: completion,
		total_tokens: prompt + completion,
		prompt_tokens_details: { cached_tokens: 0 },
		completion_tokens_details: { reasoning_tokens: 0 },
	});
const call = (name: string, args: string): object =>
	chunk({
		tool_calls: [
			{ index: 0, id: 'call_20261126150000000000_0', type: 'function', function: { name, arguments: args } },
		],
	});

export const litertLmServe: DocumentedServer = {
	model: MODEL,
	pages: {
		'/v1/models': {
			object: 'list',
			data: [
				{ id: 'gemma4-e2b', object: 'model', created: 1795700000, owned_by: 'litert-lm' },
				{ id: 'functiongemma', object: 'model', created: 1795700000, owned_by: 'litert-lm' },
			],
		},
	},
	hidesThoughts: true,
	text: [
		chunk({ role: 'assistant' }),
		chunk({ content: '물 두 잔' }),
		chunk({ content: '이에요.' }),
		chunk({}, 'stop'),
		usage(26, 9),
		'[DONE]',
	],
	calls: [
		chunk({ role: 'assistant' }),
		chunk({ content: '찾아볼게요.' }),
		call('search', '{"keyword": "잠"}'),
		call('list_habits', '{}'),
		chunk({}, 'tool_calls'),
		usage(90, 40),
		'[DONE]',
	],
	refused: {
		status: 500,
		body: `<!DOCTYPE HTML>
<html lang="en">
    <head>
        <meta charset="utf-8">
        <title>Error response</title>
    </head>
    <body>
        <h1>Error response</h1>
        <p>Error code: 500</p>
        <p>Message: Failed to load engine: RuntimeError('INVALID_ARGUMENT').</p>
        <p>Error code explanation: 500 - Server got itself in trouble.</p>
    </body>
</html>
`,
	},
};
