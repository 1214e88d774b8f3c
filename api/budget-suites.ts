import { ConfigError } from '../src/base/errors.ts';
import { type ContentPlace, placeOf } from '../src/config/issue.ts';
import { budgetScope, type TimeBudget } from '../src/eval/app.ts';
import type { Suite } from '../src/eval/suite.ts';
import { groupsOf } from '../src/eval/user-code.ts';
import { misspeltName } from '../src/text/nearest-name.ts';
import { HABIT_COACH_SUITES } from './habit-coach.ts';

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
