import { z } from 'zod';

export type OpenAiOptions = Readonly<z.input<typeof openAiOptions>>;

export const openAiOptions = z.strictObject({
	/** Such as `http://127.0.0.1:8080`; `/v1` may follow. Without it loading throws. */
	baseUrl: z
		.string()
		.min(1)
		.optional()
		.describe('address of the server, such as http://127.0.0.1:8080 (key in GEMMARK_API_KEY)')
		.meta({ value: 'url' }),
	/**
	 * File with the model's chat template (Jinja, tokenizer_config.json, chat_template.json, GGUF), where the server does not
	 * report it: makes raw completion possible.
	 */
	template: z
		.string()
		.min(1)
		.optional()
		.describe('chat template of the model, if the server does not report it: Jinja, tokenizer_config.json or GGUF')
		.meta({ value: 'file' }),
	/** Raw completion, or chat as the server renders and reads it. Absent: completion wherever there is a template. */
	api: z
		.enum(['completion', 'chat'])
		.optional()
		.describe('completion: gemmark renders and parses; chat: the server does (default: completion with a template)'),
	/** Path of a LoRA file that the llama-server has loaded. */
	adapter: z.string().min(1).optional().describe('LoRA adapter of the model, a GGUF file').meta({ value: 'file' }),
	/** Default 1. */
	adapterScale: z.number().min(0).max(100).optional().describe('strength of the adapter (default: 1)'),
	/** Conversations evaluated at once (default 1), by a server with several slots. */
	sequences: z
		.int()
		.min(1)
		.max(64)
		.optional()
		.describe('evaluate n samples at once; may change outputs, changes timings; recorded')
		.meta({ flag: 'parallel' }),
});
