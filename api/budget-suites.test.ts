import { expect, it } from 'vitest';
import type { Suite } from '../src/eval/suite/suite.ts';
import { requireBudgetGroups, requireBudgetSuites } from './budget-suites.ts';

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
	['a group of a suite', ['order', 'talk[kind!=short]']],
])('a budget for %s is taken', (_, suites) => {
	expect(budgetOf(suites)).not.toThrow();
});

it('a budget for a suite is taken by a config without suites, as tests have it', () => {
	const budgets = [{ metric: 'endToEndMs', atMost: 300, suites: ['talk'] } as const];
	expect(() => requireBudgetSuites(budgets, [], { file: 'gemmark.config.yaml' })).not.toThrow();
});

it('a budget for a group is refused where no suite could have it', () => {
	expect(budgetOf(['tolk[kind=short]'])).toThrow("there is no suite 'tolk'; did you mean 'talk'?");
	expect(budgetOf(['talk[kind]'])).toThrow(
		"app.budgets[0].suites[0]: 'talk[kind]' is neither a suite nor a group of one",
	);
});

it('a budget for a group of which its suite has no sample is refused by name', () => {
	const talk = {
		name: 'talk',
		samples: ['a', 'b'].map((id) => ({ id, input: id })),
		groups: ({ id }: { id: string }) => ({ kind: id === 'a' ? 'short' : 'long' }),
	} as unknown as Suite;
	const asks =
		(suites: readonly string[], suite = talk) =>
		() => {
			const budgets = [{ metric: 'endToEndMs', atMost: 300, suites }] as const;
			requireBudgetGroups(budgets, [suite], { file: 'gemmark.config.yaml' });
		};
	expect(asks(['talk[kind=short]', 'talk[kind!=long]', 'order[kind=any]'])).not.toThrow();
	expect(asks(['talk[kind!=shrot]'])).toThrow(
		"app.budgets[0].suites[0]: suite talk has no sample of kind=shrot; did you mean 'kind=short'?",
	);
	expect(asks(['talk[kind=short]'], { ...talk, groups: undefined } as unknown as Suite)).toThrow(
		/no sample of kind=short/u,
	);
});
