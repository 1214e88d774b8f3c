import { z } from 'zod';
import {
	camelFields,
	confirmField,
	type ExpectedState,
	type ExpectingSample,
	expectedCallSchema,
	idField,
	isJsonObject,
	MAX_MESSAGE_CHARS,
	textField,
} from '../../src/index.ts';

/** A tool-calling sample. */
export interface ToolSample extends ExpectingSample {
	/** What it tries, such as `chain` or `irrelevant`; reports count by it. */
	readonly kind?: string | undefined;
	/** How the user answers a confirmation; `yes` where absent. */
	readonly confirm?: 'yes' | 'no' | undefined;
}

export const toolSample: z.ZodType<ToolSample> = z.preprocess(
	camelFields,
	z
		.strictObject({
			id: idField,
			input: textField(MAX_MESSAGE_CHARS),
			kind: textField(60).optional(),
			expected: z.array(expectedCallSchema).max(8),
			order: z.enum(['given', 'any']).optional(),
			confirm: confirmField.optional(),
			endState: z
				.custom<ExpectedState>((value) => value === 'unchanged' || isJsonObject(value), {
					error: "must be 'unchanged' or an object",
				})
				.optional(),
		})
		.refine(({ kind, expected }) => kind !== 'irrelevant' || expected.length === 0, {
			path: ['expected'],
			error: 'must be empty for an irrelevant sample',
		}),
);
