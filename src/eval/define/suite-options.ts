import { z } from 'zod';
import { issueText, type LocalizedText } from '../../base/border.ts';
import { ConfigError } from '../../base/errors.ts';
import { message, type Said } from '../../base/message.ts';
import type { FileIdentity } from '../../corpus/manifest.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { type DecisionOption, decisionOption } from '../decision.ts';
import type { Sample } from '../sample.ts';
import type { Facet, Scorer, Solver, SuiteSettings, Variant } from '../suite.ts';

/** Metrics of a deciding suite, as `SUITE.NAME`. */
export const VERDICT_METRICS: readonly string[] = ['hits', 'n', 'rate', 'probability'];

/** Metrics of a variant besides its scores, as `SUITE.VARIANT.NAME`; of a suite's only variant also as `SUITE.NAME`. */
const VARIANT_METRICS: readonly string[] = ['unscored', 'formatAdherence', 'thoughtTokens'];

/** First parts of metric names that are reserved. */
const RUN_METRICS: readonly string[] = ['latency', 'fate', 'flips', 'model', 'verdict'];

/**
 * Validates a definition written in code, before any sample is asked. Throws {@link ConfigError} with suite and field.
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

/** Units and budgets are for numbers; a rate's limit is a decision or a gate. */
function requireNumber(name: string, { kind, unit, budget }: Scorer<never>, at: string): void {
	if (kind === 'number') return;
	const [field] = Object.entries({ unit, budget }).find(([, value]) => value !== undefined) ?? [];
	if (field === undefined) return;
	throw new ConfigError(message('suite.rate-field', { suite: name, field: `${at}.${field}` }));
}

type Fields = Readonly<Record<string, z.ZodType>>;

function check(name: string, what: string, fields: Fields, value: unknown, at: readonly string[]): void {
	const parsed = z.looseObject(fields, `must be a ${what}`).safeParse(value, { error: issueText });
	const known = Object.keys(fields);
	const unknown = isPlain(value) ? Object.keys(value).find((key) => !known.includes(key)) : undefined;
	if (unknown !== undefined) throw unknownField(name, [...at, unknown], known);
	if (!parsed.success) throw problemOf(name, parsed.error, at, known);
}

/** A class instance may have more fields. */
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
	return new ConfigError(message('suite.field', { suite: name, field, problem: issue?.message ?? '' }), {
		cause: error,
	});
}

function unknownField(name: string, path: readonly string[], known: readonly string[]): ConfigError {
	const said = { suite: name, field: path.join('.') };
	if (known.length === 0) return new ConfigError(message('suite.field-unknown-within', said));
	const near = nearestName(path.at(-1) ?? '', known);
	return new ConfigError(message('suite.field-unknown', { ...said, near, known }));
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
	split: z.strictObject({ dev: z.number().gt(0).lt(1) }).optional(),
	schema: z.custom(isSchema, 'must be a zod schema').optional(),
	variants: z
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
	compared: yesOrNo,
	calls: z.literal('all').optional(),
	view: text,
	budget: z.number().optional(),
	needs: z.enum(['turn', 'first-call', 'own']).optional(),
	applies: aFunction(),
	score: z.custom((value) => typeof value === 'function', 'must be a function: (sample, turn) => ...'),
} satisfies Record<keyof Scorer<never>, z.ZodType>;

const DECISION_FIELDS = ['score', 'hits', 'of', 'paths'];

/** Also from another copy of zod. */
function isSchema(value: unknown): boolean {
	return typeof (value as { readonly safeParse?: unknown } | null)?.safeParse === 'function';
}

/** Samples of a suite, inline or as a file path. */
export type Samples<S extends Sample> = string | readonly S[];

/** TypeScript infers the sample's fields from samples and schema, and from here only if those give none. */
type AsGiven<S> = S & {};

/** Options of {@link defineSuite}. */
export interface SuiteOptions<S extends Sample> {
	/** `[a-z][a-z0-9-]*` */
	readonly name: string;
	/** Raise it when scores of the same transcript may change (default `1`). */
	readonly version?: string;
	readonly title?: LocalizedText;
	readonly view?: string;
	/** Inline, or the path of a JSONL, JSON, YAML or CSV file. */
	readonly samples: Samples<S>;
	/** Shape of a sample. Default: `id`, an `input` that is not blank, and any other field. */
	readonly schema?: z.ZodType<S>;
	/** Share of the rows that are for development (0.4); the others are for tests. Or rows say `split: dev` or `test`. */
	readonly split?: { readonly dev: number };
	readonly variants?: readonly Variant[];
	/** How a sample is asked. Default: one turn with the app ({@link ask}). */
	readonly solve?: Solver<AsGiven<S>>;
	/** At least one. Without `main`, the first rate is the main score. */
	readonly scorers: readonly Scorer<AsGiven<S>>[];
	readonly decision?: DecisionOption;
	groups?(sample: AsGiven<S>): Readonly<Record<string, string>>;
	/** Titles by group name; reports break the main rate down by these groups. */
	readonly facets?: Readonly<Record<string, Facet>>;
	/** Files that answers depend on, besides samples and app, such as a prompt. */
	readonly files?: readonly FileIdentity[];
	/** Whether the solver uses the app, which is then part of the suite's identity (default true). */
	readonly usesApp?: boolean;
	/** Other options that may change a sample; runs that differ in them are not comparable. */
	readonly settings?: SuiteSettings;
	/** Known reasons to doubt the results, one line each. */
	warnings?(samples: readonly AsGiven<S>[]): readonly Said[];
	readonly oneTurn?: boolean;
	/**
	 * Whether the solver runs the app's turn, so that `--reflection both` can pair samples (default: true without
	 * `solve`).
	 */
	readonly reflects?: boolean;
	/** Whether the solver opens conversations with a history, which some engines cannot take (default false). */
	readonly needsHistory?: boolean;
}

interface NamedParts {
	readonly name: string;
	readonly variants?: readonly Variant[];
	readonly scorers: readonly Scorer<never>[];
}

/**
 * Validates and deduplicates the names of a suite, its variants and its scores: gates, columns and flags use them.
 * Throws {@link ConfigError}.
 */
export function requireSuiteNames({ name, variants = [], scorers }: NamedParts): void {
	if (!/^[a-z][a-z0-9-]{0,59}$/u.test(name)) throw new ConfigError(message('suite.name', { suite: name }));
	if (RUN_METRICS.includes(name)) throw taken(name, 'name', name, `the metrics ${name}.* of a run`);
	for (const [index, variant] of variants.entries()) {
		const said = { suite: name, field: `variants[${index}].name`, name: variant.name };
		if (!/^[A-Za-z][\w-]{0,59}$/u.test(variant.name)) throw new ConfigError(message('suite.name-not-a-word', said));
		if (variants.findIndex((other) => other.name === variant.name) < index)
			throw new ConfigError(message('suite.name-twice', said));
	}
	requireScoreNames(name, variants, scorers);
}

function requireScoreNames(name: string, variants: readonly Variant[], scorers: readonly Scorer<never>[]): void {
	if (scorers.length === 0) throw new ConfigError(message('suite.no-scorers', { suite: name }));
	for (const [index, scorer] of scorers.entries()) {
		const field = `scorers[${index}].name`;
		const said = { suite: name, field, name: scorer.name };
		if (!/^[A-Za-z]\w{0,59}$/u.test(scorer.name)) throw new ConfigError(message('suite.name-not-a-word', said));
		if ([...VERDICT_METRICS, ...VARIANT_METRICS].includes(scorer.name))
			throw taken(name, field, scorer.name, `the metric ${name}.${scorer.name}`);
		// `SUITE.SCORE.p50` would be ambiguous.
		if (variants.some((variant) => variant.name === scorer.name))
			throw taken(name, field, scorer.name, 'a variant of the suite');
		if (scorers.findIndex((other) => other.name === scorer.name) < index)
			throw new ConfigError(message('suite.name-twice', said));
		const stem = scorer.name.replace(COLUMN_OF_SCORE, '');
		if (stem !== scorer.name && scorers.some((other) => other.name === stem))
			throw taken(name, field, scorer.name, `a column of the score '${stem}'`);
	}
	const [first, second] = scorers.filter(({ main }) => main === true);
	if (first === undefined || second === undefined) return;
	throw new ConfigError(message('suite.mains', { suite: name, first: first.name, second: second.name }));
}

/** CSV columns of a score: reason, detail and cause. */
const COLUMN_OF_SCORE = /_(?:reason|detail|unscored)$/u;

function taken(suite: string, field: string, name: string, other: string): ConfigError {
	return new ConfigError(message('suite.name-taken', { suite, field, name, other }));
}
