import { z } from 'zod';

export interface LiteRtLmOptions {
	/** Tokens; default 4096. */
	readonly contextSize?: number;
}

export const liteRtLmOptions: z.ZodType<LiteRtLmOptions> = z.strictObject({
	contextSize: z.int().min(256).optional().describe('context in tokens'),
});
