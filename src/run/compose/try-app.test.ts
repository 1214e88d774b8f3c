import { expect, it } from 'vitest';
import type { Suite } from '../../eval/suite.ts';
import { unheldBudgets, unheldGroups } from './try-app.ts';

const budgetOf = (
	suites?: readonly string[],
	names: readonly string[] = ['talk', 'order'],
): (() => readonly string[]) => {
	const budgets = [{ metric: 'endToEndMs', atMost: 300, ...(suites && { suites }) } as const];
	return () => unheldBudgets(budgets, names, { file: 'gemmark.config.yaml' });
};

it('a budget for a suite whose name is misspelt is refused', () => {
	expect(budgetOf(['talk', 'tolk'])).toThrow(
		"gemmark.config.yaml: app.budgets[0].suites[1]: there is no suite 'tolk'; did you mean 'talk'?",
	);
	expect(budgetOf(['perfix'])).toThrow("there is no suite 'perfix'; did you mean 'prefix'?");
});

it('a budget for a suite that another config of the app may have is told, and holds nothing', () => {
	expect(budgetOf(['talk', 'evening', 'talk-ko[kind=short]'])()).toEqual([
		"gemmark.config.yaml: app.budgets[0].suites[1]: there is no suite 'evening', so this budget applies to none of it. The config has talk, order.",
		"gemmark.config.yaml: app.budgets[0].suites[2]: there is no suite 'talk-ko', so this budget applies to none of it. The config has talk, order.",
	]);
});

it.each([
	['all suites', undefined],
	['a suite of the config that this run may not ask', ['order']],
	['a suite of gemmark that another config of the app may ask', ['prefix']],
	['a group of a suite', ['order', 'talk[kind!=short]']],
])('nothing is said of a budget for %s', (_, suites) => {
	expect(budgetOf(suites)()).toEqual([]);
});

it('a budget for a suite is taken by a config without suites, as tests have it', () => {
	expect(budgetOf(['tolk'], [])()).toEqual([]);
});

it('a budget for a group is refused where its suite is misspelt', () => {
	expect(budgetOf(['tolk[kind=short]'])).toThrow("there is no suite 'tolk'; did you mean 'talk'?");
	expect(budgetOf(['talk[kind]'])).toThrow(
		"app.budgets[0].suites[0]: 'talk[kind]' is neither a suite nor a group of one",
	);
});

it('a budget for a group of which its suite has no sample is told, or refused where it is misspelt', () => {
	const talk = {
		name: 'talk',
		samples: ['a', 'b'].map((id) => ({ id, input: id })),
		groups: ({ id }: { id: string }) => ({ kind: id === 'a' ? 'short' : 'long' }),
	} as unknown as Suite;
	const asks =
		(suites: readonly string[], suite = talk) =>
		() => {
			const budgets = [{ metric: 'endToEndMs', atMost: 300, suites }] as const;
			return unheldGroups(budgets, [suite], { file: 'gemmark.config.yaml' });
		};
	expect(asks(['talk[kind=short]', 'talk[kind!=long]', 'order[kind=any]'])()).toEqual([]);
	expect(asks(['talk[kind!=shrot]'])).toThrow(
		"app.budgets[0].suites[0]: suite talk has no sample of kind=shrot; did you mean 'kind=short'?",
	);
	expect(asks(['talk[kind!=chain]'])()).toEqual([
		'gemmark.config.yaml: app.budgets[0].suites[0]: suite talk has no sample of kind=chain, so this budget applies to all of it. It has kind=short, kind=long.',
	]);
	expect(asks(['talk[kind=short]'], { ...talk, groups: undefined } as unknown as Suite)()).toEqual([
		expect.stringContaining('so this budget applies to none of it. Suite talk has no groups.'),
	]);
});
