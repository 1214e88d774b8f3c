import { z } from 'zod';
import {
	confirmField,
	type ExpectingSample,
	expectedCallSchema,
	idField,
	MAX_MESSAGE_CHARS,
	textField,
} from '../../src/index.ts';

/** A prompt of the prefix corpus. */
export interface PrefixSample extends ExpectingSample {
	/** What is special about the wording, for people. */
	readonly style?: string | undefined;
	/** How the user answers a confirmation; `yes` where absent. */
	readonly confirm?: 'yes' | 'no' | undefined;
}

export const prefixSample: z.ZodType<PrefixSample> = z.strictObject({
	id: idField,
	input: textField(MAX_MESSAGE_CHARS),
	style: textField(200).optional(),
	expected: z
		.array(expectedCallSchema)
		.min(
			1,
			'must name the call that is right, for a prefix stands before one (ask the prompt in a tools suite instead)',
		)
		.max(8),
	confirm: confirmField.optional(),
});
