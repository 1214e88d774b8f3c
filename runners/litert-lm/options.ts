import { z } from 'zod';

export interface LiteRtLmOptions {
	/** Tokens; default 4096, or what the file has room for where that is less. */
	readonly contextSize?: number;
	/** Default: `gpu` where the browser has WebGPU and the file is made for it, else `cpu`. */
	readonly backend?: 'cpu' | 'gpu';
}

export const liteRtLmOptions: z.ZodType<LiteRtLmOptions> = z.strictObject({
	contextSize: z.int().min(256).optional().describe('context in tokens'),
	backend: z
		.enum(['cpu', 'gpu'])
		.optional()
		.describe('where the engine computes (default: gpu with WebGPU and a file made for it, else cpu)'),
});
