import { type JsonObject, mayThink, type Thinking } from '../../../src/index.ts';

/**
 * Thinking as chat servers are told of it; nothing where it was not chosen, for they have defaults of their own.
 * Source: vLLM, SGLang and llama-server read `chat_template_kwargs`; Ollama's own API reads `think`, its OpenAI one only
 * `reasoning_effort` (ollama/ollama at fb3076099, openai/openai.go of 2026-08-13). Others refuse the word `none` there,
 * so that it is sent to Ollama alone.
 */
export function thinkingFields(thinking: Thinking | undefined, ollama: boolean): JsonObject {
	if (thinking === undefined) return {};
	const think = mayThink(thinking);
	return {
		think,
		chat_template_kwargs: { enable_thinking: think },
		...(ollama && { reasoning_effort: think ? 'medium' : 'none' }),
	};
}
