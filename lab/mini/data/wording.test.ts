import { describe, expect, it } from 'vitest';
import { Chance } from './chance.ts';
import { asTyped } from './noise.ts';
import { agree, word } from './wording.ts';
import { asNoun } from './words/habit-details.ts';

describe('agree', () => {
	it.each([
		['술~을 줄인다', '술을 줄인다'],
		['커피~을 줄인다', '커피를 줄인다'],
		['계단~으로', '계단으로'],
		['물~으로', '물로'],
		['차~으로', '차로'],
		['운동~이랑', '운동이랑'],
		['일기~과', '일기와'],
	])('writes %s as %s', (marked, written) => {
		expect(agree(marked)).toBe(written);
	});
});

describe('word', () => {
	it('fills alternatives, slots and endings', () => {
		const text = word('[요즘|요새] <a> 습관 <있어>', { a: '수면' }, 'polite', new Chance(1));
		expect(text).toMatch(/^요[즘새] 수면 습관 .+[요까다]\??$/);
	});

	it('writes brackets', () => {
		expect(word('⟦습관 <i>⟧ <i>', { i: 'h1' }, 'casual', new Chance(1))).toBe('[습관 h1] h1');
	});

	it('refuses a slot that it does not know', () => {
		expect(() => word('<없는 것>', {}, 'casual', new Chance(1))).toThrow('no such slot');
	});
});

describe('asNoun', () => {
	it.each([
		['차를 마신다', '차를 마시는'],
		['책을 읽는다', '책을 읽는'],
		['낮은 조명만 켠다', '낮은 조명만 켜는'],
		['밖에 나가 5분 걷는다', '밖에 나가 5분 걷는'],
	])('writes %s as %s', (act, noun) => {
		expect(asNoun(act)).toBe(noun);
	});
});

describe('asTyped', () => {
	it('leaves what the app puts first where it is', () => {
		for (let seed = 0; seed < 200; seed++) {
			expect(asTyped('[습관 h1 · 감정 일기] 오늘 했어', new Chance(seed))).toMatch(/^\[습관 h1 · 감정 일기\] /);
		}
	});
});
