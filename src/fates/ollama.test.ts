import { describe, expect, it } from 'vitest';
import { call, describeFates, type FateCase } from '../testing/fate-cases.ts';
import { ollama } from './ollama.ts';

const block = (body: string): string => `<|tool_call>${body}<tool_call|>`;

/** Facts of ollama/ollama `model/parsers/gemma4_test.go` at 8a0016f (2026-07-14), in our words. */
const GEMMA4: readonly FateCase[] = [
	{ title: 'words', raw: '네, 그래요.', shown: '네, 그래요.', outcome: 'text-shown' },
	{ title: 'an answer without its thought', raw: '<|channel>thought\n음...<channel|>답', shown: '답' },
	{ title: 'nothing of a thought alone', raw: '<|channel>음<channel|>', shown: '', outcome: 'nothing' },
	{
		title: 'null, also nested',
		raw: block('call:f{a:null,b:{a:null}}'),
		calls: [call('f', { a: null, b: { a: null } })],
	},
	{
		title: 'a list of strings with quotes in them',
		raw: block('call:f{l:[<|"|>하나<|"|>,<|"|>"둘"<|"|>]}'),
		calls: [call('f', { l: ['하나', '"둘"'] })],
	},
	{
		title: 'a string with a line break and backslashes as they stand',
		raw: block(`call:sh{run:<|"|>echo \\"a\\"\n<|"|>}`),
		calls: [call('sh', { run: 'echo \\"a\\"\n' })],
	},
	{
		title: 'plain quotes beside its own',
		raw: block(String.raw`call:f{a:"x \"y\"",b:<|"|>z<|"|>}`),
		calls: [call('f', { a: 'x "y"', b: 'z' })],
	},
	{
		title: 'a list of objects over several lines',
		raw: block('call:f{l:[\n  {a:<|"|>1<|"|>,\n   b:2}\n]}'),
		calls: [call('f', { l: [{ a: '1', b: 2 }] })],
	},
	{
		title: 'a call that the end cut off after its braces',
		raw: '<|tool_call>call:f{a:1}',
		calls: [call('f', { a: 1 })],
	},
	{
		title: 'two calls',
		raw: block('call:f{a:1}') + block('call:f{a:2}'),
		calls: [call('f', { a: 1 }), call('f', { a: 2 })],
		outcome: 'call',
	},
	{
		title: 'words before a call, and nothing of a closer too many after it',
		raw: `볼게요.${block('call:f{}')}<tool_call|>끝.`,
		calls: [call('f')],
		shown: '볼게요.끝.',
		outcome: 'call',
	},
	{
		title: 'a response marker after a call as nothing',
		raw: `${block('call:f{}')}<|tool_response>`,
		calls: [call('f')],
		shown: '',
	},
	{ title: 'a string that is never closed', raw: block('call:f{a:<|"|>길'), calls: [call('f', { a: '길' })] },
	{ title: 'a value in single quotes', raw: block("call:f{a:'x'<|\"|>}"), calls: [call('f', { a: 'x' })] },
	{ title: 'a call it cannot read as nothing', raw: block('call:f{a b:1}'), shown: '', outcome: 'swallowed' },
];

const escaped = (body: string): string => `<start_function_call>${body}<end_function_call>`;
const functiongemma = { dialect: 'functiongemma' } as const;

/** Facts of `model/parsers/functiongemma_test.go` at fdfe9ce (2026-04-10), and of its parser. */
const FUNCTIONGEMMA: readonly FateCase[] = [
	{ title: 'an angle bracket as text', raw: ['a ', '<', 'b', '>'], ...functiongemma, shown: 'a <b>' },
	{
		title: 'words before a call',
		raw: ['네. ', escaped('call:f{s:<escape>가<escape>,n:3,b:true}')],
		...functiongemma,
		calls: [call('f', { s: '가', n: 3, b: true })],
		shown: '네. ',
	},
	{
		title: 'nested objects and lists',
		raw: escaped('call:f{o:{s:<escape>x<escape>,l:[1,<escape>y<escape>]}}'),
		...functiongemma,
		calls: [call('f', { o: { s: 'x', l: [1, 'y'] } })],
	},
	{
		title: 'words between calls that come token by token',
		raw: [escaped('call:a{}'), '또', escaped('call:b{}')],
		...functiongemma,
		calls: [call('a'), call('b')],
		shown: '또',
	},
	{
		title: 'a number in quotes as a string',
		raw: escaped('call:f{n:<escape>42<escape>}'),
		...functiongemma,
		calls: [call('f', { n: '42' })],
		outcome: 'call',
	},
	{
		title: 'nothing of a call never closed',
		raw: '<start_function_call>call:f{n:1}',
		...functiongemma,
		shown: '',
		outcome: 'swallowed',
	},
];

describe('Ollama reads of Gemma 4', () => {
	describeFates(ollama, GEMMA4);

	it('a bare value of a string argument only with the tool declared', () => {
		const tools = [{ name: 'f', description: '', parameters: { properties: { a: { type: 'string' } } } }];
		expect(ollama.read([block('call:f{a:서울 시}')], 'gemma4', tools)?.calls).toEqual([call('f', { a: '서울 시' })]);
		expect(ollama.read([block('call:f{a:서울 시}')], 'gemma4', tools)?.outcome).toBe('call');
		const none = [{ name: 'f', parameters: { properties: { a: { type: 'array', items: { type: 'string' } } } } }];
		expect(ollama.read([block('call:f{a:서울 시}')], 'gemma4', none)?.outcome).toBe('swallowed');
	});

	it('a bare value up to the next key that the tool has', () => {
		const tools = [
			{ name: 'f', parameters: { properties: { a: { type: ['string', 'null'] }, b: { type: 'number' } } } },
		];
		const argumentsOf = (body: string): unknown => ollama.read([block(`call:f{${body}}`)], 'gemma4', tools)?.calls[0];
		expect(argumentsOf('a:하나, 둘: 셋,b:2')).toEqual(call('f', { a: '하나, 둘: 셋', b: 2 }));
	});

	it('a bare value of a tool whose parameters are not known as unknown, unless no text would help', () => {
		const bare = [{ name: 'f' }];
		const outcomeOf = (text: string, tools = bare): unknown => ollama.read([text], 'gemma4', tools)?.outcome;
		expect(outcomeOf(block('call:f{a:서울 시}'))).toBe('not-known');
		expect(outcomeOf(block('call:f{a:서울 시}') + block('call:f{a b:1}'))).toBe('swallowed');
		expect(outcomeOf(block('call:f{a:서울 시}'), [{ name: 'g' }])).toBe('swallowed');
		expect(outcomeOf(block('call:f{a:1}'))).toBe('call');
	});
});

describe('Ollama reads of FunctionGemma', () => {
	describeFates(ollama, FUNCTIONGEMMA);
});
