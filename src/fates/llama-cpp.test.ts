import { describe, expect, it } from 'vitest';
import { call, describeFates, type FateCase } from '../testing/fate-cases.ts';
import { llamaCpp } from './llama-cpp.ts';

const block = (body: string): string => `<|tool_call>${body}<tool_call|>`;

/** Facts of llama.cpp's `tests/test-chat.cpp` (Gemma 4), read 2026-11-21 in a copy, in our words. */
const OWN: readonly FateCase[] = [
	{ title: 'words', raw: '안녕하세요!', shown: '안녕하세요!', outcome: 'text-shown' },
	{ title: 'a thought apart', raw: '<|channel>thought\n음<channel|>네.', shown: '네.' },
	{ title: 'a thought that was ended at once', raw: '<|channel>thought<channel|>네.', shown: '네.' },
	{ title: 'a string', raw: block('call:at{city:<|"|>부 산<|"|>}'), calls: [call('at', { city: '부 산' })] },
	{ title: 'no arguments', raw: block('call:now{}'), calls: [call('now')] },
	{ title: 'a negative number', raw: block('call:f{n:-7}'), calls: [call('f', { n: -7 })] },
	{ title: 'an exponent', raw: block('call:f{n:1.5e10}'), calls: [call('f', { n: 1.5e10 })] },
	{ title: 'true and null', raw: block('call:f{a:true,b:null}'), calls: [call('f', { a: true, b: null })] },
	{ title: 'a list', raw: block('call:f{l:[<|"|>a<|"|>,<|"|>b<|"|>]}'), calls: [call('f', { l: ['a', 'b'] })] },
	{ title: 'an object', raw: block('call:f{o:{a:<|"|>x<|"|>,n:3}}'), calls: [call('f', { o: { a: 'x', n: 3 } })] },
	{ title: 'empty containers', raw: block('call:f{l:[],o:{}}'), calls: [call('f', { l: [], o: {} })] },
	{
		title: 'words before a call',
		raw: `볼게요.${block('call:f{}')}`,
		calls: [call('f')],
		shown: '볼게요.',
		outcome: 'call',
	},
	{ title: 'two calls', raw: block('call:a{}') + block('call:b{}'), calls: [call('a'), call('b')] },
	{ title: 'an empty thought at the end as nothing', raw: '네.<|channel>thought\n<channel|><channel|>', shown: '네.' },
	{
		title: 'an opening of a channel too many as nothing',
		raw: '<|channel><|channel>thought\n<channel|>네.',
		shown: '네.',
	},
];

/** Facts of `common/parsers/gemma4.cpp` at 3a10bf6. */
const GRAMMAR: readonly FateCase[] = [
	{ title: 'a call in plain quotes, and fails', raw: `네. ${block('call:f{a:"x"}')}`, shown: '네. ', outcome: 'error' },
	{ title: 'white space before a comma, and fails', raw: block('call:f{a:1 ,b:2}'), outcome: 'error' },
	{ title: 'an opener without its word, and fails', raw: block(':f{a:1}'), outcome: 'error' },
	{ title: 'a key with spaces as it stands', raw: block('call:f{a b:1}'), calls: [call('f', { 'a b': 1 })] },
	{ title: 'a call whose closer alone is missing', raw: '<|tool_call>call:f{a:1}', calls: [call('f', { a: 1 })] },
	{ title: 'arguments that broke off, which are no JSON', raw: '<|tool_call>call:f{a:<|"|>x', outcome: 'error' },
	{ title: 'words after a call as nothing', raw: `${block('call:f{}')}끝.`, calls: [call('f')], shown: '' },
	{ title: 'words after a stray close of a channel as nothing', raw: '네.<channel|>끝.', shown: '네.' },
];

describe('llama.cpp reads', () => {
	describeFates(llamaCpp, OWN);
});

describe("llama.cpp's grammar takes", () => {
	describeFates(llamaCpp, GRAMMAR);

	it('declared names only', () => {
		const tools = [{ name: 'f', description: '', parameters: {} }];
		expect(llamaCpp.read([block('call:g{}')], 'gemma4', tools)?.outcome).toBe('error');
		expect(llamaCpp.read([block('call:f{}')], 'gemma4', tools)?.outcome).toBe('call');
	});
});

it('llama.cpp is not emulated for FunctionGemma', () => {
	expect(llamaCpp.read(['네'], 'functiongemma')).toBeUndefined();
});
