import { z } from 'zod';
import { type CorpusCall, confirmField, corpusCallSchema } from './corpus-call.ts';
import { parseJsonLines } from './corpus-text.ts';
import { idField, textField } from './row-fields.ts';

/** One prompt of the prefix corpus. */
export interface PrefixPrompt {
	readonly id: string;
	readonly input: string;
	/** What is special about the wording, for people. */
	readonly style: string;
	/** The calls that would be right, the first one first. */
	readonly expected: readonly CorpusCall[];
	/** How the user answers a confirmation; `yes` where absent. */
	readonly confirm?: 'yes' | 'no';
}

const rowSchema: z.ZodType<PrefixPrompt> = z
	.strictObject({
		id: idField,
		input: textField(2000),
		style: textField(200),
		expected: z.array(corpusCallSchema).min(1).max(8),
		confirm: confirmField.optional(),
	})
	.transform(({ confirm, ...row }) => (confirm === undefined ? row : { ...row, confirm }));

/** Reads `prefix.jsonl`. `source` names the file in errors. Throws ConfigError. */
export function parsePrefixCorpus(text: string, source: string): readonly PrefixPrompt[] {
	return parseJsonLines(text, source, rowSchema);
}
