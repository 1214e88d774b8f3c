import type { z } from 'zod';
import type { FileIdentity } from '../../corpus/file-identity.ts';
import { ConfigError } from '../../errors/gemmark-error.ts';
import { givenOptions } from '../../text/given-options.ts';
import type { AppUnderTest } from '../app.ts';
import type { Decision } from '../decision/decision.ts';
import { readDecision } from '../decision/decision-option.ts';
import type { Sample } from '../sample.ts';
import { declarationOf } from '../score/scorer.ts';
import { solveAppTurn } from '../turn/app-turn.ts';
import type { Arm, Solver, Suite } from './suite.ts';
import { requireSuiteNames } from './suite-names.ts';
import { checkSuiteOptions, type SuiteOptions } from './suite-options.ts';
import { readSamples } from './suite-samples.ts';

/** What a suite is built from beside its own definition. Paths are relative to the config that names the suite. */
export interface SuiteContext {
	readonly app: AppUnderTest;
	/** Rows of a JSONL, JSON, YAML or CSV file, checked. Throws {@link ConfigError} naming file, line and field. */
	readRows<S extends Sample>(
		path: string,
		schema: z.ZodType<S>,
	): { readonly rows: readonly S[]; readonly identity: FileIdentity };
	readText(path: string): { readonly text: string; readonly identity: FileIdentity };
}

/** A suite that is not built yet: its files are read, and its app known, when a run needs it. */
export interface SuiteDefinition {
	readonly name: string;
	build(context: SuiteContext): Suite | Promise<Suite>;
}

/** Asks the app one user turn, confirming what it asks unless the sample says `confirm: 'no'`. */
export const ask: Solver<Sample & { readonly confirm?: 'yes' | 'no' | undefined }> = (sample, context) =>
	solveAppTurn(sample.input, context, sample.confirm);

/** A suite of one's own. Throws {@link ConfigError} where the definition contradicts itself. */
export function defineSuite<S extends Sample>(options: SuiteOptions<S>): SuiteDefinition {
	const { name } = givenOptions(options, 'defineSuite');
	checkSuiteOptions(name, options);
	requireSuiteNames({ ...options, arms: options.arms ?? ONE_ARM });
	return { name, build: (context) => buildSuite(options, context) };
}

const ONE_ARM: readonly Arm[] = [{ name: 'free' }];

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
		arms: options.arms ?? ONE_ARM,
		scorers,
		decision: decisionOf(options, context),
		schema,
		solve: solve as Solver<S>,
		...(options.groups && { groups: options.groups }),
		facets: options.facets,
		settings: options.settings,
		usesApp,
		warnings: options.warnings?.(rows),
		needsHistory: options.needsHistory,
		oneTurn: options.oneTurn ?? options.solve === undefined,
		reflects: options.reflects ?? options.solve === undefined,
	};
	// A suite is only ever given its own samples.
	return suite as unknown as Suite;
}

function decisionOf<S extends Sample>(
	{ name, arms = [], scorers, decision }: SuiteOptions<S>,
	context: SuiteContext,
): Decision | undefined {
	if (decision === undefined) return undefined;
	if (arms.length > 1) {
		throw new ConfigError(`suite ${name}: decision: ${arms.length} arms would answer each prompt, and it counts one`, {
			hint: 'Give the decision a suite of its own, with one arm.',
		});
	}
	const rates = scorers.filter(({ kind = 'rate' }) => kind === 'rate');
	const main = rates.find(({ main }) => main === true) ?? rates[0];
	const score = decision.score ?? main?.name;
	if (score === undefined) {
		throw new ConfigError(`suite ${name}: decision: none of the scorers is a rate that it could count`, {
			hint: 'Give it a scorer of true and false.',
		});
	}
	if (rates.some((scorer) => scorer.name === score && declarationOf(scorer).kind === 'rate')) {
		return readDecision(decision, score, (path) => context.readText(path).text);
	}
	throw new ConfigError(`suite ${name}: decision.score: '${score}' is no rate of the suite`);
}
