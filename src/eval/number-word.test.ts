import { describe, expect, it } from 'vitest';
import { digitsForNumberWords } from './number-word.ts';

describe('digitsForNumberWords', () => {
	it.each([
		['열두 시', '12시'],
		['한 번', '1번'],
		['스무 살', '20살'],
		['스물다섯 개', '25개'],
		['삼십 분', '30분'],
		['이백오십 걸음', '250걸음'],
		['만 보', '10000보'],
		['만오천 보', '15000보'],
		['천 원', '1000원'],
		['10 분', '10분'],
		['일곱 시 반', '7시 30분'],
	])('%s is %s', (words, digits) => expect(digitsForNumberWords(words)).toBe(digits));

	it.each(['일기를 쓴다', '사람이다', '오전에 걷는다', '네, 알겠습니다', '이 습관'])('%s stays as it is', (text) =>
		expect(digitsForNumberWords(text)).toBe(text),
	);
});
