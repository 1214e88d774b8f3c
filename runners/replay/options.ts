import { z } from 'zod';

export type ReplayOptions = Readonly<z.input<typeof replayOptions>>;

export const replayOptions = z.strictObject({
	/** At the pace that was recorded, instead of at once. */
	realTime: z.boolean().default(false).describe('replay at the recorded speed'),
});
