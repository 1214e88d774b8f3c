import { z } from 'zod';

export type WebLlmOptions = Readonly<z.input<typeof webLlmOptions>>;

export const webLlmOptions = z.strictObject({
	/** Tokens; default and most is what the model was compiled for. */
	contextSize: z.int().min(256).optional().describe('context in tokens'),
});
