import { ConfigError, GemmarkError } from '../../src/base/errors.ts';
import type { JsonObject } from '../../src/base/json.ts';
import { type Message, message, type Said } from '../../src/base/message.ts';
import { thrownText } from '../../src/base/thrown.ts';
import { type ContentPlace, placeOf } from '../../src/config/issue.ts';
import { type AppSession, type AppUnderTest, budgetScope, type TimeBudget } from '../../src/eval/app.ts';
import type { Suite } from '../../src/eval/suite.ts';
import { groupsOf, snapshotOf, UserCodeFailure } from '../../src/eval/user-code.ts';
import { misspeltName } from '../../src/text/nearest-name.ts';
import { declareTool, fullSchema, ToolRegistry } from '../../src/tool/declaration.ts';
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
	throw new ConfigError(message('config.app-session', { place, problem }));
}

function sessionProblem(session: unknown): Message | undefined {
	if (session instanceof Promise) {
		session.catch(() => undefined);
		return message('config.session-promise');
	}
	if (typeof session !== 'object' || session === null)
		return message('config.session-value', { value: String(session).slice(0, 60) });
	const { tools, snapshot, close } = session as Partial<Record<keyof AppSession, unknown>>;
	if (!Array.isArray(tools)) return message('config.session-lacks', { part: 'a list of tools' });
	if (typeof snapshot !== 'function') return message('config.session-lacks', { part: 'snapshot()' });
	return typeof close === 'function' ? undefined : message('config.session-lacks', { part: 'close()' });
}

function attempt<T>(act: () => T, place: string): T {
	try {
		return act();
	} catch (cause) {
		const own = cause instanceof UserCodeFailure || cause instanceof GemmarkError;
		const problem = own ? cause.said : message('score.code-threw', { thrown: thrownText(cause) });
		const hint = own ? cause.hint : undefined;
		throw new ConfigError(message('config.app-code', { place, problem }), {
			hint,
			cause,
		});
	}
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
): readonly Said[] {
	const known = new Set([...names, ...HABIT_COACH_SUITES.map(({ name }) => name)]);
	return scopesOf(budgets, place).flatMap(({ text, at }) => {
		const { suite } = budgetScope(text);
		if (known.has(suite)) return [];
		if (/[[\]]/u.test(suite)) throw new ConfigError(message('config.budget-scope', { place: at, scope: text }));
		if (names.length === 0) return [];
		const near = misspeltName(suite, known);
		const said = { place: at, suite, known: names };
		if (near !== undefined) throw new ConfigError(message('config.budget-suite', { ...said, near }));
		return [message('run.budget-suite', said)];
	});
}

/** Likewise of the groups of these suites: another corpus of the app's may have them. */
export function unheldGroups(
	budgets: readonly TimeBudget[] = [],
	suites: readonly Suite[],
	place: ContentPlace,
): readonly Said[] {
	return scopesOf(budgets, place).flatMap(({ text, at }) => {
		const { suite: name, group } = budgetScope(text);
		const suite = suites.find((one) => one.name === name);
		if (suite === undefined || group === undefined) return [];
		const groups = suite.samples.flatMap((sample) => Object.entries(groupsOf(suite, sample) ?? {}));
		const known = new Set(groups.map(([own, value]) => `${own}=${value}`));
		const wanted = `${group.name}=${group.value}`;
		if (known.has(wanted)) return [];
		const shown = [...known].slice(0, SHOWN).concat(known.size > SHOWN ? ['...'] : []);
		const said = { place: at, suite: name, group: wanted };
		const near = misspeltName(wanted, known);
		if (near !== undefined) throw new ConfigError(message('config.budget-group', { ...said, near, known: shown }));
		const code = group.negated ? 'run.budget-group-not' : 'run.budget-group';
		return [message(code, { ...said, known: known.size === 0 ? undefined : shown })];
	});
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
