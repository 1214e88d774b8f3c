import { describe, expect, it } from 'vitest';
import { configErrorOf } from '../../testing/config-folder-fixture.ts';
import { parseData } from '../corpus/data-text.ts';
import { readCannedAnswers } from './canned-answers.ts';

const tools = [
	{
		name: 'search_recipe',
		description: '',
		parameters: {
			type: 'object',
			properties: { keyword: {}, limit: { type: 'integer' }, tags: {}, level: { enum: ['Easy', 'hard'] } },
		},
	},
	{ name: 'constructor', description: '', parameters: { type: 'object' } },
];

function read(yaml: string) {
	const { content, lineOf } = parseData(yaml, 'answers.yaml');
	return readCannedAnswers({ content, place: { file: 'answers.yaml', lineOf }, at: [] }, tools, 'en');
}

describe('canned answers', () => {
	it('are new for each call', () => {
		const own = read('search_recipe: [{ answer: [{ id: 1 }] }]');
		const first = own.answer('search_recipe', {});
		if (first.type === 'ok') Object.assign(first.data as object, { 0: 'changed' });
		expect(own.answer('search_recipe', {})).toEqual({ type: 'ok', data: [{ id: 1 }] });
	});

	const answers = read(`
search_recipe:
  - when: { keyword: 김치 }
    answer: [{ id: 1 }]
  - when: { keyword: Stew, limit: 2, tags: [a, b] }
    answer: null
  - when: { limit: 9 }
    error: too many
  - answer: []
`);
	it.each([
		[{ keyword: '김치' }, { type: 'ok', data: [{ id: 1 }] }],
		[
			{ keyword: ' 김치 '.normalize('NFD'), limit: 3 },
			{ type: 'ok', data: [{ id: 1 }] },
		],
		[
			{ keyword: 'STEW', limit: 2, tags: ['A', 'b'] },
			{ type: 'ok', data: null },
		],
		[
			{ keyword: 'stew', limit: 2, tags: ['b', 'a'] },
			{ type: 'ok', data: [] },
		],
		[
			{ keyword: 'stew', limit: '2' },
			{ type: 'ok', data: [] },
		],
		[{ limit: 9 }, { type: 'error', code: 'error', reason: 'too many', kind: 'result_error' }],
		[{}, { type: 'ok', data: [] }],
	])('answer %j with the first match', (args, result) => {
		expect(answers.answer('search_recipe', args)).toEqual(result);
	});

	it('fit anything that is given where they say *', () => {
		const { answer } = read(`
search_recipe:
  - when: { keyword: '*', tags: [a, '*'] }
    answer: found
`);
		expect(answer('search_recipe', { keyword: 3, tags: ['a', { b: 1 }] })).toEqual({ type: 'ok', data: 'found' });
		expect(answer('search_recipe', { tags: ['a', 'b'] })).toMatchObject({ code: 'no_answer' });
		expect(answer('search_recipe', { keyword: 3, tags: ['a'] })).toMatchObject({ code: 'no_answer' });
	});
	it('fit a choice of the tool whatever its case', () => {
		const { answer } = read("search_recipe:\n  - when: { level: easy, limit: '*' }\n    answer: 1\n");
		expect(answer('search_recipe', { level: 'Easy', limit: 2 })).toEqual({ type: 'ok', data: 1 });
	});

	it('tell the model that none is prepared, and the operator for which tools', () => {
		expect(answers.answer('constructor', {})).toMatchObject({ type: 'error', code: 'no_answer' });
		expect(answers.unanswered).toEqual(['constructor']);
		const partial = read('search_recipe:\n  - when: { keyword: a }\n    answer: 1\n');
		expect(partial.answer('search_recipe', {})).toMatchObject({ type: 'error', code: 'no_answer' });
	});

	it.each([
		['search_recipes: []', ":1: search_recipes: there is no such tool; did you mean 'search_recipe'?"],
		['toString: []', ':1: toString: there is no such tool'],
		['search_recipe: 3', ':1: search_recipe: must be a list'],
		[
			'search_recipe:\n  - when: { keywrd: a }\n    answer: 1',
			":2: search_recipe[0].when.keywrd: is no argument of the tool; did you mean 'keyword'?",
		],
		["search_recipe:\n  - when: { limit: '9' }\n    answer: 1", ':2: search_recipe[0].when.limit: must be a number'],
		[
			'search_recipe:\n  - when: { level: herd }\n    answer: 1',
			`:2: search_recipe[0].when.level: must be one of "Easy", "hard"; did you mean 'hard'?`,
		],
		['search_recipe:\n  - wen: {}\n    answer: 1', ":2: search_recipe[0].wen: is no field here; did you mean 'when'?"],
		['search_recipe:\n  - when: {}', ':2: search_recipe[0]: must have an answer or an error'],
		['search_recipe:\n  - { answer: 1, error: x }', ':2: search_recipe[0]: must have an answer or an error'],
		[
			'search_recipe:\n  - answer: 1\n  - answer: 2',
			':3: search_recipe[1]: never answers, for the entry before it has no `when`',
		],
		['- a', ':1: must be an object'],
	])('%j are refused in one line', async (yaml, line) => {
		expect(await configErrorOf(() => read(yaml))).toBe(`answers.yaml${line}`);
	});
});
