import { describe } from 'vitest';
import { call, describeFates, type FateCase } from '../testing/fate-cases.ts';
import { mlxLm } from './mlx-lm.ts';

const block = (body: string): string => `<|tool_call>${body}<tool_call|>`;
const escaped = (body: string): string => `<start_function_call>${body}<end_function_call>`;
const functiongemma = { dialect: 'functiongemma' } as const;

/** Facts of ml-explore/mlx-lm `tests/test_tool_parsing.py` at 9acef5f (2026-08-22), in our words. */
const OWN: readonly FateCase[] = [
	{
		title: 'large numbers',
		raw: block('call:mul{a:98765432,b:48838483920}'),
		calls: [call('mul', { a: 98765432, b: 48838483920 })],
	},
	{ title: 'a string', raw: block('call:at{city:<|"|>서울<|"|>}'), calls: [call('at', { city: '서울' })] },
	{
		title: 'an object',
		raw: block('call:set{o:{on:true,name:<|"|>x<|"|>}}'),
		calls: [call('set', { o: { on: true, name: 'x' } })],
	},
	{ title: 'a list', raw: block('call:tag{l:[<|"|>a<|"|>,<|"|>b<|"|>]}'), calls: [call('tag', { l: ['a', 'b'] })] },
	{
		title: 'several kinds',
		raw: block('call:find{q:<|"|>물<|"|>,n:3,all:false}'),
		calls: [call('find', { q: '물', n: 3, all: false })],
	},
	{
		title: 'two calls in one block',
		raw: block('call:find{q:<|"|>A*.md<|"|>}call:find{q:<|"|>B.md<|"|>}'),
		calls: [call('find', { q: 'A*.md' }), call('find', { q: 'B.md' })],
	},
	{
		title: 'two calls in one block, one of them nested',
		raw: block('call:find{n:1}call:set{o:{on:true}}'),
		calls: [call('find', { n: 1 }), call('set', { o: { on: true } })],
	},
	{
		title: 'a name with a hyphen',
		raw: block('call:make-video{m:<|"|>plan<|"|>}'),
		calls: [call('make-video', { m: 'plan' })],
	},
	{
		title: 'braces inside of a string',
		raw: block('call:put{t:<|"|>{k: v} 처럼<|"|>}'),
		calls: [call('put', { t: '{k: v} 처럼' })],
	},
	{
		title: 'numbers of FunctionGemma',
		raw: escaped('call:mul{a:12,b:34}'),
		...functiongemma,
		calls: [call('mul', { a: 12, b: 34 })],
	},
	{
		title: 'a string of FunctionGemma',
		raw: escaped('call:at{city:<escape>서울<escape>}'),
		...functiongemma,
		calls: [call('at', { city: '서울' })],
	},
];

/** Facts of `mlx_lm/server.py` and `mlx_lm/tool_parsers` at d78bf58 (2026-08-22). */
const SERVER: readonly FateCase[] = [
	{
		title: 'a call that the end cut off, dropped',
		raw: '네. <|tool_call>call:f{a:<|"|>x',
		shown: '네. ',
		outcome: 'swallowed',
	},
	{ title: 'a call whose closer alone is missing', raw: '<|tool_call>call:f{a:1}', calls: [call('f', { a: 1 })] },
	{ title: 'white space before a key, dropped', raw: block('call:f{ a:1}'), shown: '', outcome: 'swallowed' },
	{
		title: 'words around a call',
		raw: `하나 ${block('call:f{}')} 둘`,
		calls: [call('f')],
		shown: '하나  둘',
		outcome: 'call',
	},
	{
		title: 'a call out of a thought that is open',
		raw: `<|channel>thought\n음${block('call:f{}')}`,
		calls: [call('f')],
		shown: '',
	},
	{ title: 'a dot in a name as its end, dropped', raw: block('call:a.f{}'), outcome: 'swallowed' },
	{
		title: 'arguments of FunctionGemma only to the first brace',
		raw: escaped('call:f{o:{a:1},b:2}'),
		...functiongemma,
		calls: [call('f', { o: '{a:1' })],
		outcome: 'changed-arguments',
	},
];

describe('mlx-lm reads', () => {
	describeFates(mlxLm, OWN);
});

describe("mlx-lm's server gives", () => {
	describeFates(mlxLm, SERVER);
});
