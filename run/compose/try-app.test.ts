import { expect, it } from 'vitest';
import { message, type Said } from '../../src/base/message.ts';
import type { Suite } from '../../src/eval/suite.ts';
import { unheldBudgets, unheldGroups } from './try-app.ts';

const place = (at: number): string => `gemmark.config.yaml: app.budgets[0].suites[${at}]`;
const saying = (code: string, params: object): unknown =>
	expect.objectContaining({ said: { code, params: expect.objectContaining(params) } });

const budgetOf = (
	suites?: readonly string[],
	names: readonly string[] = ['talk', 'order'],
): (() => readonly Said[]) => {
	const budgets = [{ metric: 'endToEndMs', atMost: 300, suites } as const];
	return () => unheldBudgets(budgets, names, { file: 'gemmark.config.yaml' });
};

it('a budget for a suite whose name is misspelt is refused', () => {
	expect(budgetOf(['talk', 'tolk'])).toThrow(
		saying('config.budget-suite', { place: place(1), suite: 'tolk', near: 'talk' }),
	);
	expect(budgetOf(['perfix'])).toThrow(saying('config.budget-suite', { near: 'prefix' }));
});

it('a budget for a suite that is not here is a warning', () => {
	const known = ['talk', 'order'];
	expect(budgetOf(['talk', 'evening', 'talk-ko[kind=short]'])()).toEqual([
		message('run.budget-suite', { place: place(1), suite: 'evening', known }),
		message('run.budget-suite', { place: place(2), suite: 'talk-ko', known }),
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
	expect(budgetOf(['tolk[kind=short]'])).toThrow(saying('config.budget-suite', { near: 'talk' }));
	expect(budgetOf(['talk[kind]'])).toThrow(saying('config.budget-scope', { place: place(0), scope: 'talk[kind]' }));
});

it('a budget for a group of which its suite has no sample is a warning, or refused if misspelt', () => {
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
	expect(asks(['talk[kind!=shrot]'])).toThrow(saying('config.budget-group', { place: place(0), near: 'kind=short' }));
	expect(asks(['talk[kind!=chain]'])()).toMatchObject([
		{
			code: 'run.budget-group-not',
			params: { place: place(0), group: 'kind=chain', known: ['kind=short', 'kind=long'] },
		},
	]);
	expect(asks(['talk[kind=short]'], { ...talk, groups: undefined } as unknown as Suite)()).toMatchObject([
		{ code: 'run.budget-group', params: { known: undefined } },
	]);
});
