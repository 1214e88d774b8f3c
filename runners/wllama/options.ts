import { z } from 'zod';
import { KV_CACHE_TYPES } from '../../src/model/runner.ts';

export type WllamaOptions = Readonly<z.input<typeof wllamaOptions>>;

export const wllamaOptions = z.strictObject({
	/** Absent: chosen by the engine. */
	threads: z.int().min(1).max(1024).optional().describe('engine threads (default: chosen by the engine)'),
	/** Tokens; default 8192, or what the model was trained for where that is less. */
	contextSize: z.int().min(256).optional().describe('context in tokens'),
	/** WebGPU, instead of WebAssembly alone. */
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
});
