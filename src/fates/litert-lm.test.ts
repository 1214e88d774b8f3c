import { describe, expect, it } from 'vitest';
import { call, describeFates, type FateCase } from '../testing/fate-cases.ts';
import { litertLm, litertLmTolerant } from './litert-lm.ts';

const block = (body: string): string => `<|tool_call>${body}<tool_call|>`;
const escaped = (body: string): string => `<start_function_call>${body}<end_function_call>`;
const functiongemma = { dialect: 'functiongemma' } as const;

/** Facts of google-ai-edge/LiteRT-LM `runtime/components/tool_use/fc_parser_utils_test.cc` at 00e945e, in our words. */
const OWN: readonly FateCase[] = [
	{ title: 'a number', raw: block('call:rate{stars:4}'), calls: [call('rate', { stars: 4 })] },
	{
		title: 'a string in either quote',
		raw: escaped('call:say{text:<escape>안녕 하세요<escape>}'),
		...functiongemma,
		calls: [call('say', { text: '안녕 하세요' })],
	},
	{ title: 'empty braces', raw: block('call:refresh{}'), calls: [call('refresh')] },
	{ title: 'no braces at all', raw: block('call:refresh'), calls: [call('refresh')] },
	{
		title: 'other quotes inside of a string',
		raw: block(`call:say{text:<|"|>'a' and "b"<|"|>}`),
		calls: [call('say', { text: `'a' and "b"` })],
	},
	{
		title: 'a backslash as it stands',
		raw: block(String.raw`call:say{text:<|"|>c:\new\table<|"|>}`),
		calls: [call('say', { text: String.raw`c:\new\table` })],
	},
	{
		title: 'nested values over several lines',
		raw: block('call:plan{\n a:-4.5,\n b:[1,<|"|>two<|"|>,null,{c:true}],\n d: { e:false }\n}'),
		calls: [call('plan', { a: -4.5, b: [1, 'two', null, { c: true }], d: { e: false } })],
	},
	{ title: 'an exponent', raw: block('call:rate{stars:2e2}'), calls: [call('rate', { stars: 200 })] },
	{ title: 'a comma at the end, and fails', raw: block('call:rate{stars:4,}'), outcome: 'error' },
	{ title: 'no name, and fails', raw: block('call:{stars:4}'), outcome: 'error' },
	{ title: 'a list for an object, and fails', raw: block('call:rate[4]'), outcome: 'error' },
	{ title: 'no call: before the name, and fails', raw: block('rate{stars:4}'), outcome: 'error' },
	{ title: 'a string in plain quotes, and fails', raw: block('call:say{text:"hi"}'), outcome: 'error' },
	{
		title: 'the first of two equal keys',
		raw: block('call:rate{stars:4,of:5,stars:1}'),
		calls: [call('rate', { stars: 4, of: 5 })],
		outcome: 'changed-arguments',
	},
	{
		title: 'dots and dashes in names and keys',
		raw: block('call:app.rate-2{of.all-3:1}'),
		calls: [call('app.rate-2', { 'of.all-3': 1 })],
	},
	{
		title: 'a string that swallowed the next argument, cut before it',
		raw: block('call:note{body:<|"|><p>글</p>`,title:<|"|>,title:<|"|>메모<|"|>,pin:true}'),
		calls: [call('note', { body: '<p>글</p>', title: '메모', pin: true })],
	},
];

/** Facts of `runtime/components/tool_use/parser_utils_test.cc`, read in a copy, and `runtime/conversation/internal_callback_util.cc`. */
const STREAM: readonly FateCase[] = [
	{ title: 'words alone', raw: '네, 했어요.', shown: '네, 했어요.', outcome: 'text-shown' },
	{
		title: 'words around calls',
		raw: `하나${block('call:a{}')}둘${block('call:b{}')}`,
		calls: [call('a'), call('b')],
		shown: '하나둘',
		outcome: 'call',
	},
	{
		title: 'an unclosed call as text',
		raw: '네. <|tool_call>call:a{n:1}',
		shown: '네. <|tool_call>call:a{n:1}',
		outcome: 'leaked',
	},
	{
		title: 'a call inside a thought as a part of it',
		raw: `<|channel>thought\n${block('call:a{}')}<channel|>`,
		shown: '',
	},
	{ title: 'the words before a call that fails', raw: `잠깐만요. ${block('call:a{n:"하나"}')}`, shown: '잠깐만요. ' },
	{
		title: 'a number in plain quotes as a number, since its lexer steps over them',
		raw: block('call:a{n:"1"}'),
		calls: [call('a', { n: 1 })],
	},
	{ title: 'two calls in one block, and fails', raw: block('call:a{}call:b{}'), outcome: 'error' },
];

describe('LiteRT-LM reads', () => {
	describeFates(litertLm, OWN);
});

describe('LiteRT-LM streams', () => {
	describeFates(litertLm, STREAM);

	it('a call inside a thought is swallowed', () => {
		const raw = `<|channel>thought\n음<channel|>${block('')}`;
		expect(litertLm.read([raw], 'gemma4')?.calls).toEqual([]);
	});
});

describe('LiteRT-LM with parse errors off', () => {
	it('shows what it cannot read as text', () => {
		expect(litertLmTolerant.read([`네. ${block('call:a{n:1,}')}`], 'gemma4')).toMatchObject({
			calls: [],
			shown: '네. call:a{n:1,}',
			leaked: 'call:a{n:1,}',
			outcome: 'leaked',
		});
	});
});

it('LiteRT-LM is not emulated for text formats', () => {
	expect(litertLm.read(['{"name": "a"}'], 'gemma3-json')).toBeUndefined();
});

it('notes that text before a call makes the engine refuse the answer of the tool, with Google’s template', () => {
	const call = '<|tool_call>call:f{}<tool_call|>';
	const note = (...pieces: readonly string[]): string | undefined => litertLm.read(pieces, 'gemma4')?.note;
	expect(note('찾아볼게요. ', call)).toContain("refuses the tool's answer");
	expect([note(call), note('찾아볼게요.')]).toEqual([undefined, undefined]);
});
