import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { configErrorOf } from '../../testing/config-folder-fixture.ts';
import { parseData } from '../data-text.ts';
import { readCannedAnswers } from './canned-answers.ts';

const tools = new Map<string, JsonObject>([
	[
		'search_recipe',
		{
			type: 'object',
			properties: { keyword: {}, limit: { type: 'integer' }, tags: {}, level: { enum: ['Easy', 'hard'] } },
		},
	],
	['constructor', { type: 'object' }],
]);

function read(yaml: string, parameters = tools) {
	const { content, lineOf } = parseData(yaml, 'answers.yaml');
	return readCannedAnswers({ content, place: { file: 'answers.yaml', lineOf }, at: [] }, parameters, 'en');
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

	it('match any given value with *', () => {
		const { answer } = read(`
search_recipe:
  - when: { keyword: '*', tags: [a, '*'] }
    answer: found
`);
		expect(answer('search_recipe', { keyword: 3, tags: ['a', { b: 1 }] })).toEqual({ type: 'ok', data: 'found' });
		expect(answer('search_recipe', { tags: ['a', 'b'] })).toMatchObject({ code: 'no_answer' });
		expect(answer('search_recipe', { keyword: 3, tags: ['a'] })).toMatchObject({ code: 'no_answer' });
	});
	it('match an enum value in any case', () => {
		const { answer } = read("search_recipe:\n  - when: { level: easy, limit: '*' }\n    answer: 1\n");
		expect(answer('search_recipe', { level: 'Easy', limit: 2 })).toEqual({ type: 'ok', data: 1 });
	});

	const level = { type: 'string', enum: ['Easy', 'hard'] };
	const rich: JsonObject = {
		any: {},
		true: true,
		none: { type: ['string', 'null'] },
		either: { anyOf: [{ type: 'integer' }, { type: 'string', minLength: 3 }, { type: 'null' }] },
		list: { type: 'array', items: level },
		place: {
			anyOf: [
				{ type: 'null' },
				{ type: 'object', properties: { level, note: { type: 'string' }, near: { type: 'integer', default: 5 } } },
			],
		},
		places: { type: 'array', items: { type: 'object', properties: { all: { default: '*' } } } },
	};
	const readRich = (when: object) =>
		read(
			`rich: [{ when: ${JSON.stringify(when)}, answer: 1 }]`,
			new Map([['rich', { type: 'object', properties: rich }]]),
		);
	it.each<[object, JsonObject, boolean]>([
		[{ any: [1, { a: null }], true: 3, none: null }, { any: [1, { a: null }], true: 3, none: null }, true],
		[{ either: 'ab' }, { either: 'ab ' }, true],
		[{ either: null, list: ['easy', '*'] }, { either: null, list: ['Easy', 'hard'] }, true],
		[{ place: { level: 'EASY' } }, { place: { level: 'Easy', near: 5 } }, true],
		[{ place: {} }, { place: { near: 5 } }, true],
		[{ place: {} }, { place: { near: 6 } }, false],
		[{ place: { note: '*' } }, { place: { note: 'x', near: 5 } }, true],
		[{ place: { note: '*' } }, { place: { near: 5 } }, false],
		[{ places: [{}] }, { places: [{ all: '*' }] }, true],
		[{ places: [{}] }, { places: [{ all: 'x' }] }, false],
	])('with %j hold it against %j as the schema of the tool reads both: %j', (when, args, fits) => {
		expect(readRich(when).answer('rich', args).type).toBe(fits ? 'ok' : 'error');
	});
	it.each<[object, string]>([
		[{ none: 3 }, 'none: is none of what the tool takes'],
		[{ list: ['esy'] }, 'list: 0 must be one of "Easy", "hard"'],
		[{ place: { near: 'x' } }, 'place: is none of what the tool takes'],
	])('with %j are rejected: no call can match', (when, line) => {
		expect(() => readRich(when)).toThrow(`answers.yaml:1: rich[0].when.${line}`);
	});

	it('report a missing answer to the model, and the tools to the user', () => {
		expect(answers.answer('constructor', {})).toMatchObject({ type: 'error', code: 'no_answer' });
		expect(answers.unanswered).toEqual(['constructor']);
		const partial = read('search_recipe:\n  - when: { keyword: a }\n    answer: 1\n');
		expect(partial.answer('search_recipe', {})).toMatchObject({ type: 'error', code: 'no_answer' });
	});

	it.each([
		['search_recipes: []', ":1: search_recipes: no such tool; did you mean 'search_recipe'?"],
		['toString: []', ':1: toString: no such tool'],
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
		[
			'search_recipe:\n  - wen: {}\n    answer: 1',
			":2: search_recipe[0].wen: is not a field here; did you mean 'when'?",
		],
		['search_recipe:\n  - when: {}', ':2: search_recipe[0]: must have an answer or an error'],
		['search_recipe:\n  - { answer: 1, error: x }', ':2: search_recipe[0]: must have an answer or an error'],
		[
			'search_recipe:\n  - answer: 1\n  - answer: 2',
			':3: search_recipe[1]: is never used: the entry before it has no `when`',
		],
		['- a', ':1: must be an object'],
	])('%j are rejected in one line', async (yaml, line) => {
		expect(await configErrorOf(() => read(yaml))).toBe(`answers.yaml${line}`);
	});
});
