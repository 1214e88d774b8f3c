import { z } from 'zod';
import { ConfigError } from '../../errors/gemmark-error.ts';
import { issueText } from '../../errors/issue-text.ts';
import { didYouMean } from '../../text/nearest-name.ts';
import { decisionOption } from '../decision/decision-option.ts';
import type { Scorer } from '../score/scorer.ts';
import type { SuiteOptions } from './define-suite.ts';

/**
 * Checks a definition made by code, whose types nobody may have checked: what a log could not carry must not be found
 * there after all samples were asked. Throws {@link ConfigError} naming suite and field.
 */
export function checkSuiteOptions(
	name: string,
	options: { readonly scorers: readonly unknown[]; readonly decision?: unknown },
): void {
	check(name, 'suite', optionFields, options, []);
	for (const [index, scorer] of options.scorers.entries()) {
		check(name, 'scorer', scorerFields, scorer, [`scorers[${index}]`]);
		requireNumber(name, scorer as Scorer<never>, `scorers[${index}]`);
	}
	if (options.decision === undefined) return;
	const parsed = decisionOption.safeParse(options.decision, { error: issueText });
	if (!parsed.success) throw problemOf(name, parsed.error, ['decision'], DECISION_FIELDS);
}

/** A rate has neither unit nor budget: they would stand nowhere. What a rate must reach is for a decision or a gate. */
function requireNumber(name: string, { kind, unit, budget }: Scorer<never>, at: string): void {
	if (kind === 'number') return;
	const [field] = Object.entries({ unit, budget }).find(([, value]) => value !== undefined) ?? [];
	if (field === undefined) return;
	throw new ConfigError(`suite ${name}: ${at}.${field}: is of numbers, and this is a rate`, {
		hint: "Give it kind: 'number', or leave the field out; a rate is held against a decision or a gate.",
	});
}

type Fields = Readonly<Record<string, z.ZodType>>;

function check(name: string, what: string, fields: Fields, value: unknown, at: readonly string[]): void {
	const parsed = z.looseObject(fields, `must be a ${what}`).safeParse(value, { error: issueText });
	const known = Object.keys(fields);
	const unknown = isPlain(value) ? Object.keys(value).find((key) => !known.includes(key)) : undefined;
	if (unknown !== undefined) throw unknownField(name, [...at, unknown], known);
	if (!parsed.success) throw problemOf(name, parsed.error, at, known);
}

/** A class may have fields of its own. */
function isPlain(value: unknown): value is object {
	return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function problemOf(name: string, error: z.ZodError, at: readonly string[], known: readonly string[]): ConfigError {
	const misspelt = error.issues.find((issue) => issue.code === 'unrecognized_keys');
	if (misspelt !== undefined) {
		const within = misspelt.path.length === 0 ? known : [];
		return unknownField(name, [...at, ...misspelt.path.map(String), misspelt.keys[0] ?? ''], within);
	}
	const [issue] = error.issues;
	const field = [...at, ...(issue?.path ?? []).map(String)].join('.');
	return new ConfigError(`suite ${name}: ${field}: ${issue?.message}`, {
		hint: `Correct '${field}' there.`,
		cause: error,
	});
}

function unknownField(name: string, path: readonly string[], known: readonly string[]): ConfigError {
	const text = `is no field here${didYouMean(path.at(-1) ?? '', known)}`;
	return new ConfigError(`suite ${name}: ${path.join('.')}: ${text}`, {
		hint: known.length === 0 ? 'Leave it out.' : `Known there: ${known.join(', ')}.`,
	});
}

const text = z.string().optional();
const yesOrNo = z.boolean().optional();
const title = z
	.union([z.string(), z.object({ en: z.string(), ko: z.string() })], 'must be text, or { en, ko }')
	.optional();

function aFunction(): z.ZodType {
	return z.custom((value) => typeof value === 'function', 'must be a function').optional();
}

const optionFields = {
	name: z.string(),
	version: text,
	title,
	view: text,
	samples: z.union([z.string(), z.array(z.unknown())], 'must be a list of samples, or a file'),
	schema: z.custom(isSchema, 'must be a zod schema').optional(),
	arms: z
		.array(z.strictObject({ name: z.string().min(1), needsGrammar: yesOrNo }, 'must be { name }'), 'must be a list')
		.min(1)
		.optional(),
	solve: aFunction(),
	scorers: z.array(z.unknown(), 'must be a list of scorers'),
	decision: z.unknown().optional(),
	groups: aFunction(),
	facets: z
		.record(
			z.string(),
			z.strictObject(
				{ title: title.unwrap(), values: z.record(z.string(), title.unwrap()).optional() },
				'must be { title }',
			),
			'must be an object',
		)
		.optional(),
	files: z
		.array(
			z.object({ name: z.string(), version: z.string(), sha256: z.string() }),
			'must be a list of { name, version, sha256 }',
		)
		.optional(),
	usesApp: yesOrNo,
	settings: z
		.record(
			z.string(),
			z.union([z.string(), z.number(), z.boolean()], 'must be text, a number, true or false'),
			'must be an object',
		)
		.optional(),
	warnings: aFunction(),
	oneTurn: yesOrNo,
	reflects: yesOrNo,
	needsHistory: yesOrNo,
} satisfies Record<keyof SuiteOptions<never>, z.ZodType>;

const scorerFields = {
	name: z.string(),
	kind: z.enum(['rate', 'number']).optional(),
	title,
	unit: text,
	direction: z.enum(['higher', 'lower']).optional(),
	main: yesOrNo,
	view: text,
	budget: z.number().optional(),
	needs: z.enum(['turn', 'first-call', 'own']).optional(),
	applies: aFunction(),
	score: z.custom((value) => typeof value === 'function', 'must be a function: (sample, turn) => ...'),
} satisfies Record<keyof Scorer<never>, z.ZodType>;

const DECISION_FIELDS = ['score', 'hits', 'of', 'paths'];

/** Also of another copy of zod. */
function isSchema(value: unknown): boolean {
	return typeof (value as { readonly safeParse?: unknown } | null)?.safeParse === 'function';
}
