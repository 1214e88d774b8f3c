import { z } from 'zod';

export interface WebLlmOptions {
	/** Tokens; default and most is what the model was compiled for. */
	readonly contextSize?: number;
}

export const webLlmOptions: z.ZodType<WebLlmOptions> = z.strictObject({
	contextSize: z.int().min(256).optional().describe('context in tokens'),
});
