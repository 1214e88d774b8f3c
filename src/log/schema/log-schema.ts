import { z } from 'zod';
import type { LogRecord, LogSample } from '../record.ts';
import { header, worker } from './header-schema.ts';
import { amount, text, whole } from './logged-value.ts';
import { sample } from './sample-schema.ts';

/**
 * The shape of a log line, checked before any report reads it: logs travel between machines and may be hostile.
 * Objects are loose where readers ignore what they do not know, so that a later gemmark may add fields.
 */
export const logRecordSchema: z.ZodType<LogRecord> = z.lazy(() =>
	z.discriminatedUnion('type', [header, worker, sample, failure, footer]),
) as unknown as z.ZodType<LogRecord>;

/**
 * Whether a value that came out of JSON.parse is a sample as {@link logRecordSchema} takes it, which would also copy it: a
 * long log has ten thousands. Compiled from that very schema when the first is read.
 */
export function isSampleRecord(value: unknown): value is LogSample {
	compiled ??= z.compile(sample, { strict: true });
	return compiled.validate(value);
}

let compiled: typeof sample | undefined;

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
	unconfirmedSince: z.looseObject({ suite: text, sampleId: text, arm: text, epoch: whole }).optional(),
});

const footer = z.looseObject({
	type: z.literal('footer'),
	endedAt: text,
	outcome: z.enum(['complete', 'interrupted', 'failed']),
	peakRssBytes: amount.optional(),
	warnings: z.array(text).optional(),
});
