import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../json/json-value.ts';
import { type CorpusCall, confirmField, corpusCallSchema } from './corpus-call.ts';
import { parseJsonLines } from './corpus-text.ts';
import { idField, textField } from './row-fields.ts';

/** One sample of the tool-calling corpus. */
export interface ToolsPrompt {
	readonly id: string;
	readonly input: string;
	/** What the sample tries. `irrelevant`: no call is right; `rule`: the app refuses a call by a rule; `rejected`: the user does. */
	readonly kind: 'single' | 'chain' | 'parallel' | 'irrelevant' | 'rule' | 'rejected';
	/** All calls of the turn; none where no call is right. */
	readonly expected: readonly CorpusCall[];
	/** `given`: a chain, in this order; otherwise any order is right. */
	readonly order?: 'given' | 'any';
	/** How the user answers a confirmation; `yes` where absent. */
	readonly confirm?: 'yes' | 'no';
	/** What the turn should leave behind, as parts of the app's snapshot; absent: not judged. */
	readonly endState?: 'unchanged' | JsonObject;
}

const rowSchema: z.ZodType<ToolsPrompt> = z
	.strictObject({
		id: idField,
		input: textField(2000),
		kind: z.enum(['single', 'chain', 'parallel', 'irrelevant', 'rule', 'rejected']),
		expected: z.array(corpusCallSchema).max(8),
		order: z.enum(['given', 'any']).optional(),
		confirm: confirmField.optional(),
		end_state: z
			.custom<'unchanged' | JsonObject>((value) => value === 'unchanged' || isJsonObject(value), {
				error: "must be 'unchanged' or an object",
			})
			.optional(),
	})
	.refine(({ kind, expected }) => (kind === 'irrelevant') === (expected.length === 0), {
		path: ['expected'],
		error: 'must be empty for an irrelevant sample, and for no other',
	})
	.transform(({ order, confirm, end_state, ...row }) => ({
		...row,
		...(order === undefined ? {} : { order }),
		...(confirm === undefined ? {} : { confirm }),
		...(end_state === undefined ? {} : { endState: end_state }),
	}));

/** Reads `tools.jsonl`. `source` names the file in errors. Throws ConfigError. */
export function parseToolsCorpus(text: string, source: string): readonly ToolsPrompt[] {
	return parseJsonLines(text, source, rowSchema);
}
