import { describe, expect, it } from 'vitest';
import { findMainAvoidance } from './main-clause.ts';

/** Sentence, and the words that offend. */
const avoiding: readonly (readonly [string, string])[] = [
	['담배가 당기면 그냥 참겠다', '참겠다'],
	['야식이 생각나면 꾹 참죠', '참죠'],
	['아홉 시가 지나면 아무것도 못 먹는다', '못 먹는다'],
	['한 잔을 비우면 그만 마신다', '그만 마신다'],
	['자정이 되면 게임을 멈춘다', '멈춘다'],
	['회식이 있으면 술을 삼간다', '삼간다'],
	['퇴근하면 단것을 피한다', '피한다'],
	['나는 금주하는 사람이다', '금주하는'],
	['커피를 안 마시면 참는다', '참는다'],
	['술은 안 마시고 잔이 비면 물을 따른다', '안 마시고'],
	['잠이 안 와도 수면제는 안 먹는다', '안 먹는다'],
	['늦게 먹으면 안 된다', '안 된다'],
	['야식을 먹지 않도록 한다', '먹지 않도록'],
];

const innocent: readonly string[] = [
	'잠이 안 올 때 책을 펼친다',
	'잠이 안 오고 뒤척일 때 책을 펼친다',
	'유혹을 참지 못할 것 같으면 친구에게 전화한다',
	'담배를 끊은 뒤 졸음이 오면 계단을 오른다',
	'숙제가 안 끝나도 열 시가 되면 불을 끈다',
	'퇴근하면 잊지 않도록 약을 꺼내 둔다',
	'나는 일이 안 풀릴 때 산책하는 사람이다',
	'손주가 금지옥엽처럼 웃으면 사진을 찍는다',
	'출입 금지 표지판을 보면 옆길로 달린다',
	'알람이 울리면 하던 일을 멈추고 기지개를 켠다',
	'멈춤 신호에 걸리면 어깨를 내린다',
	'못을 박고 나면 공구를 제자리에 둔다',
	'운동을 못 한 날에는 스트레칭을 한다',
	'한 시간이 지나면 의자에서 벗어난다',
	'비가 오면 처마 밑에서 비를 피한다',
	'금연 구역을 지날 때 숨을 고른다',
];

describe('findMainAvoidance', () => {
	it.each(avoiding)('finds the avoidance in %s', (text, words) => {
		expect(findMainAvoidance(text).map(({ start, end }) => text.slice(start, end))).toEqual([words]);
	});

	it.each(innocent)('leaves alone: %s', (text) => {
		expect(findMainAvoidance(text)).toEqual([]);
	});

	it('reads huge hostile texts', () => {
		for (const part of ['안', '안 먹고 힘들면 ', '못 ', '지 않', '그만 ', '유혹을 가 버', '멈추고 ']) {
			expect(findMainAvoidance(part.repeat(20_000))).toBeDefined();
		}
	});
});
