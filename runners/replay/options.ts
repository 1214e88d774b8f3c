import { z } from 'zod';

export interface ReplayOptions {
	/** At the pace that was recorded, instead of at once. */
	readonly realTime?: boolean;
}

export const replayOptions: z.ZodType<ReplayOptions> = z.strictObject({
	realTime: z.boolean().default(false).describe('replay at the recorded speed'),
});
