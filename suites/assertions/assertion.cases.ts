import type { JsonObject } from '../../src/base/json.ts';
import { type Answer, answerOf } from './judge.ts';
import type { Assertion } from './sample.ts';

/** A tool as OpenAI's API declares it. */
export const WEATHER: readonly JsonObject[] = [
	{
		type: 'function',
		function: {
			name: 'get_weather',
			description: 'weather of a city',
			parameters: {
				type: 'object',
				properties: { city: { type: 'string' }, days: { type: 'integer' } },
				required: ['city'],
			},
		},
	},
];

export interface AnsweredCase {
	readonly answer: Answer;
	readonly assertion: Assertion;
	readonly pass: boolean;
}

const said = (text: string): Answer => answerOf({ calls: [], answer: text, prefix: text });
const called = (name: string, args: Readonly<Record<string, string | number>>): Answer =>
	answerOf({ calls: [{ id: 'call-0', name, arguments: args }], answer: undefined, prefix: '' });
const SEOUL = called('get_weather', { city: '서울' });
const CAPITAL = { type: 'object', required: ['capital'], properties: { capital: { type: 'string' } } } as const;

/** Answers, assertions, and whether they hold, in agreement with promptfoo 0.123.1. */
export const ANSWERED_CASES: readonly AnsweredCase[] = [
	{ answer: said('서울'), assertion: { type: 'equals', value: '서울' }, pass: true },
	{ answer: said('서울 '), assertion: { type: 'equals', value: '서울' }, pass: false },
	{ answer: said('3'), assertion: { type: 'equals', value: 3 }, pass: true },
	{ answer: said('{"b":1,"a":[2]}'), assertion: { type: 'equals', value: { a: [2], b: 1 } }, pass: true },
	{ answer: said('{"a":[2]}'), assertion: { type: 'equals', value: { a: [2], b: 1 } }, pass: false },
	{ answer: said('no JSON'), assertion: { type: 'not-equals', value: { a: 1 } }, pass: true },
	{ answer: said('수도는 서울입니다'), assertion: { type: 'contains', value: '서울' }, pass: true },
	{ answer: said('Seoul'), assertion: { type: 'contains', value: 'seoul' }, pass: false },
	{ answer: said('it is 42'), assertion: { type: 'contains', value: 42 }, pass: true },
	{ answer: said('Seoul'), assertion: { type: 'icontains', value: 'sEOUL' }, pass: true },
	{ answer: said('Seoul'), assertion: { type: 'not-icontains', value: 'seoul' }, pass: false },
	{ answer: SEOUL, assertion: { type: 'contains', value: 'get_weather' }, pass: true },
	{ answer: said('서울과 부산'), assertion: { type: 'contains-all', value: ['서울', '부산'] }, pass: true },
	{ answer: said('서울'), assertion: { type: 'contains-all', value: '서울, 부산' }, pass: false },
	{ answer: said('서울'), assertion: { type: 'contains-any', value: '서울, 부산' }, pass: true },
	{ answer: said('SEOUL'), assertion: { type: 'icontains-any', value: ['seoul', 'busan'] }, pass: true },
	{ answer: said('SEOUL'), assertion: { type: 'not-icontains-all', value: ['seoul', 'busan'] }, pass: true },
	{ answer: SEOUL, assertion: { type: 'tool-call-f1', value: ['get_weather'] }, pass: true },
	{ answer: SEOUL, assertion: { type: 'tool-call-f1', value: 'get_weather, find' }, pass: false },
	{ answer: SEOUL, assertion: { type: 'tool-call-f1', value: 'get_weather, find', threshold: 0.6 }, pass: true },
	{ answer: said('get_weather'), assertion: { type: 'tool-call-f1', value: ['get_weather'] }, pass: false },
	{ answer: said('a1\nb2'), assertion: { type: 'regex', value: '^b' }, pass: false },
	{ answer: said('번호 010-1234'), assertion: { type: 'regex', value: '\\d{3}-\\d{4}' }, pass: true },
	{ answer: said('no digits'), assertion: { type: 'not-regex', value: '\\d' }, pass: true },
	{ answer: said('{"capital":"서울"}'), assertion: { type: 'is-json' }, pass: true },
	{ answer: said('```json\n{}\n```'), assertion: { type: 'is-json' }, pass: false },
	{ answer: said('{"capital":"서울"}'), assertion: { type: 'is-json', value: CAPITAL }, pass: true },
	{ answer: said('{"capital":3}'), assertion: { type: 'is-json', value: CAPITAL }, pass: false },
	{ answer: said('{"city":"서울"}'), assertion: { type: 'not-is-json', value: CAPITAL }, pass: true },
	{ answer: said('no JSON'), assertion: { type: 'not-is-json', value: CAPITAL }, pass: true },
	{ answer: SEOUL, assertion: { type: 'is-json' }, pass: true },
	{ answer: SEOUL, assertion: { type: 'is-valid-openai-tools-call' }, pass: true },
	{ answer: said('서울'), assertion: { type: 'is-valid-openai-tools-call' }, pass: false },
	{ answer: called('get_wether', { city: '서울' }), assertion: { type: 'is-valid-openai-tools-call' }, pass: false },
	{ answer: called('get_weather', {}), assertion: { type: 'is-valid-openai-tools-call' }, pass: false },
	{
		answer: called('get_weather', { city: '서울', days: 1.5 }),
		assertion: { type: 'is-valid-openai-tools-call' },
		pass: false,
	},
	{
		answer: called('get_weather', { city: '서울', unit: 'C' }),
		assertion: { type: 'is-valid-openai-tools-call' },
		pass: true,
	},
	{ answer: said('abc'), assertion: { type: 'javascript', value: 'output.length === 3' }, pass: true },
	{ answer: said('abc'), assertion: { type: 'not-javascript', value: 'output.length === 3' }, pass: false },
	{ answer: said('abc'), assertion: { type: 'javascript', value: 'output.length', threshold: 4 }, pass: false },
	{ answer: said('abc'), assertion: { type: 'javascript', value: '0' }, pass: false },
	{
		answer: said('abc'),
		assertion: {
			type: 'javascript',
			value: "const wanted = 'abc';\nreturn { pass: output === wanted, score: 1, reason: wanted };",
		},
		pass: true,
	},
	{ answer: SEOUL, assertion: { type: 'javascript', value: "output[0].function.name === 'get_weather'" }, pass: true },
	{ answer: SEOUL, assertion: { type: 'javascript', value: "output.endsWith('x')" }, pass: false },
	{ answer: said('no JSON'), assertion: { type: 'not-javascript', value: 'JSON.parse(output).a === 1' }, pass: false },
];
