import { z } from 'zod';

export type LiteRtLmOptions = Readonly<z.input<typeof liteRtLmOptions>>;

export const liteRtLmOptions = z.strictObject({
	/** Tokens; default 4096, or what the file has room for where that is less. */
	contextSize: z.int().min(256).optional().describe('context in tokens'),
	/** Default: `gpu` where the browser has WebGPU and the file is made for it, else `cpu`. */
	backend: z
		.enum(['cpu', 'gpu'])
		.optional()
		.describe('where the engine computes (default: gpu with WebGPU and a file made for it, else cpu)'),
});
