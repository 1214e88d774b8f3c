import { z } from 'zod';
import {
	confirmField,
	type ExpectingSample,
	expectedCallSchema,
	idField,
	type JsonObject,
	MAX_MESSAGE_CHARS,
	textField,
} from '../../src/index.ts';

/** A user turn with a call that is history, and the next one, which is asked. */
export interface ReplaySample extends ExpectingSample {
	/** What the user said first. */
	readonly before: string;
	/** What the model said before its call. */
	readonly prefix: string;
	readonly call: { readonly tool: string; readonly arguments: JsonObject; readonly response: JsonObject };
	/** What the model said of the response. */
	readonly closing: string;
	/** How the user answers a confirmation; `yes` where absent. */
	readonly confirm?: 'yes' | 'no' | undefined;
}

const object = z.record(z.string(), z.json()) as unknown as z.ZodType<JsonObject>;

export const replaySample: z.ZodType<ReplaySample> = z.strictObject({
	id: idField,
	before: textField(MAX_MESSAGE_CHARS),
	prefix: textField(500),
	call: z.strictObject({ tool: z.string().min(1).max(200), arguments: object, response: object }),
	closing: textField(MAX_MESSAGE_CHARS),
	input: textField(MAX_MESSAGE_CHARS),
	expected: z.array(expectedCallSchema).min(1).max(8),
	confirm: confirmField.optional(),
});
