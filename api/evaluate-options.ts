import { z } from 'zod';
import { checkContent } from '../src/config/issue.ts';
import { choiceFields } from '../src/config/schema.ts';
import type { EvaluateOptions } from './evaluate.ts';

/** Checks what code gave, whose types nobody may have checked. Throws {@link ConfigError} naming the field. */
export function checkEvaluateOptions(options: unknown): void {
	checkContent(z.strictObject(fields), options, { file: 'evaluate' });
}

/** As `--shard` counts. */
const FROM_1 = 'must be a whole number of at least 1';

const fields = {
	...choiceFields,
	shard: z
		.strictObject({ index: z.int().min(1, FROM_1), count: z.int().min(1, FROM_1) })
		.refine(({ index, count }) => index <= count, { path: ['index'], error: 'must be at most `count`' })
		.optional(),
	target: z.union([z.string(), z.int().min(0), z.looseObject({})], 'must be a name, a number or a target').optional(),
	suites: z.array(z.string()).optional(),
	out: z.string().min(1).optional(),
	determinism: z.boolean().optional(),
	resume: z.boolean().optional(),
	allow: z.array(z.literal('code')).optional(),
	signal: z.instanceof(AbortSignal, { error: 'must be an AbortSignal' }).optional(),
	folder: z.string().min(1).optional(),
	onWarning: aFunction(),
	onProgress: aFunction(),
	onDownload: aFunction(),
	onLoad: aFunction(),
} satisfies Record<keyof EvaluateOptions, z.ZodType>;

function aFunction(): z.ZodType {
	return z.custom((value) => typeof value === 'function', 'must be a function').optional();
}
