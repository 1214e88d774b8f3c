import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureOf } from './page/harness.ts';
import { refusedCall } from './page/litert-lm-refusal.ts';
import { StopFilter } from './page/stop-filter.ts';

function run(stops: readonly string[], pieces: readonly string[]): { text: string; found: string | undefined } {
	const filter = new StopFilter(stops);
	const out = pieces.flatMap((piece) => [...filter.push(piece)]);
	return { text: [...out, ...filter.end()].join(''), found: filter.found };
}

it.each([
	['context-overflow', 'request (5130 tokens) exceeds the available context size (4096 tokens), try increasing it'],
	['context-overflow', 'Context size has been exceeded.'],
	[
		'context-overflow',
		'Prompt tokens exceed context window size: number of prompt tokens: 5130; context window size: 4096',
	],
	['context-overflow', 'Input token ids are too long. Exceeding the maximum number of tokens allowed: 5130 >= 4096'],
	['context-overflow', 'Max number of tokens reached, context window out of bounds'],
	['protocol', 'Failed to create invocation context'],
])('of a generation in a page %s is the failure that says: %s', (failure, text) => {
	expect(failureOf('protocol', new Error(text))).toMatchObject({ failure, said: { params: { text } } });
	expect(failureOf('crashed', new Error(text)).failure).toBe('crashed');
});

describe('StopFilter', () => {
	it('finds a stop text across pieces and lets no part of it out', () => {
		expect(run(['<turn|>'], ['안녕', '<tu', 'rn', '|>', '더'])).toEqual({ text: '안녕', found: '<turn|>' });
	});

	it('lets out at once what cannot become a stop text', () => {
		expect(new StopFilter(['끝']).push('안녕')).toEqual(['안녕']);
	});

	it('lets out what looked like a stop text and was none', () => {
		expect(run(['<turn|>'], ['a<tu', 'na>'])).toEqual({ text: 'a<tuna>', found: undefined });
	});

	it('takes the stop text that comes first', () => {
		expect(run(['b', 'abc'], ['xabc'])).toEqual({ text: 'x', found: 'abc' });
	});

	it('ignores an empty stop text', () => expect(run([''], ['a'])).toEqual({ text: 'a', found: undefined }));

	it('keeps a silent piece in its place', () => expect(new StopFilter(['끝']).push('')).toEqual(['']));

	it('gives, for any cut into pieces, the text before the first stop text', () => {
		const stops = ['ab', 'bba', 'c'];
		fc.assert(
			fc.property(fc.array(fc.stringMatching(/^[abcd]{0,4}$/)), (pieces) => {
				const whole = pieces.join('');
				const at = Math.min(...stops.map((stop) => whole.indexOf(stop)).filter((index) => index !== -1));
				const got = run(stops, pieces);
				expect(got.text).toBe(Number.isFinite(at) ? whole.slice(0, at) : whole);
				expect(got.found !== undefined).toBe(Number.isFinite(at));
			}),
		);
	});
});
it.each([
	[
		'as 0.17.1 quotes it',
		'INVALID_ARGUMENT: Failed to parse tool calls from code block: call:f{a:\nb\nfull response: 네.<|tool_call>call:f{a:\nb<tool_call|>\nerror: Failed to parse FC tool calls: line 1:8',
		'<|tool_call>call:f{a:\nb<tool_call|>',
	],
	[
		'as it was quoted before',
		'INVALID_ARGUMENT: Failed to parse tool calls from response: <|tool_call>call:f{location}<tool_call|> with error: INVALID_ARGUMENT: x',
		'<|tool_call>call:f{location}<tool_call|>',
	],
	['as none where something else failed', 'INTERNAL: Failed to allocate tensors', undefined],
])('a call that LiteRT-LM refuses is read out of its error %s', (_title, message, call) => {
	expect(refusedCall(message)).toBe(call);
});
