import { z } from 'zod';
import { KV_CACHE_TYPES, type KvCacheType } from '../../src/model/runner.ts';

export interface WllamaOptions {
	/** Absent: chosen by the engine. */
	readonly threads?: number;
	/** Tokens; default 8192, or what the model was trained for where that is less. */
	readonly contextSize?: number;
	/** WebGPU, instead of WebAssembly alone. */
	readonly gpu?: boolean;
	readonly flashAttention?: boolean;
	/** Of keys and values (default f16). Quantized ones need flash attention. */
	readonly kvCacheType?: KvCacheType;
	/** Reuse the shared beginning between conversations (default true). Results are the same either way. */
	readonly promptCache?: boolean;
}

export const wllamaOptions: z.ZodType<WllamaOptions> = z.strictObject({
	threads: z.int().min(1).max(1024).optional().describe('engine threads (default: chosen by the engine)'),
	contextSize: z.int().min(256).optional().describe('context in tokens'),
	gpu: z.boolean().default(false).describe('let the engine use a GPU'),
	flashAttention: z.boolean().default(false).describe('changes even greedy output; recorded'),
	kvCacheType: z
		.enum(KV_CACHE_TYPES)
		.optional()
		.describe('type of cached keys and values (default: f16); quantized ones require flash attention')
		.meta({ value: 'type' }),
	promptCache: z
		.boolean()
		.default(true)
		.describe('evaluate system prompt and tools once for all samples')
		.meta({ flag: 'share-prefix', off: 'evaluate system prompt and tools again for every sample' }),
});
