import { describe, expect, it } from 'vitest';
import { TokenTextStream, TokenTexts } from './token-text.ts';

/** Tokens 0 to 255 are bytes; those above stand for the texts below. */
const WORDS = ['a', '습관', '<|tool_call>', '�'];

function stream(): TokenTextStream {
	return new TokenTextStream(
		new TokenTexts({
			anchor: 256,
			detokenize: (tokens) =>
				Buffer.concat(
					tokens.map((token) => (token < 256 ? Buffer.from([token]) : Buffer.from(WORDS[token - 256] ?? ''))),
				).toString('utf8'),
		}),
	);
}

function read(tokens: readonly number[]): readonly string[] {
	const texts = stream();
	return [...tokens.map((token) => texts.push(token)), texts.end()];
}

describe('the text of a token', () => {
	it('is its own where it is whole, special tokens included', () => {
		expect(read([257, 258, 97])).toEqual(['습관', '<|tool_call>', 'a', '']);
	});

	it('keeps a space that joining takes away, and no other spelling', () => {
		const texts = new TokenTexts({
			anchor: 0,
			detokenize: (tokens) => tokens.map((token) => ['a', '!', '\n', ' b'][token]).join(''),
			spelling: (token) => ['a', '▁!', '<0x0A>', 'Ġb'][token],
		});
		expect([1, 2, 3].map((token) => texts.of(token))).toEqual([' !', '\n', ' b']);
	});

	it('comes with the byte that completes a character', () => {
		expect(read([...Buffer.from('습'), 257])).toEqual(['', '', '습', '습관', '']);
		expect(read([...Buffer.from('🙂')])).toEqual(['', '', '', '🙂', '']);
	});

	it('is a replacement character where bytes are no character', () => {
		expect(read([0xec, 257]).join('')).toBe('�습관');
		expect(read([0xff, 0xff, 0xff, 0xff, 97]).join('')).toBe('����a');
	});

	it('of a character that the end cut off comes at the end', () => {
		const texts = stream();
		expect([texts.push(0xec), texts.isUnfinished, texts.end(), texts.isUnfinished]).toEqual(['', true, '�', false]);
	});

	it('that is a replacement character itself is not lost', () => {
		expect(read([259, 97]).join('')).toBe('�a');
	});
});
