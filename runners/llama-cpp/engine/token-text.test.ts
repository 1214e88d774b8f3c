import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Piece } from '../../../src/model/completer.ts';
import { StopScanner, TokenTextStream, TokenTexts } from './token-text.ts';

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

describe('a stop text', () => {
	it('ends the output before it, wherever the pieces are cut', () => {
		fc.assert(
			fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1 }), (lengths) => {
				const { text, scanner } = scan(['<turn|>', '끝'], cut('네, 찾아볼게요.<turn|>\n끝', lengths));
				expect([text, scanner.found]).toEqual(['네, 찾아볼게요.', '<turn|>']);
			}),
		);
	});

	it('that only seems to begin is output', () => {
		const { text, scanner } = scan(['<turn|>'], ['a <tur', 'k> <', '<turn', 'ing']);
		expect([text, scanner.found]).toEqual(['a <turk> <<turning', undefined]);
	});

	it('that begins inside a piece leaves that piece without its token', () => {
		const { pieces } = scan(['끝'], ['하나', '둘끝셋']);
		expect(pieces.map(({ text, token }) => [text, token])).toEqual([
			['하나', 0],
			['둘', -1],
		]);
	});

	it('that comes first ends the output, and of two at one place the longer', () => {
		expect(scan(['b', 'ab', 'abc'], ['xabc']).scanner.found).toBe('abc');
	});

	it('that is empty stops nothing', () => {
		expect(scan([''], ['하나']).text).toBe('하나');
	});

	it('holds back no more than may still become one', () => {
		const scanner = new StopScanner(['<end>']);
		expect(scanner.push(piece('안녕 <', 0))).toEqual([]);
		expect(scanner.push(piece('b', 1)).map(({ text }) => text)).toEqual(['안녕 <', 'b']);
		expect(scanner.push(piece('', 2)).map(({ text }) => text)).toEqual(['']);
		expect(scanner.push(piece('<en', 3))).toEqual([]);
		expect(scanner.end().map(({ text }) => text)).toEqual(['<en']);
	});
});

function scan(stops: readonly string[], texts: readonly string[]) {
	const scanner = new StopScanner(stops);
	const pieces: Required<Piece>[] = [];
	for (const [index, text] of texts.entries()) {
		pieces.push(...scanner.push(piece(text, index)));
		if (scanner.found !== undefined) break;
	}
	pieces.push(...scanner.end());
	return { scanner, pieces, text: pieces.map(({ text }) => text).join('') };
}

function piece(text: string, token: number): Required<Piece> {
	return { token, text, atMs: token };
}

function cut(text: string, lengths: readonly number[]): readonly string[] {
	const pieces: string[] = [];
	for (let at = 0, index = 0; at < text.length; index++) {
		const length = lengths[index % lengths.length] ?? 1;
		pieces.push(text.slice(at, at + length));
		at += length;
	}
	return pieces;
}
