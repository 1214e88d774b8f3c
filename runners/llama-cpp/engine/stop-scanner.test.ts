import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StopScanner, type TimedPiece } from './stop-scanner.ts';

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
	const pieces: TimedPiece[] = [];
	for (const [index, text] of texts.entries()) {
		pieces.push(...scanner.push(piece(text, index)));
		if (scanner.found !== undefined) break;
	}
	pieces.push(...scanner.end());
	return { scanner, pieces, text: pieces.map(({ text }) => text).join('') };
}

function piece(text: string, token: number): TimedPiece {
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
