import { z } from 'zod';
import { idField, parseJsonCorpus, requireUniqueIds, textField } from '../../src/corpus/corpus-text.ts';
import type { HabitType } from '../../src/frame/candidates.ts';

/** Categories of the catalog, in prompt order. */
export const PROTOCOL_CATEGORIES = [
	'lightCircadian',
	'sleep',
	'movement',
	'nutrition',
	'focusCognition',
	'recoveryStress',
	'emotionRelationship',
	'breakHabit',
] as const;

export type ProtocolCategory = (typeof PROTOCOL_CATEGORIES)[number];

/** A row of the catalog: a habit to try, and how. */
export interface Protocol {
	readonly id: string;
	readonly title: string;
	readonly category: ProtocolCategory;
	/** At most 60 characters, as every search result has it. */
	readonly summary: string;
	readonly body: string;
}

/** Habits of the category `breakHabit` are broken, all others built. */
export function habitTypeOf(category: ProtocolCategory): HabitType {
	return category === 'breakHabit' ? 'break' : 'build';
}

const catalogSchema: z.ZodType<Protocol[]> = z
	.array(
		z.strictObject({
			id: idField,
			title: textField(40),
			category: z.enum(PROTOCOL_CATEGORIES),
			summary: textField(60),
			body: textField(1000),
		}),
	)
	.min(1)
	.max(10_000);

/** Reads `catalog.json`. `source` names the file in errors. Throws ConfigError. */
export function parseCatalog(text: string, source: string): readonly Protocol[] {
	return requireUniqueIds(parseJsonCorpus(text, source, catalogSchema), source);
}
