import { ConfigError, GemmarkError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { type ContentPlace, placeOf } from '../../config/issue.ts';
import { type AppSession, type AppUnderTest, budgetScope, type TimeBudget } from '../../eval/app.ts';
import type { Suite } from '../../eval/suite.ts';
import { groupsOf, OwnCodeFailure, snapshotOf } from '../../eval/user-code.ts';
import { misspeltName } from '../../text/nearest-name.ts';
import { singleLine } from '../../text/text.ts';
import { declareTool, fullSchema, ToolRegistry } from '../../tool/declaration.ts';
import { HABIT_COACH_SUITES } from './habit-coach.ts';

/** What the app has when a sample begins. */
export interface TriedApp {
	/** Names of its tools. */
	readonly tools: readonly string[];
	/** JSON Schema of the arguments of each. */
	readonly parameters: ReadonlyMap<string, JsonObject>;
	readonly state: JsonObject;
}

/**
 * Opens the app once, as every sample does, and declares its tools. Throws {@link ConfigError} naming the config for an
 * app that throws and for a tool that no prompt can declare.
 */
export function tryApp(app: AppUnderTest, file: string): TriedApp {
	const place = `${file}: app ${app.name}`;
	const session = attempt(() => app.open(), `${place}: open()`);
	requireSession(session, place);
	try {
		return {
			tools: attempt(() => declaredNames(session), `${place}`),
			parameters: new Map(session.tools.map((tool) => [tool.name, fullSchema(tool)])),
			state: attempt(() => snapshotOf(app, session), file),
		};
	} finally {
		attempt(() => session.close(), `${place}: close()`);
	}
}

/** JavaScript lets anything through. */
function requireSession(session: unknown, place: string): void {
	const problem = sessionProblem(session);
	if (problem === undefined) return;
	throw new ConfigError(`${place}: open(): gives ${problem}`, {
		hint: 'It gives { tools, snapshot(), close() }; what takes time is done before the config is exported.',
	});
}

function sessionProblem(session: unknown): string | undefined {
	if (session instanceof Promise) {
		session.catch(() => undefined);
		return 'a promise: it must give the session at once';
	}
	if (typeof session !== 'object' || session === null) return `${String(session).slice(0, 60)}, which is no session`;
	const { tools, snapshot, close } = session as Partial<Record<keyof AppSession, unknown>>;
	if (!Array.isArray(tools)) return 'a session without a list of tools';
	if (typeof snapshot !== 'function') return 'a session without snapshot()';
	return typeof close === 'function' ? undefined : 'a session without close()';
}

function attempt<T>(act: () => T, place: string): T {
	try {
		return act();
	} catch (cause) {
		if (cause instanceof OwnCodeFailure || cause instanceof GemmarkError)
			throw new ConfigError(`${place}: ${cause.message}`, { hint: cause.hint ?? HINT, cause });
		throw new ConfigError(`${place}: throws ${textOf(cause)}`, { hint: HINT, cause });
	}
}

const HINT = 'Correct the app: it is opened once for each sample.';

function textOf(thrown: unknown): string {
	return singleLine(thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)).slice(0, 300);
}

function declaredNames({ tools }: AppSession): readonly string[] {
	return new ToolRegistry(tools).allDefinitions().map((tool) => declareTool(tool).name);
}

/**
 * What budgets are for and the config does not have, one line each: an app declares them, and each of its configs chooses
 * suites, so they hold nothing there. Nothing is said of gemmark's own suites, nor where the config has none, as for tests.
 * Throws {@link ConfigError} for a misspelt name.
 */
export function unheldBudgets(
	budgets: readonly TimeBudget[] = [],
	names: readonly string[],
	place: ContentPlace,
): readonly string[] {
	const known = new Set([...names, ...HABIT_COACH_SUITES.map(({ name }) => name)]);
	return scopesOf(budgets, place).flatMap(({ text, at }) => {
		const { suite } = budgetScope(text);
		if (known.has(suite)) return [];
		if (/[[\]]/u.test(suite)) {
			throw new ConfigError(`${at}: '${text}' is neither a suite nor a group of one`, {
				hint: 'Write SUITE, SUITE[GROUP=VALUE] or SUITE[GROUP!=VALUE].',
			});
		}
		if (names.length === 0) return [];
		const what = `${at}: there is no suite '${suite}'`;
		const there = `The config has ${names.join(', ')}.`;
		refuseMisspelt(suite, known, what, there);
		return [`${what}, so this budget applies to none of it. ${there}`];
	});
}

/** Likewise of the groups of these suites: another corpus of the app's may have them. */
export function unheldGroups(
	budgets: readonly TimeBudget[] = [],
	suites: readonly Suite[],
	place: ContentPlace,
): readonly string[] {
	return scopesOf(budgets, place).flatMap(({ text, at }) => {
		const { suite: name, group } = budgetScope(text);
		const suite = suites.find((one) => one.name === name);
		if (suite === undefined || group === undefined) return [];
		const groups = suite.samples.flatMap((sample) => Object.entries(groupsOf(suite, sample) ?? {}));
		const known = new Set(groups.map(([own, value]) => `${own}=${value}`));
		const wanted = `${group.name}=${group.value}`;
		if (known.has(wanted)) return [];
		const there =
			known.size === 0
				? `Suite ${name} has no groups.`
				: `It has ${[...known].slice(0, SHOWN).join(', ')}${known.size > SHOWN ? ', ...' : ''}.`;
		const what = `${at}: suite ${name} has no sample of ${wanted}`;
		refuseMisspelt(wanted, known, what, there);
		return [`${what}, so this budget applies to ${group.negated ? 'all' : 'none'} of it. ${there}`];
	});
}

function refuseMisspelt(name: string, known: ReadonlySet<string>, what: string, hint: string): void {
	const meant = misspeltName(name, known);
	if (meant !== undefined) throw new ConfigError(`${what}; did you mean '${meant}'?`, { hint });
}

const SHOWN = 12;

interface PlacedScope {
	readonly text: string;
	/** File, line and field. */
	readonly at: string;
}

function scopesOf(budgets: readonly TimeBudget[], place: ContentPlace): readonly PlacedScope[] {
	return budgets.flatMap(({ suites = [] }, index) =>
		suites.map((text, at) => ({
			text,
			at: `${placeOf(place, ['app', 'budgets', index, 'suites', at])}: app.budgets[${index}].suites[${at}]`,
		})),
	);
}
