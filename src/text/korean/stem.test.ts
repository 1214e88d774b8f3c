import { describe, expect, it } from 'vitest';
import { sameStem, stemOf } from './stem.ts';

describe('stemOf', () => {
	it.each([
		['마셨어요', '마시겠습니다'],
		['피곤해요', '피곤하시군요'],
		['아파요', '아프시군요'],
		['무서워', '무서우신'],
		['꺼져', '꺼지는구나'],
		['옮겨줘', '옮길게요'],
		['기다려주세요', '기다리'],
		['날씨', '날씨는요'],
		['접수', '접수되었습니다'],
	])('gives %s and %s one stem', (a, b) => {
		expect(stemOf(a)).toBe(stemOf(b));
	});

	it('leaves a syllable, and what is no Hangul', () => {
		expect(['물', '요', 'TV'].map(stemOf)).toEqual(['ㅁㅜㄹ', 'ㅇㅛ', 'TV']);
	});
});

describe('sameStem', () => {
	it('takes a compound for its first word, but no single syllable', () => {
		expect(sameStem(stemOf('결혼식'), stemOf('결혼'))).toBe(true);
		expect(sameStem(stemOf('물'), stemOf('물건'))).toBe(false);
	});
});
