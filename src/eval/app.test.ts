import { expect, it } from 'vitest';
import { budgetScope, isBudgeted } from './app.ts';

const chain = { suite: 'tools', groups: { kind: 'chain', call: 'needed' } };
const single = { suite: 'tools', groups: { kind: 'single', call: 'needed' } };
const ungrouped = { suite: 'tools' };
const prefix = { suite: 'prefix' };

it.each<readonly [string, readonly string[] | undefined, readonly boolean[]]>([
	['no suite is for all', undefined, [true, true, true, true]],
	['a suite is for all its samples', ['tools'], [true, true, true, false]],
	['a group is for its samples', ['tools[kind=chain]'], [true, false, false, false]],
	['all but a group is also for samples of none', ['prefix', 'tools[kind!=chain]'], [false, true, true, true]],
	[
		'a group that no sample has is for none',
		['tools[toString=chain]', 'tools[kind=CHAIN]'],
		[false, false, false, false],
	],
	['what is no group is no suite', ['tools[kind]', 'tools[kind=chain', 'tools[]'], [false, false, false, false]],
])('a budget of %s', (_, suites, expected) => {
	expect([chain, single, ungrouped, prefix].map(isBudgeted({ suites }))).toEqual(expected);
});

it('a group is read with signs of its own, and composed', () => {
	expect(budgetScope('mine[of=a=b]]')).toEqual({ suite: 'mine', group: { name: 'of', value: 'a=b]', negated: false } });
	expect(
		isBudgeted({ suites: [`mine[종류=${'연쇄'.normalize('NFD')}]`] })({ suite: 'mine', groups: { 종류: '연쇄' } }),
	).toBe(true);
});
