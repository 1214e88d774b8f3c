import { type ContentPlace, placeOf } from '../src/config/field-path.ts';
import { ConfigError } from '../src/errors/gemmark-error.ts';
import type { TimeBudget } from '../src/eval/app.ts';
import { budgetScope } from '../src/eval/budget-scope.ts';
import { groupsOf } from '../src/eval/evaluate/own-code.ts';
import type { Suite } from '../src/eval/suite/suite.ts';
import { didYouMean } from '../src/text/nearest-name.ts';
import { HABIT_COACH_SUITES } from './habit-coach.ts';

/**
 * Throws {@link ConfigError} where a budget is for a suite that the config does not have: nothing would ever be held against
 * it. One of gemmark's own may be asked by another config of the app, as may any where this one has none, as for tests.
 */
export function requireBudgetSuites(
	budgets: readonly TimeBudget[] = [],
	names: readonly string[],
	place: ContentPlace,
): void {
	const known = new Set([...names, ...HABIT_COACH_SUITES.map(({ name }) => name)]);
	for (const { text, field, path } of scopesOf(budgets)) {
		const { suite } = budgetScope(text);
		if (known.has(suite)) continue;
		if (/[[\]]/u.test(suite)) {
			throw new ConfigError(`${placeOf(place, path)}: ${field}: '${text}' is neither a suite nor a group of one`, {
				hint: 'Write SUITE, SUITE[GROUP=VALUE] or SUITE[GROUP!=VALUE].',
			});
		}
		if (names.length === 0) continue;
		throw new ConfigError(
			`${placeOf(place, path)}: ${field}: there is no suite '${suite}'${didYouMean(suite, known)}`,
			{
				hint: `The config has ${names.join(', ')}.`,
			},
		);
	}
}

/** Throws {@link ConfigError} where a budget is for a group of which these suites have no sample. */
export function requireBudgetGroups(
	budgets: readonly TimeBudget[] = [],
	suites: readonly Suite[],
	place: ContentPlace,
): void {
	for (const { text, field, path } of scopesOf(budgets)) {
		const { suite: name, group } = budgetScope(text);
		const suite = suites.find((one) => one.name === name);
		if (suite === undefined || group === undefined) continue;
		const groups = suite.samples.flatMap((sample) => Object.entries(groupsOf(suite, sample) ?? {}));
		const known = new Set(groups.map(([own, value]) => `${own}=${value}`));
		const wanted = `${group.name}=${group.value}`;
		if (known.has(wanted)) continue;
		throw new ConfigError(
			`${placeOf(place, path)}: ${field}: suite ${name} has no sample of ${wanted}${didYouMean(wanted, known)}`,
			{
				hint:
					known.size === 0
						? `Suite ${name} has no groups.`
						: `It has ${[...known].slice(0, SHOWN).join(', ')}${known.size > SHOWN ? ', ...' : ''}.`,
			},
		);
	}
}

const SHOWN = 12;

function scopesOf(
	budgets: readonly TimeBudget[],
): readonly { readonly text: string; readonly field: string; readonly path: readonly (string | number)[] }[] {
	return budgets.flatMap(({ suites = [] }, index) =>
		suites.map((text, at) => ({
			text,
			field: `app.budgets[${index}].suites[${at}]`,
			path: ['app', 'budgets', index, 'suites', at],
		})),
	);
}
