import { z } from 'zod';
import { checkContent } from '../../config/issue.ts';
import type { LintOptions } from '../lint.ts';
import type { ReportOptions } from '../results/reports.ts';

const path = z.string().min(1).optional();
const aFunction = z.custom((value) => typeof value === 'function', 'must be a function').optional();
const config = z.union([z.string().min(1), z.looseObject({})], 'must be a config, or the path of one').optional();

/** What the functions of `gemmark/node` take beside a run or a config. */
const OPTIONS: Readonly<
	Record<'compare' | 'gate' | 'readScoredRun' | 'rescoreRun' | 'writeReports' | 'lint', z.ZodType>
> = {
	compare: z.strictObject({ allow: z.array(z.string(), 'must be a list of fields').optional() }),
	gate: z.strictObject({ allow: z.array(z.string(), 'must be a list of fields').optional() }),
	readScoredRun: z.strictObject({ config, folder: path, onDoubt: aFunction }),
	rescoreRun: z.strictObject({ config, folder: path, out: path }),
	writeReports: z.strictObject({
		lang: z.unknown().optional(),
		out: path,
		gate: z.looseObject({ lines: z.array(z.unknown()) }, 'must be what `gate` came to').optional(),
	} satisfies Record<keyof ReportOptions, z.ZodType>),
	lint: z.strictObject({
		config: path,
		tools: path,
		system: path,
		turns: z.int().min(0).optional(),
		thinking: z.union([z.enum(['off', 'on']), z.int().min(1)], 'must be off, on or a number of tokens').optional(),
		contextSize: z.int().min(1).optional(),
	} satisfies Record<keyof LintOptions, z.ZodType>),
};

/** Checks what code gave, whose types nobody may have checked. Throws ConfigError naming function and field. */
export function checkOptions(who: keyof typeof OPTIONS, options: unknown): void {
	if (options !== undefined) checkContent<unknown>(OPTIONS[who], options, { file: `${who}: options` });
}
