import { z } from 'zod';
import { camelFields, type HabitType, idField, isJsonObject, type Sample, textField } from '../../src/index.ts';

/** A wish to be reframed. */
export interface FrameSample extends Sample {
	readonly habitType: HabitType;
	/** Such as '아침 양치 후'. */
	readonly anchorHint?: string | undefined;
	/** What makes it hard, for people. */
	readonly style?: string | undefined;
}

/** Longest wish of a sample, UTF-16 units. */
export const INPUT_CHARS = 200;

/** Files call the wish `raw_text`, logs `input`. */
function withInput(row: unknown): unknown {
	const fields = camelFields(row);
	if (!isJsonObject(fields as never) || !Object.hasOwn(fields as object, 'rawText')) return fields;
	const { rawText, ...rest } = fields as Record<string, unknown>;
	return { ...rest, input: rawText };
}

export const frameSample: z.ZodType<FrameSample> = z.preprocess(
	withInput,
	z.strictObject({
		id: idField,
		input: textField(INPUT_CHARS),
		habitType: z.enum(['build', 'break']),
		anchorHint: textField(50).optional(),
		style: textField(200).optional(),
	}),
);
