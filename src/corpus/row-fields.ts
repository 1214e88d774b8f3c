import { z } from 'zod';

/** An id as samples, protocols and habits have it. */
export const idField: z.ZodString = z
	.string()
	.max(60)
	.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters, digits and single hyphens');

/** Longest message of a user in a corpus, UTF-16 units. */
export const MAX_MESSAGE_CHARS = 2000;

/** Text for people: trimmed, on one line, not empty. */
export function textField(maxChars: number): z.ZodString {
	return z
		.string()
		.min(1)
		.max(maxChars)
		.regex(/^\S(.*\S)?$/u, 'must be one line without space at its ends');
}
