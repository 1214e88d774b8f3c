import { ConfigError, GemmarkError, UsageError } from '../src/base/errors.ts';
import type { Config, TargetConfig } from '../src/config/define.ts';
import { placeOf } from '../src/config/issue.ts';
import type { CodeFile } from '../src/corpus/manifest.ts';
import { knownDialects } from '../src/dialects/dialects.ts';
import type { AppUnderTest } from '../src/eval/app.ts';
import type { SuiteContext, SuiteDefinition } from '../src/eval/define/define-suite.ts';
import type { Suite } from '../src/eval/suite.ts';
import { didYouMean } from '../src/text/nearest-name.ts';
import { singleLine } from '../src/text/text.ts';
import { unheldBudgets, unheldGroups } from './budget-suites.ts';
import { type AppPlace, composeApp } from './compose-app.ts';
import { HABIT_COACH_DEFAULT, HABIT_COACH_SUITES } from './habit-coach.ts';
import { ownSuite } from './isolation/own-suite.ts';
import type { OpenedConfig } from './open-config.ts';
import { withModelIn } from './run/target-model.ts';
import { checkExpected } from './suites/check-expected.ts';
import type { SamplePlaces } from './suites/sample-places.ts';
import { defineSuites, definitionNamed } from './suites/suite-definitions.ts';
import { suiteContext } from './suites/suite-files.ts';
import { tryScorers } from './suites/try-scorers.ts';
import { tryApp } from './try-app.ts';

/** What is evaluated: app, suites and targets, of a config or gemmark's own. */
export interface Composition {
	readonly app: AppUnderTest;
	/** What the operator should know before the run, one line each. */
	readonly warnings: readonly string[];
	/** Budgets of the app that its config has no suite for, or no group, one line each; of groups once the suites are there. */
	readonly unheld: ReadonlySet<string>;
	readonly suiteNames: readonly string[];
	/** Of the config, where it is a module. */
	readonly code?: readonly CodeFile[] | undefined;
	readonly targets: readonly TargetConfig[];
	/** Language of the reports, where the config says it. */
	readonly lang?: Config['lang'];
	/** The suites of these names, or those that run where none is named. Throws {@link UsageError}, {@link ConfigError}. */
	suites(names?: readonly string[]): Promise<readonly Suite[]>;
	/** Ends the app's MCP servers, and what it has open. */
	close(): Promise<void>;
}

export interface ComposeOptions {
	/** Whether the app's MCP servers are started (default); without, their tools are not there, and calls of them not checked. */
	readonly servers?: boolean | undefined;
}

/**
 * Puts together what the config names; without one, the habit coach. MCP servers of the config run until the composition
 * is closed. Throws {@link ConfigError} naming the field, and EnvironmentError for a server that does not answer.
 */
export async function compose(
	opened: OpenedConfig | undefined,
	{ servers = true }: ComposeOptions = {},
): Promise<Composition> {
	const config: Config = opened?.config ?? {};
	const place = {
		file: 'gemmark',
		folder: process.cwd(),
		...opened,
		allowOutside: opened === undefined || config.allowOutside,
	};
	requireDialect(config.dialect, place);
	const own = config.app === undefined && config.suites === undefined;
	const definitions = own ? HABIT_COACH_SUITES : await defineSuites(config, place);
	const suiteNames = definitions.map(({ name }) => name);
	const unheld = new Set(unheldBudgets(config.app?.budgets, suiteNames, place));
	const { app, warnings, whole, close } = await composeApp(config.app, place, servers);
	return {
		app,
		warnings,
		unheld,
		suiteNames,
		code: opened?.code,
		lang: config.lang,
		targets: (config.targets ?? [{}]).map((target) => withModelIn(place.folder, target)),
		async suites(names = own ? HABIT_COACH_DEFAULT : suiteNames) {
			const places: SamplePlaces = new WeakMap();
			const context = suiteContext(app, place, places);
			const suites = await Promise.all(
				names.map(async (name) => {
					const suite = await buildSuite(definitionNamed(definitions, name), context, place.file);
					return runsOwnCode(config, name) ? ownSuite(suite) : suite;
				}),
			);
			if (own || !whole) return suites;
			const tried = trySuites(suites, config, app, places, place.file);
			for (const line of unheldGroups(config.app?.budgets, tried, place)) unheld.add(line);
			return tried;
		},
		close,
	};
}

function requireDialect(name: string | undefined, place: AppPlace): void {
	const known = knownDialects().map((dialect) => dialect.name);
	if (name === undefined || known.includes(name)) return;
	throw new ConfigError(
		`${placeOf(place, ['dialect'])}: dialect: there is no dialect '${name}'${didYouMean(name, known)}`,
		{
			hint: `There are ${known.join(', ')}.`,
		},
	);
}

/** A definition made by code knows its suite, and not the config that it stands in. */
async function buildSuite(definition: SuiteDefinition, context: SuiteContext, file: string): Promise<Suite> {
	const { name } = definition;
	try {
		const suite = await definition.build(context);
		if (suite.name === name) return suite;
		throw new ConfigError(`${file}: suite ${name}: its name was changed, and build() makes one named '${suite.name}'`, {
			hint: 'Give the name where the suite is made.',
		});
	} catch (cause) {
		const own = cause instanceof GemmarkError;
		if (own && !cause.message.startsWith(`suite ${name}:`)) throw cause;
		const text = own ? cause.message : `suite ${name}: throws ${singleLine(String(cause)).slice(0, 300)}`;
		throw new ConfigError(`${file}: ${text}`, { hint: (own ? cause.hint : undefined) ?? 'Correct the suite.', cause });
	}
}

/**
 * What the run will rest on is tried before a model is loaded: the app, the expected calls of corpora, and the scorers of
 * suites that code brings.
 */
function trySuites(
	suites: readonly Suite[],
	config: Config,
	app: AppUnderTest,
	places: SamplePlaces,
	file: string,
): readonly Suite[] {
	const tried = tryApp(app, file);
	return suites.map((suite) => {
		const checked = checkExpected(suite, tried.parameters, places, file);
		if (broughtByCode(config, suite.name)) tryScorers(checked, app, tried, file);
		return checked;
	});
}

function broughtByCode({ suites = [] }: Config, name: string): boolean {
	return suites.some((suite) => 'build' in suite && suite.name === name);
}

/** Also where a declared suite says that code in its corpus may run. */
function runsOwnCode(config: Config, name: string): boolean {
	const declared = config.suites?.find((suite) => !('build' in suite) && (suite.name ?? suite.kind) === name);
	return (
		broughtByCode(config, name) || (declared !== undefined && 'javascript' in declared && declared.javascript === true)
	);
}
