import { z } from 'zod';
import type { PolicyChoice } from '../../run/inputs/policy-choice.ts';
import type { ConfigSettings } from '../define.ts';
import { text } from './text-field.ts';

const MANY = Number.MAX_SAFE_INTEGER;

const POLICY = 'must be push, discard or from:RUN';
const policy: z.ZodType<PolicyChoice | { readonly from: string }> = z.union(
	[
		z.enum(['push', 'discard']),
		z.templateLiteral(['from:', z.string().min(1)]),
		z.strictObject({ from: z.string().min(1).max(4096) }),
	],
	{ error: POLICY },
);

/** Settings of a run, by name. */
export const settings: { readonly [Name in keyof Required<ConfigSettings>]: z.ZodType<ConfigSettings[Name]> } = {
	seed: whole(0, 2 ** 31 - 1, 'Seed of the run.'),
	epochs: whole(1, 1000, 'Repeats of every sample.'),
	temperature: number(0, 5, 'Sampling temperature; 0 is greedy.'),
	topK: whole(1, MANY, 'Sample among the k likeliest tokens.'),
	topP: number(0, 1, 'Sample within this probability mass.'),
	sampling: z
		.literal('recommended')
		.describe("What Gemma's model cards recommend: temperature 1, top-k 64, top-p 0.95.")
		.optional(),
	thinking: z
		.union([z.enum(['off', 'on']), z.int().min(1).max(32_768)], { error: 'must be off, on or a number of tokens' })
		.describe('Whether the model may think before it answers; a number is a budget in tokens.')
		.optional(),
	policy: policy.describe('Prefix policy of the chat loop, or the run whose decision declares it.').optional(),
	reading: z.enum(['strict', 'lenient']).describe('How a call must look to count.').optional(),
	dialect: text("Call dialect; absent: told by the model's template."),
	reflection: z
		.union([z.boolean(), z.enum(['off', 'on', 'both'])], { error: 'must be off, on or both' })
		.describe('Send the reflection message after failed calls; both: each sample with it and without.')
		.optional(),
	maxTokens: whole(1, 32_768, 'Tokens of the longest generation.'),
	deadline: number(0.1, 86_400, 'Seconds for one generation.'),
	limit: whole(1, MANY, 'Only the first samples of each suite.'),
	filter: z
		.string()
		.min(1)
		.max(1000)
		.refine(isPattern, 'must be a regular expression')
		.describe('Only samples whose id or input matches.')
		.optional(),
	earlyStop: z.boolean().describe('End a suite once what it decides is certain.').optional(),
	gate: text('File of thresholds.'),
	baseline: text('Run that the gate compares with.'),
	out: text('Folder of the run.'),
	lang: z.enum(['en', 'ko']).describe('Language of the reports; CSV, JUnit and the terminal are English.').optional(),
};

const { gate: _gate, baseline: _baseline, out: _out, lang: _lang, ...choices } = settings;

/** Those of the settings that choose how a run is made, each with its check. */
export const choiceFields: Readonly<
	Record<Exclude<keyof ConfigSettings, 'gate' | 'baseline' | 'out' | 'lang'>, z.ZodType>
> = choices;

function whole(minimum: number, maximum: number, description: string): z.ZodOptional<z.ZodInt> {
	const top = maximum === Number.MAX_SAFE_INTEGER ? '' : ` and at most ${maximum}`;
	const error = `must be a whole number of at least ${minimum}${top}`;
	return z.int(error).min(minimum, error).max(maximum, error).describe(description).optional();
}

function number(minimum: number, maximum: number, description: string): z.ZodOptional<z.ZodNumber> {
	const error = `must be a number from ${minimum} to ${maximum}`;
	return z.number(error).min(minimum, error).max(maximum, error).describe(description).optional();
}

function isPattern(source: string): boolean {
	try {
		return new RegExp(source, 'u') instanceof RegExp;
	} catch {
		return false;
	}
}
