import { z } from 'zod';
import { isJsonObject } from '../../src/base/json.ts';
import {
	camelFields,
	idField,
	parseJsonCorpus,
	requireUniqueIds,
	splitField,
	textField,
} from '../../src/corpus/corpus-text.ts';
import type { Sample } from '../../src/eval/sample.ts';
import type { FramePattern, HabitType } from '../../src/frame/candidates.ts';

/** A wish to be reframed. */
export interface FrameSample extends Sample {
	readonly habitType: HabitType;
	/** Such as '아침 양치 후'. */
	readonly anchorHint?: string;
	/** What makes it hard, for people. */
	readonly style?: string;
}

/** Longest wish, UTF-16 units. */
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

const patternsSchema = z
	.array(
		z.strictObject({
			id: idField,
			split: splitField,
			title: textField(40),
			habit_type: z.enum(['build', 'break']).nullish(),
			keywords: z.array(textField(20)).min(1).max(20),
			level_l0_example: textField(120),
			level_l2_example: textField(120),
			level_l3_example: textField(120),
		}),
	)
	.max(10_000);

/** Reads `frame-patterns.json`. `source` names the file in errors. Throws ConfigError. */
export function parseFramePatterns(text: string, source: string): readonly FramePattern[] {
	const rows = parseJsonCorpus(text, source, patternsSchema);
	return requireUniqueIds(rows, source).map((row) => ({
		id: row.id,
		title: row.title,
		// A pattern without a type fits both.
		...(row.habit_type == null ? {} : { habitType: row.habit_type }),
		keywords: row.keywords,
		levelL0Example: row.level_l0_example,
		levelL2Example: row.level_l2_example,
		levelL3Example: row.level_l3_example,
	}));
}
