import { describe, expect, it } from 'vitest';
import { message } from '../../src/base/message.ts';
import type { Sample } from '../../src/eval/sample.ts';
import { suiteDouble } from '../../src/testing/doubles/suite-double.ts';
import { checkExpected } from './try-suites.ts';

const tools = new Map([
	['put', { type: 'object', properties: { product: { type: 'string' } }, required: ['product'] }],
]);

describe('a row that names a tool and fills none of its cells', () => {
	const checked = (expected: object, isTable = true): unknown => {
		const sample = { id: 'a', input: 'put milk', expected: [expected] } as unknown as Sample;
		const suite = { ...suiteDouble([], async () => ({ messages: [], facts: {} })), oneTurn: true, samples: [sample] };
		return checkExpected(suite, tools, new Map([[sample, { place: 'prompts.csv:2', isTable }]]), 'gemmark.config.yaml');
	};
	const empty = { tool: 'put', arguments: {} };

	it('is refused where the tool needs an argument, by name', () => {
		expect(() => checked(empty)).toThrow(
			expect.objectContaining({
				said: expect.objectContaining({
					params: expect.objectContaining({ place: 'prompts.csv:2', field: 'expected[0].arguments' }),
				}),
			}),
		);
	});

	it('is taken where what is needed is acceptable, and where it is no row of a table', () => {
		expect(checked({ ...empty, acceptable: { product: ['milk', 'tea'] } })).toBeDefined();
		expect(checked(empty, false)).toBeDefined();
	});
});

it('whose call no tool takes is refused with every choice, null too', () => {
	const choices = new Map([['put', { type: 'object', properties: { size: { enum: ['a', 1, null, true] } } }]]);
	const sample = { id: 'a', input: '', expected: [{ tool: 'put', arguments: { size: 'b' } }] } as unknown as Sample;
	const suite = { ...suiteDouble([], async () => ({ messages: [], facts: {} })), oneTurn: true, samples: [sample] };
	expect(() => checkExpected(suite, choices, new Map(), 'gemmark.config.yaml')).toThrow(
		expect.objectContaining({ hint: expect.stringContaining('size (a, 1, null, true)') }),
	);
});

it('whose call the tool refuses is asked, and its suite says so', () => {
	const limited = new Map([
		['put', { type: 'object', properties: { count: { type: 'integer', maximum: 9 } }, required: ['count'] }],
	]);
	const samples = [{ count: 9 }, { count: 10 }, {}].map((given, index) => ({
		id: `s${index}`,
		input: 'put milk',
		expected: [{ tool: 'put', arguments: given }],
	})) as unknown as readonly Sample[];
	const suite = { ...suiteDouble([], async () => ({ messages: [], facts: {} })), name: 'cart', oneTurn: true, samples };
	expect(checkExpected(suite, limited, new Map(), 'gemmark.config.yaml').warnings).toEqual([
		message('run.expected-refused', {
			suite: 'cart',
			n: 2,
			of: 3,
			sample: 's1',
			tool: 'put',
			why: 'count must be at most 9',
		}),
	]);
});
