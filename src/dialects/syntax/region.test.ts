import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueWithoutControlTokens, withoutControlTokens } from './region.ts';

describe('control tokens', () => {
	it.each([
		'<|turn>',
		'<turn|>',
		'<|tool>',
		'<tool|>',
		'<|tool_call>',
		'<tool_call|>',
		'<|tool_response>',
		'<tool_response|>',
		'<|channel>',
		'<channel|>',
		'<|think|>',
		'<|"|>',
		'<|image|>',
		'<start_of_turn>',
		'<end_of_turn>',
		'<start_function_call>',
		'<end_function_response>',
		'<escape>',
		'<bos>',
		'<eos>',
		'<pad>',
		'<unk>',
		'<unused42>',
	])('%s is removed', (token) => {
		expect(withoutControlTokens(`가${token}나`)).toBe('가나');
	});

	it.each(['<b>굵게</b>', '3 < 5 > 1', '<|>', '<>', 'a <3 b', '<잠>', '<T extends U>', '<EOS>'])('%s stays', (text) => {
		expect(withoutControlTokens(text)).toBe(text);
	});

	it('that only the removal of another joins are removed too', () => {
		expect(withoutControlTokens('<tu<eos>rn|>')).toBe('');
		expect(withoutControlTokens('<|to<tu<eos>rn|>ol_call>x')).toBe('x');
	});

	it('are gone whatever the text', () => {
		const fragment = fc.constantFrom('<', '|', '>', 'turn', '<eos>', '<|turn>', 'tool_call', '"', '가', ' ');
		fc.assert(
			fc.property(fc.array(fragment, { maxLength: 40 }), (fragments) => {
				const clean = withoutControlTokens(fragments.join(''));
				expect(clean).not.toMatch(/<eos>|<\|turn>|<turn\|>|<\|"\|>|<\|tool_call>|<tool_call\|>/);
				expect(withoutControlTokens(clean)).toBe(clean);
			}),
		);
	});

	it('are removed from a value nested without end, which is cut off', () => {
		const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);
		expect(JSON.stringify(valueWithoutControlTokens(deep))).toBe(`${'['.repeat(64)}null${']'.repeat(64)}`);
	});

	it('are removed from keys and strings at every depth', () => {
		expect(valueWithoutControlTokens({ 'a<eos>': ['x<turn|>', { b: '<|"|>y', n: 1, z: null }] })).toEqual({
			a: ['x', { b: 'y', n: 1, z: null }],
		});
	});
});
