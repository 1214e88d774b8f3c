import { z } from 'zod';
import { KV_CACHE_TYPES, type KvCacheType } from '../../src/model/runner.ts';

export interface LlamaCppOptions {
	/** Of decode and prefill. Absent: each chosen by a short probe. */
	readonly threads?: number;
	/** Conversations evaluated at once (default 1). Outputs are not those of one at a time. */
	readonly sequences?: number;
	/** Tokens; default 8192, or what the model was trained for where that is less. */
	readonly contextSize?: number;
	readonly gpu?: boolean;
	readonly flashAttention?: boolean;
	/** Of keys and values (default f16). Quantized ones need flash attention. */
	readonly kvCacheType?: KvCacheType;
	/** Reuse the shared beginning between conversations (default true). Results are the same either way. */
	readonly promptCache?: boolean;
	/** Folder in which evaluated shared beginnings of prompts outlive the process. Results are the same either way. */
	readonly promptCacheFolder?: string;
}

export const llamaCppOptions: z.ZodType<LlamaCppOptions> = z.strictObject({
	threads: z
		.int()
		.min(1)
		.max(1024)
		.optional()
		.describe('engine threads (default: chosen by a short probe, separately for prompt and output)'),
	sequences: z
		.int()
		.min(1)
		.max(64)
		.optional()
		.describe('evaluate n samples at once; may change outputs, changes timings; recorded')
		.meta({ flag: 'parallel' }),
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
	promptCacheFolder: z
		.string()
		.min(1)
		.optional()
		.describe('keep the evaluated system prompt and tools on disk between runs')
		.meta({ flag: 'prefix-cache', value: 'dir' }),
});

/**
 * Tokens, where the model was not trained for less. Beyond it, a prompt of this harness is no prompt of an on-device chat;
 * and the memory it takes is real.
 */
export const DEFAULT_CONTEXT = 8192;
