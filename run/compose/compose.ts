import { ConfigError, GemmarkError, UsageError } from '../../src/base/errors.ts';
import { english, message, type Said } from '../../src/base/message.ts';
import { shownPath } from '../../src/base/read-file.ts';
import { thrownText } from '../../src/base/thrown.ts';
import { readCorpusRows } from '../../src/config/corpus/corpus-rows.ts';
import type { Config, DeclaredSuite, TargetConfig } from '../../src/config/define.ts';
import { ConfigFolder, type ConfigFolderOptions } from '../../src/config/folder.ts';
import { checkContent, fieldPath, placeOf } from '../../src/config/issue.ts';
import { identifyData } from '../../src/corpus/corpus-files.ts';
import type { CodeFile } from '../../src/corpus/manifest.ts';
import { knownDialects } from '../../src/dialects/dialects.ts';
import type { AppUnderTest } from '../../src/eval/app.ts';
import type { SuiteContext, SuiteDefinition, SuiteKind } from '../../src/eval/define/define-suite.ts';
import type { Suite } from '../../src/eval/suite.ts';
import type { Margins } from '../../src/summary/compare/answer.ts';
import { nearestName } from '../../src/text/nearest-name.ts';
import { splitOption, withSplit } from '../../src/training/split.ts';
import { type AppPlace, composeApp, ownSuite } from './compose-app.ts';
import { HABIT_COACH_DEFAULT, HABIT_COACH_SUITES } from './habit-coach.ts';
import { type OpenedConfig, targetFrom } from './open-config.ts';
import { seriesTargets } from './series.ts';
import { tryApp, unheldBudgets, unheldGroups } from './try-app.ts';
import { checkExpected, type SamplePlaces, tryScorers } from './try-suites.ts';

/** What is evaluated: app, suites and targets, of a config or gemmark's own. */
export interface Composition {
	readonly app: AppUnderTest;
	/** What the operator should know before the run, one line each; suites add theirs once they are there. */
	readonly warnings: readonly Said[];
	readonly suiteNames: readonly string[];
	/** Of the config, where it is a module. */
	readonly code?: readonly CodeFile[];
	/** As files match their patterns now. Throws UsageError. */
	targets(): readonly TargetConfig[];
	/** Language of the reports, where the config says it. */
	readonly lang?: Config['lang'];
	/** Acceptable losses of a comparison, where the config says them. */
	readonly margin?: Margins;
	/** The suites of these names, or those that run where none is named. Throws {@link UsageError}, {@link ConfigError}. */
	suites(names?: readonly string[]): Promise<readonly Suite[]>;
	/** Ends the app's MCP servers, and what it has open. */
	close(): Promise<void>;
}

export interface ComposeOptions {
	/** Whether the app's MCP servers are started (default); without, their tools are not there, and calls of them not checked. */
	readonly servers?: boolean;
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
	const budgets = unheldBudgets(config.app?.budgets, suiteNames, place);
	const buildAll = (names: readonly string[], of: AppUnderTest, places?: SamplePlaces): Promise<readonly Suite[]> =>
		allOrMistakes(
			names.map(async (name) => {
				const suite = await buildSuite(definitionNamed(definitions, name), suiteContext(of, place, places), place.file);
				return runsOwnCode(config, name) ? ownSuite(suite) : suite;
			}),
		);
	const composed = await composeApp(config.app, place, servers).catch(async (error: unknown) => {
		if (!(error instanceof ConfigError)) throw error;
		// Suites of code and assertions look at its tools, which are not known.
		const files = suiteNames.filter((name) => !runsOwnCode(config, name) && !asksTools(config, name));
		await buildAll(files, NO_APP).catch((other: unknown) => addMistakes(error, [other]));
		throw error;
	});
	const { app, whole, close } = composed;
	const warnings = [...composed.warnings, ...budgets];
	return {
		app,
		warnings,
		suiteNames,
		code: opened?.code,
		lang: config.lang,
		margin: config.compare?.margin,
		targets: () => seriesTargets((config.targets ?? [{}]).map((target) => targetFrom(place.folder, target))),
		async suites(names = own ? HABIT_COACH_DEFAULT : suiteNames) {
			const places: SamplePlaces = new WeakMap();
			const suites = await buildAll(names, app, places);
			if (own || !whole) return suites;
			const tried = trySuites(suites, config, app, places, place.file);
			const groups = unheldGroups(config.app?.budgets, tried, place);
			const there = new Set(warnings.map(english));
			warnings.push(...groups.filter((one) => !there.has(english(one))));
			return tried;
		},
		close,
	};
}

function asksTools({ suites = [] }: Config, name: string): boolean {
	return suites.some((suite) => 'kind' in suite && suite.kind === 'assertions' && (suite.name ?? suite.kind) === name);
}

/** Stands for an app that is refused, while the files of suites are read. */
const NO_APP: AppUnderTest = {
	name: 'app',
	version: '0',
	system: '-',
	language: 'any',
	open: () => ({ tools: [], snapshot: () => ({}), close: () => undefined }),
};

/** All results; else the first mistake, which has the others. */
async function allOrMistakes<T>(all: readonly Promise<T>[]): Promise<readonly T[]> {
	const settled = await Promise.allSettled(all);
	const [first, ...others] = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
	if (first instanceof ConfigError) addMistakes(first, others);
	if (first !== undefined) throw first;
	return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

function addMistakes(error: ConfigError, others: readonly unknown[]): void {
	const mistakes = others
		.filter((other) => other instanceof ConfigError)
		.flatMap((one) => [one, ...one.others.splice(0)]);
	error.others.push(...mistakes.filter(({ message: text }) => text !== error.message));
}

function requireDialect(name: string | undefined, place: AppPlace): void {
	const known = knownDialects().map((dialect) => dialect.name);
	if (name === undefined || known.includes(name)) return;
	const near = nearestName(name, known);
	throw new ConfigError(
		message('config.unknown-dialect', { place: placeOf(place, ['dialect']), dialect: name, near, known }),
	);
}

/** A definition made by code knows its suite, and not the config that it stands in. */
async function buildSuite(definition: SuiteDefinition, context: SuiteContext, file: string): Promise<Suite> {
	const { name } = definition;
	try {
		const suite = await definition.build(context);
		if (suite.name === name) return await withSplit(suite, definition.split);
		throw new ConfigError(message('config.suite-renamed', { file, suite: name, other: suite.name }));
	} catch (cause) {
		const own = cause instanceof GemmarkError;
		if (own && !cause.message.startsWith(`suite ${name}:`)) throw cause;
		const problem = own ? cause.said : message('config.suite-threw', { suite: name, thrown: thrownText(cause) });
		const hint = own ? cause.hint : undefined;
		throw new ConfigError(message('config.suite-failed', { file, problem }), {
			hint,
			cause,
		});
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

/** The suites of a config, declared and by code. Throws {@link ConfigError} naming the field, also where two have one name. */
async function defineSuites({ suites }: Config, place: AppPlace): Promise<readonly SuiteDefinition[]> {
	if (suites === undefined) throw new ConfigError(message('config.no-suites', { place: place.file }));
	const definitions = await Promise.all(
		suites.map((suite, index) => ('build' in suite ? suite : declaredSuite(suite, index, place))),
	);
	const names = definitions.map(({ name }) => name);
	const twice = names.findIndex((name, index) => names.indexOf(name) < index);
	if (twice === -1) return definitions as readonly SuiteDefinition[];
	const at = ['suites', twice];
	const fields = { place: placeOf(place, at), field: fieldPath(at), name: String(names[twice]) };
	throw new ConfigError(message('config.name-twice', fields));
}

/** Throws {@link UsageError} for a name that is none. */
function definitionNamed(definitions: readonly SuiteDefinition[], name: string): SuiteDefinition {
	const found = definitions.find((definition) => definition.name === name);
	if (found !== undefined) return found;
	const names = definitions.map((definition) => definition.name);
	const kind = SUITE_KINDS.includes(name) ? name : undefined;
	throw new UsageError(
		message('usage.unknown-suite', { suite: name, near: nearestName(name, names), known: names, kind }),
	);
}

async function declaredSuite(
	{ kind, split, ...fields }: DeclaredSuite,
	index: number,
	place: AppPlace,
): Promise<SuiteDefinition> {
	const known = await suiteKind(kind);
	const at = ['suites', index];
	const share = split === undefined ? undefined : checkContent(splitOption, split, place, [...at, 'split']).dev;
	if (known !== undefined) return { ...known.create(checkContent(known.options, fields, place, at)), split: share };
	const field = [...at, 'kind'];
	const near = nearestName(kind, SUITE_KINDS);
	throw new ConfigError(
		message('config.unknown-kind', {
			place: placeOf(place, field),
			field: fieldPath(field),
			kind,
			near,
			known: SUITE_KINDS,
		}),
	);
}

/** Suite kinds that come with gemmark, each imported only when it is named. */
const KINDS: ReadonlyMap<string, () => Promise<AnySuiteKind>> = new Map<string, () => Promise<AnySuiteKind>>([
	['prefix', async () => (await import('../../suites/prefix/index.ts')).prefixKind as unknown as AnySuiteKind],
	['frame', async () => (await import('../../suites/frame/index.ts')).frameKind as unknown as AnySuiteKind],
	['tools', async () => (await import('../../suites/tools/index.ts')).toolsKind as unknown as AnySuiteKind],
	['dialogs', async () => (await import('../../suites/dialogs/index.ts')).dialogsKind as unknown as AnySuiteKind],
	[
		'assertions',
		async () => (await import('../../suites/assertions/index.ts')).assertionsKind as unknown as AnySuiteKind,
	],
	['replay', async () => (await import('../../suites/replay/index.ts')).replayKind as unknown as AnySuiteKind],
]);

export const SUITE_KINDS: readonly string[] = [...KINDS.keys()];

/** The kind of that name; absent where there is none. */
export async function suiteKind(kind: string): Promise<AnySuiteKind | undefined> {
	return KINDS.get(kind)?.();
}

/** Options are checked by the kind's own schema before they are given to it. */
type AnySuiteKind = SuiteKind<unknown>;

/** What suites are built from: files of a config's folder, or gemmark's own where there is no config. Remembers in `places` where samples stand. */
function suiteContext(
	app: AppUnderTest,
	place: ConfigFolderOptions,
	places: SamplePlaces = new WeakMap(),
): SuiteContext {
	const folder = new ConfigFolder(place);
	return {
		app,
		readRows(path, schema) {
			const file = folder.pathOf(path, ['suites']);
			const isTable = /\.[ct]sv$/iu.test(file);
			const rows = readCorpusRows(shownPath(file), schema, (row, place) => places.set(row, { place, isTable }));
			return { rows, identity: identifyData(file) };
		},
		readText(path) {
			const { text } = folder.read(path, ['suites']);
			return { text: text.trimEnd(), identity: identifyData(folder.pathOf(path, ['suites'])) };
		},
	};
}
