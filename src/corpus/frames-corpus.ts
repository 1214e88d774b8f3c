import { z } from 'zod';
import type { HabitType } from '../frame/frame-pattern.ts';
import { parseJsonLines } from './corpus-text.ts';
import { idField, textField } from './row-fields.ts';

/** One input of the frame-suggestion corpus. */
export interface FramePromptInput {
	readonly id: string;
	/** What the user wrote, 1 to 200 UTF-16 units. */
	readonly rawText: string;
	readonly habitType: HabitType;
	readonly anchorHint?: string;
	/** What makes it hard, for people. */
	readonly style?: string;
}

const rowSchema: z.ZodType<FramePromptInput> = z
	.strictObject({
		id: idField,
		raw_text: textField(200),
		habit_type: z.enum(['build', 'break']),
		anchor_hint: textField(50).optional(),
		style: textField(200).optional(),
	})
	.transform(({ id, raw_text, habit_type, anchor_hint, style }) => ({
		id,
		rawText: raw_text,
		habitType: habit_type,
		...(anchor_hint === undefined ? {} : { anchorHint: anchor_hint }),
		...(style === undefined ? {} : { style }),
	}));

/** Reads `frames.jsonl`. `source` names the file in errors. Throws ConfigError. */
export function parseFramesCorpus(text: string, source: string): readonly FramePromptInput[] {
	return parseJsonLines(text, source, rowSchema);
}
