import { z } from 'zod';
import { issueText } from '../../base/border.ts';
import { ConfigError } from '../../base/errors.ts';
import { canonicalJson, jsonOf, sha256 } from '../../base/json.ts';
import { message } from '../../base/message.ts';
import { idField } from '../../corpus/corpus-text.ts';
import type { FileIdentity } from '../../corpus/manifest.ts';
import { givenOptions } from '../../text/given-options.ts';
import type { AppUnderTest } from '../app.ts';
import { type Decision, readDecision } from '../decision.ts';
import { NOT_BLANK, type Sample } from '../sample.ts';
import { declarationOf, type Solver, type Suite, type Variant } from '../suite.ts';
import { solveAppTurn } from './app-turn.ts';
import { checkSuiteOptions, requireSuiteNames, type SuiteOptions } from './suite-options.ts';

/** What a suite is built with, besides its definition. Paths are relative to the config that names it. */
export interface SuiteContext {
	readonly app: AppUnderTest;
	/**
	 * Reads and validates rows of a JSONL, JSON, YAML or CSV file. Throws {@link ConfigError} with file, line and field.
	 */
	readRows<S extends Sample>(
		path: string,
		schema: z.ZodType<S>,
	): { readonly rows: readonly S[]; readonly identity: FileIdentity };
	readText(path: string): { readonly text: string; readonly identity: FileIdentity };
}

/** A suite before it is built: files and app are read when a run needs it. */
export interface SuiteDefinition {
	readonly name: string;
	/** Share of rows that are for development, 0 to 1; absent: rows say it themselves, or there is no split. */
	readonly split?: number;
	build(context: SuiteContext): Suite | Promise<Suite>;
}

/** Sends one user turn to the app and confirms, unless the sample says `confirm: 'no'`. */
export const ask: Solver<Sample & { readonly confirm?: 'yes' | 'no' }> = (sample, context) =>
	solveAppTurn(sample.input, context, sample.confirm);

/** Defines a suite. Throws {@link ConfigError} for a contradictory definition. */
export function defineSuite<S extends Sample>(options: SuiteOptions<S>): SuiteDefinition {
	const { name } = givenOptions(options, 'defineSuite');
	checkSuiteOptions(name, options);
	requireSuiteNames({ ...options, variants: options.variants ?? ONE_VARIANT });
	return { name, split: options.split?.dev, build: (context) => buildSuite(options, context) };
}

const ONE_VARIANT: readonly Variant[] = [{ name: 'free' }];

async function buildSuite<S extends Sample>(options: SuiteOptions<S>, context: SuiteContext): Promise<Suite> {
	const {
		name,
		version = '1',
		title,
		view,
		scorers,
		solve = ask as Solver<never>,
		usesApp = true,
		files = [],
	} = options;
	const { rows, identity, schema } = await readSamples(options, context);
	const suite: Suite<S> = {
		name,
		version,
		title,
		view,
		corpus: { ...identity, prompts: [...files, ...(usesApp ? (context.app.files ?? []) : [])] },
		samples: rows,
		variants: options.variants ?? ONE_VARIANT,
		scorers,
		decision: decisionOf(options, context),
		schema,
		solve: solve as Solver<S>,
		groups: options.groups,
		facets: options.facets,
		settings: options.settings,
		usesApp,
		warnings: options.warnings?.(rows),
		needsHistory: options.needsHistory,
		oneTurn: options.oneTurn ?? options.solve === undefined,
		reflects: options.reflects ?? options.solve === undefined,
	};
	// A suite receives only its own samples.
	return suite as unknown as Suite;
}

function decisionOf<S extends Sample>(
	{ name, variants = [], scorers, decision }: SuiteOptions<S>,
	context: SuiteContext,
): Decision | undefined {
	if (decision === undefined) return undefined;
	if (variants.length > 1) {
		throw new ConfigError(message('suite.decision-variants', { suite: name, n: variants.length }));
	}
	const rates = scorers.filter(({ kind = 'rate' }) => kind === 'rate');
	const main = rates.find(({ main }) => main === true) ?? rates[0];
	const score = decision.score ?? main?.name;
	if (score === undefined) throw new ConfigError(message('suite.decision-no-rate', { suite: name }));
	if (rates.some((scorer) => scorer.name === score && declarationOf(scorer).kind === 'rate')) {
		return readDecision(decision, score, (path) => context.readText(path).text);
	}
	throw new ConfigError(message('suite.decision-score', { suite: name, score }));
}

interface SuiteSamples<S extends Sample> {
	readonly rows: readonly S[];
	readonly identity: FileIdentity;
	/** The suite's, or the one that any sample satisfies. */
	readonly schema: z.ZodType<S>;
}

/** Rows of a suite, from its file or inline. Throws {@link ConfigError} with suite, row and field. */
async function readSamples<S extends Sample>(
	{
		name,
		samples,
		schema = anySample as unknown as z.ZodType<S>,
	}: Pick<SuiteOptions<S>, 'name' | 'samples' | 'schema'>,
	context: SuiteContext,
): Promise<SuiteSamples<S>> {
	if (typeof samples === 'string') {
		const read = context.readRows(samples, schema);
		requireAskable(name, read.rows, samples);
		return { ...read, schema };
	}
	if (samples.length === 0) throw new ConfigError(message('suite.no-samples', { suite: name }));
	const rows = samples.map((sample, index) => {
		const parsed = schema.safeParse(sample);
		if (parsed.success) return parsed.data;
		const [issue] = parsed.error.issues;
		const field = [`samples[${index}]`, ...(issue?.path ?? [])].join('.');
		throw new ConfigError(message('suite.field', { suite: name, field, problem: issue?.message ?? '' }));
	});
	requireAskable(name, rows);
	const twice = rows.find(({ id }, index) => rows.findIndex((row) => row.id === id) < index);
	if (twice !== undefined) throw new ConfigError(message('suite.same-id', { suite: name, id: twice.id }));
	const hash = await sha256(canonicalJson(jsonOf(rows)));
	return { rows, schema, identity: { name, version: 'inline', sha256: hash } };
}

/** A user's schema may accept an id that reports cannot show, or a blank input. */
function requireAskable(name: string, rows: readonly Sample[], file?: string): void {
	for (const [index, row] of rows.entries()) {
		const issue = anySample.safeParse(row, { error: issueText }).error?.issues[0];
		if (issue === undefined) continue;
		const at = [`samples[${index}]`, ...issue.path].join('.');
		const field = at.endsWith('.id') ? `${at} '${String(row.id).slice(0, 80)}'` : at;
		const said = { suite: name, field, problem: issue.message };
		throw new ConfigError(
			file === undefined ? message('suite.field', said) : message('suite.field-in', { ...said, file }),
		);
	}
}

const anySample = z.looseObject({
	id: idField,
	input: z.string().regex(NOT_BLANK, 'must not be blank'),
});

/** A suite that a config names by `kind`. */
export interface SuiteKind<Options = unknown> {
	readonly kind: string;
	/** The fields next to `kind` in a config. */
	readonly options: z.ZodType<Options>;
	create(options: Options): SuiteDefinition;
}
