import { describe, expect, it } from 'vitest';
import { call, describeFates, type FateCase } from '../testing/fate-cases.ts';
import { vllm, vllmArguments } from './vllm.ts';

const block = (body: string): string => `<|tool_call>${body}<tool_call|>`;
const escaped = (body: string): string => `<start_function_call>${body}<end_function_call>`;
const functiongemma = { dialect: 'functiongemma' } as const;

/** Facts of vLLM's tests of the Gemma 4 parser engine, read 2026-11-21 in a copy, and of that engine, in our words. */
const GEMMA4: readonly FateCase[] = [
	{ title: 'words', raw: '무엇을 도와드릴까요?', shown: '무엇을 도와드릴까요?', outcome: 'text-shown' },
	{ title: 'words before a call, trimmed', raw: `볼게요. ${block('call:f{}')}`, calls: [call('f')], shown: '볼게요.' },
	{
		title: 'several kinds',
		raw: block('call:f{a:true,b:42,c:3.5,d:null}'),
		calls: [call('f', { a: true, b: 42, c: 3.5, d: null })],
	},
	{
		title: 'nested values',
		raw: block('call:f{o:{i:<|"|>v<|"|>},l:[<|"|>a<|"|>,1]}'),
		calls: [call('f', { o: { i: 'v' }, l: ['a', 1] })],
	},
	{ title: 'two calls', raw: block('call:a{}') + block('call:b{}'), calls: [call('a'), call('b')], outcome: 'call' },
	{ title: 'a call that broke off', raw: '<|tool_call>call:f{city:<|"|>서', calls: [call('f', { city: '서' })] },
	{ title: 'a hyphen in a name', raw: block('call:get-it{}'), calls: [call('get-it')] },
	{ title: 'a dot in a name', raw: block('call:app.get{}'), calls: [call('app.get')] },
	{ title: 'markup after a call as text', raw: `${block('call:f{}')}<div>`, calls: [call('f')], shown: '<div>' },
	{ title: 'nothing of a call without its word', raw: block(':f{a:1}'), shown: '', outcome: 'swallowed' },
	{ title: 'a thought apart', raw: '<|channel>thought\n음<channel|>네.', shown: '네.' },
	{ title: 'a call out of an open thought', raw: `<|channel>thought\n음${block('call:f{}')}`, calls: [call('f')] },
];

/** Facts of `tests/tool_parsers/test_functiongemma_tool_parser.py` at 26c3628, in our words. */
const FUNCTIONGEMMA: readonly FateCase[] = [
	{
		title: 'words before a call, trimmed',
		raw: `볼게요. ${escaped('call:at{city:<escape>서울<escape>}')}`,
		...functiongemma,
		calls: [call('at', { city: '서울' })],
		shown: '볼게요.',
	},
	{
		title: 'a number in quotes as a number',
		raw: escaped('call:f{n:<escape>42<escape>}'),
		...functiongemma,
		calls: [call('f', { n: 42 })],
		outcome: 'changed-arguments',
	},
	{
		title: 'nothing of a bare number',
		raw: escaped('call:f{n:42}'),
		...functiongemma,
		calls: [call('f')],
		outcome: 'changed-arguments',
	},
	{
		title: 'two calls',
		raw: escaped('call:a{}') + escaped('call:b{}'),
		...functiongemma,
		calls: [call('a'), call('b')],
	},
	{ title: 'a name with a hyphen as text', raw: escaped('call:a-b{}'), ...functiongemma, outcome: 'leaked' },
];

describe('vLLM reads of Gemma 4', () => {
	describeFates(vllm, GEMMA4);

	it('bare values of declared strings as text', () => {
		const tools = [{ name: 'f', description: '', parameters: { properties: { a: { type: 'string' } } } }];
		expect(vllm.read([block('call:f{a:42}')], 'gemma4', tools)?.calls).toEqual([call('f', { a: '42' })]);
	});

	it('bare values of a tool whose parameters are not known as unknown, unless they are text anyway', () => {
		const outcomeOf = (body: string): unknown =>
			vllm.read([block(`call:f{${body}}`)], 'gemma4', [{ name: 'f' }])?.outcome;
		expect(outcomeOf('a:42')).toBe('not-known');
		expect(outcomeOf('a:{b:42}')).toBe('not-known');
		expect(outcomeOf('a:nil,b:1')).toBe('not-known');
		expect(outcomeOf('a:<|"|>42<|"|>,l:[1]')).toBe('call');
		expect(outcomeOf('a:서울')).toBe('call');
	});
});

describe('vLLM reads of FunctionGemma', () => {
	describeFates(vllm, FUNCTIONGEMMA);
});

describe('vLLM reads as arguments', () => {
	it.each([
		['none', '', {}],
		['a comma inside of a string', 'a:<|"|>b, c<|"|>', { a: 'b, c' }],
		['a key in quotes', 'm:{<|"|>3<|"|>:<|"|>x<|"|>}', { m: { 3: 'x' } }],
		['a string never closed', 'a:<|"|>rest', { a: 'rest' }],
		['no value', 'a:', { a: '' }],
		['a dot at the end', 'a:108.,b:2.5', { a: 108, b: 2.5 }],
		['a closing bracket inside of a string', 'l:[[<|"|>a]b<|"|>,<|"|>c<|"|>],<|"|>d<|"|>]', { l: [['a]b', 'c'], 'd'] }],
		['a stray bracket as the end', 'l:[42,]x', { l: [42] }],
	])('%s', (_title, body, args) => {
		expect(vllmArguments(body)).toMatchObject(args);
	});
});
