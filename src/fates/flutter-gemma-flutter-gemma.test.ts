import { describe, expect, it } from 'vitest';
import { call, describeFates, type FateCase } from '../testing/fate-cases.ts';
import { flutterGemmaNative, flutterGemmaTask, flutterGemmaWeb } from './flutter-gemma.ts';

const OPEN = '<start_function_call>';
const CLOSE = '<end_function_call>';
const tokens = (body: string): readonly string[] => [OPEN, ...body.split(/(?<=[{}:,])/u), CLOSE];

/** Facts of DenisovAV/flutter_gemma `test/function_gemma_parser_test.dart` (b1ffa78, 2026-07-10), in our words. */
const FUNCTIONGEMMA: readonly FateCase[] = [
	{
		title: 'one string',
		raw: tokens('call:at{city:<escape>서울 시<escape>}'),
		calls: [call('at', { city: '서울 시' })],
		outcome: 'call',
	},
	{
		title: 'two strings',
		raw: tokens('call:at{a:<escape>x<escape>,b:<escape>y<escape>}'),
		calls: [call('at', { a: 'x', b: 'y' })],
	},
	{ title: 'words as words', raw: ['네, ', '그래요.'], shown: '네, 그래요.', outcome: 'text-shown' },
	{
		title: 'a string, a list and a number',
		raw: tokens('call:f{s:<escape>x<escape>,l:[<escape>y<escape>],n:100}'),
		calls: [call('f', { s: 'x', l: ['y'], n: 100 })],
	},
	{
		title: 'numbers',
		raw: tokens('call:f{a:-3,b:1.5,c:-0.25,d:1e-05}'),
		calls: [call('f', { a: -3, b: 1.5, c: -0.25, d: 1e-5 })],
	},
	{
		title: 'booleans and an empty list',
		raw: tokens('call:f{a:false,b:true,c:[]}'),
		calls: [call('f', { a: false, b: true, c: [] })],
	},
	{
		title: 'an object',
		raw: tokens('call:f{o:{a:<escape>x<escape>,b:2}}'),
		calls: [call('f', { o: { a: 'x', b: 2 } })],
	},
	{
		title: 'a string with a comma and brackets',
		raw: tokens('call:f{s:<escape>끝, 100% [ok]<escape>}'),
		calls: [call('f', { s: '끝, 100% [ok]' })],
	},
	{
		title: 'what is no number as text',
		raw: tokens('call:f{a:100abc,b:007,c:NaN,d:+5}'),
		calls: [call('f', { a: '100abc', b: '007', c: 'NaN', d: '+5' })],
	},
	{ title: 'None as null', raw: tokens('call:f{a:None,b:[None,1]}'), calls: [call('f', { a: null, b: [null, 1] })] },
	{
		title: 'a body it cannot take whole as text',
		raw: tokens('call:f{a:<escape>x<escape>y<escape>z<escape>,n:1}'),
		outcome: 'leaked',
	},
	{
		title: 'a brace inside of a string',
		raw: tokens('call:f{s:<escape>a}b<escape>,n:1}'),
		calls: [call('f', { s: 'a}b', n: 1 })],
		shown: '',
	},
	{
		title: 'a call whose end tag never came',
		raw: [OPEN, 'call:f{n:1,l:', '[1,2]}'],
		calls: [call('f', { n: 1, l: [1, 2] })],
		shown: '',
	},
	{
		title: 'a call that broke off as text',
		raw: [OPEN, 'call:f{n:1,m:'],
		shown: `${OPEN}call:f{n:1,m:`,
		outcome: 'leaked',
	},
	{
		title: 'words before a call',
		raw: ['볼게요. ', ...tokens('call:f{}')],
		calls: [call('f')],
		shown: '볼게요. ',
		outcome: 'call',
	},
];

const block = (body: string): string => `<|tool_call>${body}<tool_call|>`;

/** Facts of `test/core/chat_gemma4_toolcall_suppression_test.dart` (afb282b, 2026-08-15), and of LiteRT-LM. */
const NATIVE: readonly FateCase[] = [
	{
		title: 'a turn of calls alone',
		raw: block('call:a{}') + block('call:b{}'),
		calls: [call('a'), call('b')],
		shown: '',
		outcome: 'call',
	},
	{
		title: 'white space before a call',
		raw: `\n  ${block('call:a{}')}`,
		calls: [call('a')],
		shown: '',
		outcome: 'call',
	},
	{ title: 'white space before words', raw: '  네.', shown: '  네.' },
	{ title: 'white space alone', raw: ' \n', shown: ' \n', outcome: 'nothing' },
	{ title: 'a brace that is no call', raw: '{"이상":1}', shown: '{"이상":1}' },
	{
		title: 'words before a call, whose JSON leaks',
		raw: `볼게요. ${block('call:a{}')}`,
		calls: [call('a')],
		outcome: 'leaked',
	},
	{ title: 'a call that LiteRT-LM refuses, and fails', raw: block('call:a{n:"하나"}'), shown: '', outcome: 'error' },
];

/** Facts of `test/sdk_response_parser_raw_toolcall_test.dart` (373542e, 2026-07-02), in our words. */
const WEB: readonly FateCase[] = [
	{
		title: 'a call that leaks and is made',
		raw: block('call:make-hash{text:<|"|>안녕<|"|>}'),
		calls: [call('make-hash', { text: '안녕' })],
		outcome: 'leaked',
	},
	{ title: 'a call without its closer', raw: '<|tool_call>call:now{}', calls: [call('now')] },
	{
		title: 'two strings',
		raw: block('call:mail{to:<|"|>a@b<|"|>,re:<|"|>hi<|"|>}'),
		calls: [call('mail', { to: 'a@b', re: 'hi' })],
	},
	{ title: 'words', raw: '해시는 a1이에요.', shown: '해시는 a1이에요.', outcome: 'text-shown' },
	{ title: 'no numbers', raw: block('call:f{n:1,s:<|"|>x<|"|>}'), calls: [call('f', { s: 'x' })] },
];

/**
 * Facts of DenisovAV/flutter_edge_ai `parsing/function_call_format_factory.dart` (ca412cf) and `sdk_response_parser.dart`, and
 * of LiteRT-LM: on `.litertlm` the runtime parses FunctionGemma.
 */
const LITERTLM: readonly FateCase[] = [
	{
		title: 'a call that the runtime parses',
		raw: tokens('call:f{s:<escape>서울<escape>,n:1}'),
		calls: [call('f', { s: '서울', n: 1 })],
		shown: '',
		outcome: 'call',
	},
	{
		title: 'two calls',
		raw: [...tokens('call:a{}'), ...tokens('call:b{}')],
		calls: [call('a'), call('b')],
		shown: '',
		outcome: 'call',
	},
	{
		title: 'words before a call, whose JSON leaks',
		raw: ['볼게요. ', ...tokens('call:f{}')],
		calls: [call('f')],
		outcome: 'leaked',
	},
	{ title: 'None, which fails', raw: tokens('call:f{a:None}'), shown: '', outcome: 'error' },
	{
		title: 'a call without its end as text, and makes it',
		raw: ['네. ', OPEN, 'call:f{n:1}'],
		calls: [call('f', { n: 1 })],
		shown: `네. ${OPEN}call:f{n:1}`,
		outcome: 'leaked',
	},
	{ title: 'words as words', raw: ['네, ', '그래요.'], shown: '네, 그래요.', outcome: 'text-shown' },
];

const functionGemma = (cases: readonly FateCase[]): readonly FateCase[] =>
	cases.map((each) => ({ ...each, dialect: 'functiongemma' }));

describe('flutter_edge_ai makes of FunctionGemma in a .litertlm file', () => {
	describeFates(flutterGemmaNative, functionGemma(LITERTLM));
});

describe('flutter_edge_ai makes of FunctionGemma in a browser', () => {
	describeFates(
		flutterGemmaWeb,
		functionGemma([
			{
				title: 'a call that leaks and is made',
				raw: tokens('call:f{n:1}'),
				calls: [call('f', { n: 1 })],
				outcome: 'leaked',
			},
		]),
	);
});

describe('flutter_edge_ai reads of FunctionGemma in a .task file', () => {
	describeFates(flutterGemmaTask, functionGemma(FUNCTIONGEMMA));

	it('and of no other model', () => {
		expect(flutterGemmaTask.read([block('call:a{}')], 'gemma4')).toBeUndefined();
	});
});

describe('flutter_edge_ai makes of Gemma 4', () => {
	describeFates(flutterGemmaNative, NATIVE);

	it('a history of the calls alone where words leaked none', () => {
		expect(flutterGemmaNative.read([block('call:a{}')], 'gemma4')?.saved).toContain('"tool_calls"');
	});
});

describe('flutter_edge_ai in browsers makes of Gemma 4', () => {
	describeFates(flutterGemmaWeb, WEB);
});
