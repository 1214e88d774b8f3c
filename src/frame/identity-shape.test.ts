import { describe, expect, it } from 'vitest';
import { hasIdentity } from './identity-shape.ts';

const identities: readonly string[] = [
	'나는 맑은 정신으로 잠드는 사람이다',
	'나는 글을 읽는 사람이다.',
	'저는 아침을 걷는 사람입니다!',
	'나는 물을 챙겨 마시는 사람이에요 😊',
	'난 내 몸을 돌보는 사람이야',
	'매일 한 줄을 쓰는 사람이다',
	'나는 꾸준한 사람',
	'나는 아침형 인간이다',
	'나는 러너다',
	'나는 새벽을 달리는 러너이다',
	'저는 독서가입니다',
	'나는 기록하는 작가다',
	'나는 꾸준한 실천가다',
	'나는 내 하루의 주인이다',
	'나는 건강한 집밥 요리사다',
	'나는 미니멀리스트다',
	'나는 매일 배우는 학습자다',
	'나는 부지런한 사람이다. 그래서 아침마다 걷는다',
	'"나는 천천히 먹는 사람이다"',
	'스트레스를 받으면, 나는 걷는 사람이다',
];

const others: readonly string[] = [
	'나는 물을 마신다',
	'나는 책을 읽고 싶다',
	'나는 술을 마시는 사람이 아니다',
	'나는 매일 운동할 것이다',
	'나는 운동하는 중이다',
	'나는 일찍 자는 편이다',
	'나는 여덟 시에 일어날 예정이다',
	'나는 건강하다',
	'나는 사람을 좋아한다',
	'책을 읽는 사람이 된다',
	'나는 책을 읽는 사람이 되고 싶다',
	'나는 집에 돌아가다',
	'나는 몸을 움직이다',
	'술 생각이 나면 탄산수를 마신다',
	'사람을 만나면 인사한다',
	'',
];

describe('hasIdentity', () => {
	it.each(identities)('sees who one is in %s', (text) => {
		expect(hasIdentity(text)).toBe(true);
	});

	it.each(others)('sees none in %s', (text) => {
		expect(hasIdentity(text)).toBe(false);
	});
});
