import type { z } from 'zod';
import type { SuiteDefinition } from './define-suite.ts';

/** A suite that a config names by its kind. */
export interface SuiteKind<Options = unknown> {
	readonly kind: string;
	/** The fields that stand beside `kind` in a config. */
	readonly options: z.ZodType<Options>;
	create(options: Options): SuiteDefinition;
}
