import { expect, it } from 'vitest';
import { requireBudgetSuites } from './budget-suites.ts';

const budgetOf = (suites?: readonly string[]): (() => void) => {
	const budgets = [{ metric: 'endToEndMs', atMost: 300, ...(suites && { suites }) } as const];
	return () => requireBudgetSuites(budgets, ['talk', 'order'], { file: 'gemmark.config.yaml' });
};

it('a budget for a suite that its config does not have is refused by name', () => {
	expect(budgetOf(['talk', 'tolk'])).toThrow(
		"gemmark.config.yaml: app.budgets[0].suites[1]: there is no suite 'tolk'; did you mean 'talk'?",
	);
});

it.each([
	['all suites', undefined],
	['a suite of the config that this run may not ask', ['order']],
	['a suite of gemmark that another config of the app may ask', ['prefix']],
])('a budget for %s is taken', (_, suites) => {
	expect(budgetOf(suites)).not.toThrow();
});
