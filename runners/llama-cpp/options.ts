import { z } from 'zod';
import { KV_CACHE_TYPES } from '../../src/model/runner.ts';

export type LlamaCppOptions = Readonly<z.input<typeof llamaCppOptions>>;

export const llamaCppOptions = z.strictObject({
	/** Of decode and prefill. Absent: each chosen by a short probe. */
	threads: z
		.int()
		.min(1)
		.max(1024)
		.optional()
		.describe('engine threads (default: chosen by a short probe, separately for prompt and output)'),
	/** Conversations evaluated at once (default 1). Outputs are not those of one at a time. */
	sequences: z
		.int()
		.min(1)
		.max(64)
		.optional()
		.describe(
			'evaluate n samples at once; on a CPU, not a model under 1 GB; may change outputs, changes timings; recorded',
		)
		.meta({ flag: 'parallel' }),
	/** Tokens; default 8192, or what the model was trained for where that is less. */
	contextSize: z.int().min(256).optional().describe('context in tokens'),
	/** Folder whose node_modules has another node-llama-cpp; absent: gemmark's own. */
	engineFrom: z
		.string()
		.min(1)
		.optional()
		.describe('folder whose node_modules has another node-llama-cpp')
		.meta({ value: 'dir' }),
	/** LoRA file in GGUF format, added to the model's weights. */
	adapter: z.string().min(1).optional().describe('LoRA adapter of the model, a GGUF file').meta({ value: 'file' }),
	/** Default 1. */
	adapterScale: z.number().min(0).max(100).optional().describe('strength of the adapter (default: 1)'),
	gpu: z.boolean().default(false).describe('let the engine use a GPU'),
	flashAttention: z.boolean().default(false).describe('changes even greedy output; recorded'),
	/** Of keys and values (default f16). Quantized ones need flash attention. */
	kvCacheType: z
		.enum(KV_CACHE_TYPES)
		.optional()
		.describe('type of cached keys and values (default: f16); quantized ones require flash attention')
		.meta({ value: 'type' }),
	/** Reuse the shared beginning between conversations (default true). Results are the same either way. */
	promptCache: z
		.boolean()
		.default(true)
		.describe('evaluate system prompt and tools once for all samples')
		.meta({ flag: 'share-prefix', off: 'evaluate system prompt and tools again for every sample' }),
	/** Folder in which evaluated shared beginnings of prompts outlive the process. Results are the same either way. */
	promptCacheFolder: z
		.string()
		.min(1)
		.optional()
		.describe('keep the evaluated system prompt and tools on disk between runs')
		.meta({ flag: 'prefix-cache', value: 'dir' }),
});
