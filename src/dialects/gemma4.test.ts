import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import type { ToolResponse } from '../model/conversation.ts';
import { joinSpans, readChunks, readText } from '../testing/contract/spans.ts';
import type { ParsedSpan } from './dialect.ts';
import { gemma4 } from './gemma4.ts';

const strict = (text: string): readonly ParsedSpan[] => readText(gemma4, 'strict', text);
const lenient = (text: string): readonly ParsedSpan[] => readText(gemma4, 'lenient', text);

function call(name: string, args: JsonObject, raw: string, repairs: readonly string[] = []): readonly unknown[] {
	return [{ type: 'call-open' }, { type: 'call', name, arguments: args, raw, repairs }];
}

describe('gemma4 reads', () => {
	it('a bare call', () => {
		const raw = '<|tool_call>call:get_streak{habit_id:<|"|>h1<|"|>}<tool_call|>';
		expect(strict(raw)).toEqual(call('get_streak', { habit_id: 'h1' }, raw));
	});

	it('text before a call as text, with nothing of the call in it', () => {
		const raw = '<|tool_call>call:search_catalog{keyword:<|"|>수면<|"|>,limit:3}<tool_call|>';
		expect(strict(`수면 습관을 찾아볼게요.\n${raw}`)).toEqual([
			{ type: 'text', text: '수면 습관을 찾아볼게요.\n' },
			...call('search_catalog', { keyword: '수면', limit: 3 }, raw),
		]);
	});

	it('every kind of value', () => {
		const raw =
			'<|tool_call>call:f{a:-1.5e2,b:true,c:false,d:null,e:[<|"|>x<|"|>,[],{}],f:{g:{h:0}},s:<|"|>{"a",}\n[]<|"|>}<tool_call|>';
		expect(strict(raw)).toEqual(
			call('f', { a: -150, b: true, c: false, d: null, e: ['x', [], {}], f: { g: { h: 0 } }, s: '{"a",}\n[]' }, raw),
		);
	});

	it('several calls and the text between them, in order', () => {
		const first = '<|tool_call>call:a{}<tool_call|>';
		const second = '<|tool_call>call:b{n:1}<tool_call|>';
		expect(strict(`하나${first}둘${second}셋`)).toEqual([
			{ type: 'text', text: '하나' },
			...call('a', {}, first),
			{ type: 'text', text: '둘' },
			...call('b', { n: 1 }, second),
			{ type: 'text', text: '셋' },
		]);
	});

	it('thinking of any channel apart from text', () => {
		expect(strict('<|channel>thought\n사용자는 잠을 원한다<channel|>네.<|channel>plan\nx<channel|>')).toEqual([
			{ type: 'thinking', text: '사용자는 잠을 원한다' },
			{ type: 'text', text: '네.' },
			{ type: 'thinking', text: 'x' },
		]);
	});

	it('an empty channel as nothing', () => {
		expect(strict('<|channel>thought\n<channel|>네.')).toEqual([{ type: 'text', text: '네.' }]);
	});

	it('closers that close nothing neither as text nor as thinking', () => {
		const raw = '<|tool_call>call:a{}<tool_call|>';
		expect(strict(`${raw}<tool_call|>네.<channel|>`)).toEqual([
			...call('a', {}, raw),
			{ type: 'stray', text: '<tool_call|>' },
			{ type: 'text', text: '네.' },
			{ type: 'stray', text: '<channel|>' },
		]);
	});

	it('on after an opener of the turn it is in, and not after one of another', () => {
		const raw = '<|tool_call>call:a{}<tool_call|>';
		const said = `<|turn>model\n네.${raw}<|turn>user\n`;
		expect(strict(`${said}${raw}`)).toEqual([{ type: 'text', text: '네.' }, ...call('a', {}, raw)]);
		expect(readChunks(gemma4, 'strict', said, [])).toEqual(strict(said));
	});

	it.each(['<turn|>', '<eos>', '<|tool_response>', '<|turn>'])('nothing after %s', (end) => {
		expect(strict(`네.${end}response:a{}<|tool_call>call:a{}<tool_call|>`)).toEqual([{ type: 'text', text: '네.' }]);
	});

	it('white space between the parts of the arguments', () => {
		const raw = '<|tool_call>call:f{ a: 1, b: [ 1 , 2 ] }<tool_call|>';
		expect(strict(raw)).toEqual(call('f', { a: 1, b: [1, 2] }, raw));
	});

	it('a key __proto__ as an own property', () => {
		const [, span] = strict('<|tool_call>call:f{__proto__:{polluted:true}}<tool_call|>');
		expect(span).toMatchObject({ type: 'call' });
		const args = span?.type === 'call' ? span.arguments : {};
		expect(Object.keys(args)).toEqual(['__proto__']);
		expect(Object.getPrototypeOf(args)).toBe(Object.prototype);
		expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
	});
});

describe('gemma4 lenient forgives, by name, what strict refuses', () => {
	it.each([
		['a malformed opener', '<|tool_call>:f{a:1}<tool_call|>', { a: 1 }, ['malformed-opener']],
		['an opener without call:', '<|tool_call>f{a:1}<tool_call|>', { a: 1 }, ['malformed-opener']],
		['a space after call', '<|tool_call>call f{a:1}<tool_call|>', { a: 1 }, ['malformed-opener']],
		['a doubled name', '<|tool_call>call:f:f{a:1}<tool_call|>', { a: 1 }, ['doubled-name']],
		['both', '<|tool_call>:f:f{a:1}<tool_call|>', { a: 1 }, ['doubled-name', 'malformed-opener']],
		[
			'raw quotes',
			String.raw`<|tool_call>call:f{a:"x\"y\n",b:'z'}<tool_call|>`,
			{ a: 'x"y\n', b: 'z' },
			['raw-quotes'],
		],
		['JSON', '<|tool_call>call:f{"a": "x", "b": [1, "y"]}<tool_call|>', { a: 'x', b: [1, 'y'] }, ['json-arguments']],
		['a JSON object in braces', '<|tool_call>call:f{{"a": "x"}}<tool_call|>', { a: 'x' }, ['json-arguments']],
		['a missing closer', '<|tool_call>call:f{a:1}', { a: 1 }, ['missing-closer']],
		['text after the braces', '<|tool_call>call:f{a:1}}<tool_call|>', { a: 1 }, ['trailing-text']],
	])('%s', (_title, raw, args, repairs) => {
		expect(lenient(raw)).toEqual(call('f', args, raw, repairs));
		expect(strict(raw)).toEqual([{ type: 'call-open' }, { type: 'malformed', reason: 'not-strict', raw }]);
	});

	it('a call that another one cuts off', () => {
		expect(lenient('<|tool_call>call:f{a:1}<|tool_call>call:g{}<tool_call|>')).toEqual([
			...call('f', { a: 1 }, '<|tool_call>call:f{a:1}', ['missing-closer']),
			...call('g', {}, '<|tool_call>call:g{}<tool_call|>'),
		]);
	});

	it('an unclosed call, whose following text stays text', () => {
		expect(lenient('<|tool_call>call:f{a:1} 네, 했어요.<turn|>')).toEqual([
			...call('f', { a: 1 }, '<|tool_call>call:f{a:1}', ['missing-closer']),
			{ type: 'text', text: ' 네, 했어요.' },
		]);
	});
});

describe('gemma4 gives as malformed, with the raw text,', () => {
	it.each([
		['no name', '<|tool_call>call:{a:1}<tool_call|>', 'bad-name'],
		['a name of two', '<|tool_call>call:f:g{a:1}<tool_call|>', 'bad-name'],
		['no call at all', '<|tool_call>안녕하세요<tool_call|>', 'bad-name'],
		['an empty call', '<|tool_call><tool_call|>', 'bad-name'],
		['no colon', '<|tool_call>call:f{a}<tool_call|>', 'bad-arguments'],
		['a comma alone', '<|tool_call>call:f{,}<tool_call|>', 'bad-arguments'],
		['two commas after the last argument', '<|tool_call>call:f{a:1,,}<tool_call|>', 'bad-arguments'],
		['too deep a nesting', `<|tool_call>call:f{a:${'['.repeat(40)}${']'.repeat(40)}}<tool_call|>`, 'bad-arguments'],
		['braces that never close', '<|tool_call>call:f{a:<|"|>x', 'unclosed'],
		['nothing but the opening', '<|tool_call>', 'unclosed'],
		['too long a call', `<|tool_call>call:f{a:<|"|>${'가'.repeat(20_000)}<|"|>}<tool_call|>`, 'too-long'],
	])('%s', (_title, raw, reason) => {
		for (const read of [strict, lenient]) {
			expect(read(raw)).toEqual([{ type: 'call-open' }, { type: 'malformed', reason, raw }]);
		}
	});
});

describe('gemma4 text', () => {
	it('comes out with the chunk that brings it', () => {
		const parser = gemma4.parser('strict');
		expect(parser.push('안녕')).toEqual([{ type: 'text', text: '안녕' }]);
		expect(parser.push('하세요 <')).toEqual([{ type: 'text', text: '하세요 ' }]);
		expect(parser.push('3')).toEqual([{ type: 'text', text: '<3' }]);
		expect(parser.push('<|tool_c')).toEqual([]);
		expect(parser.push('all>')).toEqual([{ type: 'call-open' }]);
	});

	it('that only began like an opening is text at the end', () => {
		expect(strict('네 <|tool_ca')).toEqual([{ type: 'text', text: '네 <|tool_ca' }]);
	});
});

const MARKERS = [
	'<|tool_call>',
	'<tool_call|>',
	'call:f{',
	':f{',
	'}',
	'{',
	'[',
	']',
	'a:',
	',',
	'1',
	'<|"|>',
	'"',
	'<|channel>',
	'thought\n',
	'<channel|>',
	'네',
	'<',
	'|',
	' ',
];
const ENDS = ['<|tool_response>', '<turn|>', '<eos>', '<|turn>'];

describe('gemma4 properties', () => {
	const transcript = fc.array(fc.oneof(fc.constantFrom(...MARKERS, ...ENDS), fc.string()), { maxLength: 30 });
	const reading = fc.constantFrom('strict' as const, 'lenient' as const);

	it('any cut into chunks gives the same spans', () => {
		fc.assert(
			fc.property(transcript, reading, fc.array(fc.nat(12), { maxLength: 60 }), (parts, how, cuts) => {
				const text = parts.join('');
				expect(joinSpans(readChunks(gemma4, how, text, cuts))).toEqual(joinSpans(readText(gemma4, how, text)));
			}),
			{ numRuns: 1000 },
		);
	});

	it('text and raw text together lose nothing but channel markers', () => {
		const lossless = fc.array(
			fc.oneof(
				fc.constantFrom(...MARKERS.filter((marker) => !marker.includes('channel'))),
				fc.string().filter((text) => !text.includes('<')),
			),
			{ maxLength: 30 },
		);
		fc.assert(
			fc.property(lossless, reading, (parts, how) => {
				const text = parts.join('');
				const said = readText(gemma4, how, text).map((span) =>
					'raw' in span ? span.raw : 'text' in span ? span.text : '',
				);
				expect(said.join('')).toBe(text);
			}),
			{ numRuns: 1000 },
		);
	});

	it('what it writes as arguments it reads back', () => {
		const key = fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/);
		const scalar = fc
			.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
			.filter((value) => typeof value !== 'string' || !value.includes('<'));
		const { value } = fc.letrec((tie) => ({
			value: fc.oneof(
				{ maxDepth: 4 },
				scalar,
				fc.array(tie('value'), { maxLength: 3 }),
				fc.dictionary(key, tie('value'), { maxKeys: 3 }),
			),
		}));
		fc.assert(
			fc.property(fc.dictionary(key, value as fc.Arbitrary<JsonObject[string]>, { maxKeys: 4 }), (args) => {
				const written = gemma4.toolResponses([result(args)]);
				const raw = `<|tool_call>call:f${written.slice('<|tool_response>response:f'.length, -'<tool_response|>'.length)}<tool_call|>`;
				expect(strict(raw)).toEqual(call('f', { ...args }, raw));
			}),
		);

		function result(response: JsonObject): ToolResponse {
			return { call: { id: 'call-0', name: 'f', arguments: {}, raw: '', repairs: [] }, response };
		}
	});
});
