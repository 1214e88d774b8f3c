import { z } from 'zod';
import {
	type ExpectedCall,
	expectedCallSchema,
	expectedCallToLog,
	type JsonObject,
	LogError,
	type Sample,
} from '../../src/index.ts';

/** A prompt of the prefix corpus. */
export interface PrefixSample extends Sample {
	/** The calls that would be right, the first one first; at least one. */
	readonly expected: readonly ExpectedCall[];
	/** How the user answers a confirmation; `yes` where absent. */
	readonly confirm?: 'yes' | 'no';
}

const schema = z.object({
	id: z.string().regex(/^[a-z0-9-]+$/),
	input: z.string().min(1),
	expected: z.array(expectedCallSchema).min(1),
	confirm: z.enum(['yes', 'no']).optional(),
});

export function prefixSampleToLog({ id, input, expected, confirm }: PrefixSample): JsonObject {
	return {
		id,
		input,
		expected: expected.map(expectedCallToLog),
		...(confirm === undefined ? {} : { confirm }),
	};
}

/** Throws {@link LogError} where the row is no prefix sample. */
export function prefixSampleFromLog(row: JsonObject): PrefixSample {
	const parsed = schema.safeParse(row);
	if (!parsed.success) {
		const issue = parsed.error.issues[0];
		throw new LogError(`prefix sample: ${issue?.path.join('.')}: ${issue?.message}`);
	}
	const { confirm, ...sample } = parsed.data;
	return confirm === undefined ? sample : { ...sample, confirm };
}
