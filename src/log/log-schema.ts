import { z } from 'zod';
import { header, worker } from './header-schema.ts';
import { amount, text, whole } from './logged-value.ts';
import type { LogRecord } from './record.ts';
import { sample } from './sample-schema.ts';

/**
 * The shape of a log line, checked before any report reads it: logs travel between machines and may be hostile.
 * Objects are loose where readers ignore what they do not know, so that a later gemmark may add fields.
 */
export const logRecordSchema: z.ZodType<LogRecord> = z.lazy(() =>
	z.discriminatedUnion('type', [header, worker, sample, failure, footer]),
) as unknown as z.ZodType<LogRecord>;

const failure = z.looseObject({
	type: z.literal('failure'),
	at: text,
	code: text,
	message: text,
	detail: text.optional(),
	suite: text.optional(),
	sampleId: text.optional(),
	arm: text.optional(),
	epoch: whole.optional(),
});

const footer = z.looseObject({
	type: z.literal('footer'),
	endedAt: text,
	outcome: z.enum(['complete', 'interrupted', 'failed']),
	peakRssBytes: amount.optional(),
});
