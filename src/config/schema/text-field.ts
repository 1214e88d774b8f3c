import { z } from 'zod';

/** A text that may be left out, of bounded length. */
export function text(description: string): z.ZodOptional<z.ZodString> {
	return z.string().min(1).max(4096).describe(description).optional();
}
