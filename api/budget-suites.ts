import { type ContentPlace, placeOf } from '../src/config/field-path.ts';
import { ConfigError } from '../src/errors/gemmark-error.ts';
import type { TimeBudget } from '../src/eval/app.ts';
import { didYouMean } from '../src/text/nearest-name.ts';
import { HABIT_COACH_SUITES } from './habit-coach.ts';

/**
 * Throws {@link ConfigError} where a budget is for a suite that the config does not have: nothing would ever be held against
 * it. One of gemmark's own may be asked by another config of the app.
 */
export function requireBudgetSuites(
	budgets: readonly TimeBudget[] = [],
	names: readonly string[],
	place: ContentPlace,
): void {
	const known = new Set([...names, ...HABIT_COACH_SUITES.map(({ name }) => name)]);
	for (const [index, { suites = [] }] of budgets.entries()) {
		const at = suites.findIndex((name) => !known.has(name));
		const unknown = suites[at];
		if (unknown === undefined) continue;
		const field = ['app', 'budgets', index, 'suites', at];
		throw new ConfigError(
			`${placeOf(place, field)}: app.budgets[${index}].suites[${at}]: there is no suite '${unknown}'${didYouMean(unknown, known)}`,
			{ hint: `The config has ${names.join(', ')}.` },
		);
	}
}
