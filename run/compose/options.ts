import { z } from 'zod';
import { checkContent } from '../../src/config/issue.ts';
import { marginsField } from '../../src/config/schema.ts';
import { openChoiceFields } from '../../src/eval/settings.ts';

const path = z.string().min(1).optional();
const aFunction = z.custom((value) => typeof value === 'function', 'must be a function').optional();
const config = z.union([z.string().min(1), z.looseObject({})], 'must be a config, or the path of one').optional();

const gateResult = z.looseObject({ lines: z.array(z.unknown()) }, 'must be the result of `gate`').optional();

/** What the functions of `gemmark/node` take beside a run or a config. */
const OPTIONS: Readonly<
	Record<
		'compare' | 'evaluate' | 'gate' | 'readScoredRun' | 'rescoreRun' | 'summarizeRun' | 'writeReports' | 'lint',
		z.ZodType
	>
> = {
	compare: z.strictObject({
		allow: z.array(z.string(), 'must be a list of fields').optional(),
		margins: marginsField.optional(),
	}),
	evaluate: z.strictObject({
		...openChoiceFields,
		target: z.union([z.string(), z.int().min(0), z.looseObject({})], 'must be a name, a number or a target').optional(),
		suites: z.array(z.string()).optional(),
		out: path,
		folder: path,
		capture: path,
		queue: path,
		baseline: path,
		gate: path,
		saveBaseline: path,
		determinism: z.boolean().optional(),
		resume: z.boolean().optional(),
		maxFailures: z.int().min(1).optional(),
		processes: z.int().min(1).optional(),
		cache: z.boolean().optional(),
		allow: z.array(z.string(), 'must be a list of fields').optional(),
		signal: z.instanceof(AbortSignal, { error: 'must be an AbortSignal' }).optional(),
		listen: z.custom((value) => typeof value === 'object' && value !== null, 'must be an object').optional(),
	}),
	gate: z.strictObject({ allow: z.array(z.string(), 'must be a list of fields').optional() }),
	readScoredRun: z.strictObject({ config, folder: path, onDoubt: aFunction }),
	rescoreRun: z.strictObject({ config, folder: path, out: path }),
	summarizeRun: z.strictObject({
		labels: z.instanceof(Map, { error: 'must be a Map by sample key' }).optional(),
		gate: gateResult,
	}),
	writeReports: z.strictObject({
		lang: z.enum(['en', 'ko']).optional(),
		out: path,
		gate: gateResult,
	}),
	lint: z.strictObject({
		config: path,
		tools: path,
		system: path,
		turns: z.int().min(0).optional(),
		thinking: z.union([z.enum(['off', 'on']), z.int().min(1)], 'must be off, on or a number of tokens').optional(),
		contextSize: z.int().min(1).optional(),
		phone: path,
	}),
};

/** Checks options from code, which may be untyped. Throws ConfigError with function and field. */
export function checkOptions(who: keyof typeof OPTIONS, options: unknown): void {
	if (options !== undefined)
		checkContent<unknown>(OPTIONS[who], options, { file: who === 'evaluate' ? who : `${who}: options` });
}
