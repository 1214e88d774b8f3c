import { z } from 'zod';
import { type FramePattern, idField, parseJsonCorpus, requireUniqueIds, textField } from '../../src/index.ts';

const patternsSchema = z
	.array(
		z.strictObject({
			id: idField,
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
