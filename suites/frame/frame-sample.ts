import { z } from 'zod';
import { type HabitType, type JsonObject, LogError, type Sample } from '../../src/index.ts';

/** A wish to be reframed. */
export interface FrameSample extends Sample {
	readonly habitType: HabitType;
	/** Such as '아침 양치 후'. */
	readonly anchorHint?: string;
}

const schema = z.object({
	id: z.string().regex(/^[a-z0-9-]+$/),
	input: z.string(),
	habitType: z.enum(['build', 'break']),
	anchorHint: z.string().optional(),
});

export function frameSampleToLog({ id, input, habitType, anchorHint }: FrameSample): JsonObject {
	return { id, input, habitType, ...(anchorHint === undefined ? {} : { anchorHint }) };
}

/** Throws {@link LogError} where the row is no frame sample. */
export function frameSampleFromLog(row: JsonObject): FrameSample {
	const parsed = schema.safeParse(row);
	if (!parsed.success) {
		const issue = parsed.error.issues[0];
		throw new LogError(`frame sample: ${issue?.path.join('.')}: ${issue?.message}`);
	}
	const { anchorHint, ...sample } = parsed.data;
	return anchorHint === undefined ? sample : { ...sample, anchorHint };
}
