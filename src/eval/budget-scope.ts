import type { TimeBudget } from './app.ts';

/** What of a suite a budget is for: all of it, or the samples that are, or are not, of a group. */
export interface BudgetScope {
	readonly suite: string;
	readonly group?: { readonly name: string; readonly value: string; readonly negated: boolean } | undefined;
}

/** Of `SUITE`, `SUITE[GROUP=VALUE]` and `SUITE[GROUP!=VALUE]`; any other text is the name of no suite. */
export function budgetScope(text: string): BudgetScope {
	const { suite, name, not, value } = SCOPE.exec(text)?.groups ?? {};
	if (suite === undefined || name === undefined || value === undefined) return { suite: text };
	return { suite, group: { name: name.normalize('NFC'), value: value.normalize('NFC'), negated: not === '!' } };
}

const SCOPE = /^(?<suite>[^[\]]+)\[(?<name>[^=!]+)(?<not>!?)=(?<value>.+)\]$/su;

/** A sample as a budget asks for it. */
interface ScopedSample {
	readonly suite: string;
	readonly groups?: Readonly<Record<string, string>> | undefined;
}

/** Whether a budget is for a sample, by its suite and its groups; its texts are read once for all samples. */
export function isBudgeted({ suites }: Pick<TimeBudget, 'suites'>): (sample: ScopedSample) => boolean {
	if (suites === undefined) return () => true;
	const scopes = suites.map(budgetScope);
	return ({ suite, groups = {} }) =>
		scopes.some(({ suite: name, group }) => {
			if (name !== suite) return false;
			return (
				group === undefined ||
				(Object.hasOwn(groups, group.name) && groups[group.name] === group.value) !== group.negated
			);
		});
}
